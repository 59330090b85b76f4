import type { Finding, NotEvaluated, RelatedPlace } from '../../finding.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { displayName, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { LintReport } from '../../report.ts';
import { excerptOf } from '../facts/lint/excerpt.ts';
import { effectText, fixedOf, linksOf, openFindings, suppressedOf } from '../facts/lint/findings.ts';
import { permalink, type SourceLink } from '../facts/lint/permalink.ts';
import { renderedText } from '../facts/lint/rendered.ts';
import { reasonText, splitUnevaluated } from '../facts/lint/unevaluated.ts';
import { counted, placeOf } from '../facts/words/words.ts';
import { code, element, type Html, joined, link, sentence, SPACE, text, together, trusted } from './markup.ts';
import { itemAttributes } from './row.ts';
import { quoted } from './quoted.ts';
import { foldHtml, sectionHtml } from './section-html.ts';
import { stepHtml } from './step-html.ts';

/** The findings, worst first; folded: what was suppressed, fixed or not evaluated. */
export function lintHtml(lint: LintReport, source: SourceLink | undefined): readonly Html[] {
  const found = openFindings(lint.findings);
  const listOf = (findings: readonly Finding[], verdict?: string): readonly Html[] =>
    listHtml(findings.map((finding) => findingHtml(finding, verdict ?? finding.severity, source)));
  return [
    ...sectionHtml(counted(found.length, 'finding'), listOf(found)),
    ...unevaluatedHtml(lint.notEvaluated, source),
    ...foldHtml(`${suppressedOf(lint).length} suppressed`, listOf(suppressedOf(lint), 'suppressed')),
    ...foldHtml(`${fixedOf(lint).length} fixed`, listOf(fixedOf(lint), 'fixed')),
  ];
}

/** Input that no finding and no plan covers, then what was checked without the clusters. */
export function unevaluatedHtml(notEvaluated: readonly NotEvaluated[], source: SourceLink | undefined): readonly Html[] {
  const { unread, unchecked } = splitUnevaluated(notEvaluated);
  const rows = (entries: readonly NotEvaluated[]): readonly Html[] => listHtml(entries.map((entry) => entryHtml(entry, source)));
  return [
    ...foldHtml(`${unread.length} not evaluated, so they may have errors`, rows(unread)),
    ...foldHtml(`${unchecked.length} not checked against clusters`, rows(unchecked)),
  ];
}

function listHtml(items: readonly Html[]): readonly Html[] {
  return items.length === 0 ? [] : [element('ul', { class: 'rows', role: 'list' }, ...items)];
}

/** What is wrong, what to do, where, and by which rule. */
function findingHtml(finding: Finding, verdict: string, source: SourceLink | undefined): Html {
  const { severity, state, message, remedy, serverMessage, rule, object, rendered, suppressed } = finding;
  const facts = [
    // A fixed finding no longer has a line.
    ...(state === 'fixed' ? [code(placeOf(finding))] : [placeHtml(finding, source)]),
    ...(object === undefined ? [] : [code(displayName(object))]),
    ...ruleLinks(finding),
    text(effectText(finding)),
    ...(state === undefined ? [] : [text(state)]),
  ];
  return element(
    'li',
    { class: `finding ${severity}`, ...itemAttributes({ placement: placementsOf(object), verdict: [verdict], rule: [rule] }) },
    element('p', { class: 'message' }, element('b', { class: 'mark' }, text(severity)), SPACE, sentence(message)),
    ...excerptHtml(finding),
    ...(remedy === '' ? [] : [element('div', { class: 'step' }, stepHtml(remedy))]),
    element('p', { class: 'facts' }, joined(facts, ' · ')),
    ...(serverMessage === undefined ? [] : [element('p', { class: 'facts' }, trusted('the hub would say: '), text(serverMessage))]),
    ...(rendered === undefined ? [] : [element('p', { class: 'facts' }, text(renderedText(finding)))]),
    ...finding.related.map((place) => relatedHtml(place, source)),
    ...(suppressed === undefined ? [] : [element('p', { class: 'facts' }, trusted('suppressed: '), suppressionHtml(suppressed))]),
  );
}

/** The lines it is about. */
function excerptHtml(finding: Finding): readonly Html[] {
  const excerpt = excerptOf(finding);
  return excerpt === undefined ? [] : [quoted(excerpt.lines.join('\n'))];
}

function entryHtml(entry: NotEvaluated, source: SourceLink | undefined): Html {
  return element(
    'li',
    itemAttributes({ placement: placementsOf(entry.object), verdict: ['not evaluated'] }),
    placeHtml({ ...entry, column: 1 }, source),
    SPACE,
    text(reasonText(entry)),
  );
}

function relatedHtml(place: RelatedPlace, source: SourceLink | undefined): Html {
  return element('p', { class: 'facts' }, trusted('see '), placeHtml(place, source), trusted(': '), text(place.message));
}

/** The rule, linked by the first address; the others are its background. */
function ruleLinks(finding: Finding): readonly Html[] {
  const [first = '', ...others] = linksOf(finding);
  return [link(code(finding.rule), first), ...others.map((address) => link(text('background'), address))];
}

function suppressionHtml({ reason, until }: NonNullable<Finding['suppressed']>): Html {
  return together(sentence(reason), ...(until === undefined ? [] : [text(` (until ${until})`)]));
}

/** `file:line` linked to the lines at the commit. */
function placeHtml(
  at: { readonly file: string; readonly line: number; readonly column: number; readonly endLine?: number },
  source: SourceLink | undefined,
): Html {
  return link(code(placeOf(at)), permalink(source, at.file, at.line, at.endLine) ?? '');
}

/** The name a placement is filtered by; no other object has one. */
function placementsOf(object: ObjectRef | undefined): readonly string[] {
  return object !== undefined && isPlacementKind(object.kind) ? [displayName(object)] : [];
}
