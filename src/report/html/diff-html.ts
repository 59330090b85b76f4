import type { PlannedDiff } from '../../report.ts';
import { diffTitle, omittedText, type PlacementDiff, unverifiedTexts } from '../facts/plan/plan-diff.ts';
import { code, element, type Html, joined, lines, sentence, SPACE, text, trusted } from './markup.ts';
import { partAttributes } from './row.ts';

/** What the change does to each object as clusters get it, and what is not known. */
export function diffHtml({ diff, notVerified }: PlacementDiff): readonly Html[] {
  return [
    ...diff.map((each) => objectHtml(each, diff.length <= OPEN)),
    ...unverifiedTexts(notVerified).map((line) => element('p', { class: 'facts' }, sentence(`not verified: ${line}`))),
  ];
}

/** More than these are folded. */
const OPEN = 5;

function objectHtml(planned: PlannedDiff, open: boolean): Html {
  const { what, resource, where, moved } = diffTitle(planned);
  const rest = omittedText(planned);
  return element(
    'details',
    { class: 'diff', open: open || undefined, ...partAttributes({ cluster: planned.clusters }) },
    element('summary', {}, element('b', { class: 'mark' }, text(what)), SPACE, code(resource), SPACE, text(where)),
    ...(moved === '' ? [] : [element('p', {}, text(moved))]),
    ...(planned.lines.length === 0 ? [] : [element('pre', {}, joined(planned.lines.map(lineHtml), ''))]),
    ...(rest === '' ? [] : [element('p', { class: 'facts' }, text(rest))]),
  );
}

const ELEMENTS: Readonly<Record<string, string>> = { '+': 'ins', '-': 'del', '@': 'b' };

/** Each line is a separate block; the line feed in it is for copying. */
function lineHtml(line: string): Html {
  return element(ELEMENTS[line.slice(0, 1)] ?? 'span', {}, lines(line.replaceAll(/\r?\n/g, ' ')), trusted('\n'));
}
