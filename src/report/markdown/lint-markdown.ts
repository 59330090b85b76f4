import type { Finding, NotEvaluated, Severity } from '../../finding.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { LintReport, Report } from '../../report.ts';
import { assumptionText } from '../facts/lint/assumptions.ts';
import { excerptOf } from '../facts/lint/excerpt.ts';
import { effectText, fixedOf, linksOf, openFindings, suppressedOf } from '../facts/lint/findings.ts';
import { areFew, type FoldedFinding, foldedFindings, otherPlaces } from '../facts/lint/folded-findings.ts';
import { headlineOf } from '../facts/headline.ts';
import { permalink, type SourceLink } from '../facts/lint/permalink.ts';
import { renderedText } from '../facts/lint/rendered.ts';
import { reasonText, splitUnevaluated } from '../facts/lint/unevaluated.ts';
import { counted, placeOf } from '../facts/words/words.ts';
import type { Depth } from './depth.ts';
import { code, details, fence, link, prose, sentence } from './markup.ts';
import { stepText } from './step-text.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

const MARKS: Readonly<Record<Severity, string>> = { error: '🔴', warning: '🟠', notice: '🔵' };

/** The most important findings with their remedies, then folded: other findings, and what was suppressed, fixed or not evaluated. */
export function lintMarkdown(report: Report, lint: LintReport, depth: Depth, source: SourceLink | undefined): readonly string[] {
  const found = openFindings(lint.findings);
  const shown = foldedFindings(found);
  const top = shown.slice(0, depth.findings);
  const rest = shown.slice(depth.findings);
  const fixed = fixedOf(lint);
  const { unread, unchecked } = splitUnevaluated(lint.notEvaluated);
  return [
    ...(top.length === 0 ? [] : [findingList(top, source, depth, shownAbove(report, found), depth.folded > 0)]),
    ...(rest.length === 0 ? [] : [moreText(rest, depth, source)]),
    ...folded(
      'suppressed',
      suppressedOf(lint),
      depth,
      (finding) => `${place(finding, source)} ${code(finding.rule)}: ${suppression(finding)}`,
    ),
    ...folded('fixed', fixed, depth, (finding) => `${code(finding.rule)}: ${sentence(finding.message)}`),
    ...folded('not evaluated, so they may have errors', unread, depth, (entry) => entryText(entry, source)),
    ...folded('not checked against clusters', unchecked, depth, (entry) => entryText(entry, source)),
    ...folded('needed from elsewhere', lint.assumptions ?? [], depth, (each) => prose(assumptionText(each))),
  ];
}

function entryText(entry: NotEvaluated, source: SourceLink | undefined): string {
  return `${place({ ...entry, column: 1 }, source)} ${prose(reasonText(entry))}`;
}

/** What the heading already says about the only finding. */
interface ShownAbove {
  readonly message?: boolean;
  readonly remedy?: boolean;
}

function shownAbove(report: Report, [first, ...others]: readonly Finding[]): ShownAbove {
  const { text, step } = headlineOf(report);
  if (first === undefined || others.length > 0) return {};
  return { message: text.includes(`${placeOf(first)} ${withoutFullStop(first.message)}`), remedy: step === first.remedy };
}

/**
 * What is wrong, what to do, and where. A list, not a table: its columns would push the
 * messages off the screen of a phone.
 */
function findingList(
  findings: readonly FoldedFinding[],
  source: SourceLink | undefined,
  depth: Depth,
  above: ShownAbove = {},
  withCode = false,
): string {
  const items = findings.map((each) => {
    const { finding } = each;
    const also = areFew(each) ? otherPlaces(each) : depth.folded > 0 ? [] : [`also at ${counted(each.others.length, 'more place')}`];
    const facts = [
      finding.severity,
      ...(finding.state === undefined ? [] : [finding.state]),
      place(finding, source),
      ...also.map((line) => prose(line, 500)),
      ...(finding.object === undefined ? [] : [code(displayName(finding.object))]),
      ...ruleLinks(finding),
      ...(finding.later === true ? [effectText(finding)] : []),
      ...(finding.rendered === undefined ? [] : [prose(renderedText(finding), 500)]),
    ];
    const lines = [
      ...(above.message === true ? [] : [`<b>${sentence(finding.message, 500)}</b>`]),
      ...(above.remedy === true || finding.remedy === '' ? [] : [stepText(finding.remedy, 500)]),
      facts.join(' · '),
    ];
    const blocks = [withCode ? codeBlock(finding) : '', placesBlock(each, source, depth)].filter((block) => block !== '');
    return `- ${MARKS[finding.severity]} ${inItem(lines)}${blocks.map((block) => `\n\n${block.replaceAll(/^(?=.)/gm, '  ')}`).join('')}${blocks.length === 0 ? '' : '\n'}`;
  });
  return items.join('\n');
}

/** Lines of one item of a list; text after a block is below it, still in the item. */
function inItem(lines: readonly string[]): string {
  const joined = lines.reduce((text, line) => (text === '' ? line : `${text}${text.endsWith('```') ? '\n' : '<br>'}${line}`), '');
  return joined.replaceAll('\n', '\n  ');
}

/** The lines it is about, as part of its entry in the list. */
function codeBlock(finding: Finding): string {
  const excerpt = excerptOf(finding);
  if (excerpt === undefined) return '';
  return fence(excerpt.lines.join('\n'), 1000, 'yaml');
}

/** All other places of it, if there are many, as part of its entry in the list. */
function placesBlock(finding: FoldedFinding, source: SourceLink | undefined, depth: Depth): string {
  const { others } = finding;
  if (depth.folded === 0 || areFew(finding)) return '';
  const block = folded(others.length === 1 ? 'more place' : 'more places', others, depth, (each) => {
    const { name, remedy } = each;
    return [
      place(each.finding, source),
      ...(name === undefined ? [] : [code(name)]),
      ...(remedy === undefined ? [] : [sentence(remedy, 500)]),
    ].join(' · ');
  });
  return block.join('\n');
}

/** The rule, linked by the first address; the others are its background. */
function ruleLinks(finding: Finding): readonly string[] {
  const [first = '', ...others] = linksOf(finding);
  return [link(code(finding.rule), first), ...others.map((address) => link('background', address))];
}

function moreText(rest: readonly FoldedFinding[], depth: Depth, source: SourceLink | undefined): string {
  const [all, here] = [rest, rest.slice(0, depth.folded)].map((some) => some.reduce((sum, { others }) => sum + 1 + others.length, 0));
  const title = counted(all ?? 0, 'more finding');
  if (depth.folded === 0) return title;
  const shown = rest.slice(0, depth.folded);
  return details(shown.length < rest.length ? `${title}, ${here} of them here` : title, findingList(shown, source, depth));
}

function suppression(finding: Finding): string {
  const until = finding.suppressed?.until === undefined ? '' : ` (until ${prose(finding.suppressed.until)})`;
  return `${sentence(finding.suppressed?.reason ?? '')}${until}`;
}

/** `file:line` linked to the lines at the commit. Not for fixed findings: they have no line at the commit. */
function place(
  at: { readonly file: string; readonly line: number; readonly column: number; readonly endLine?: number },
  source: SourceLink | undefined,
): string {
  const address = permalink(source, at.file, at.line, at.endLine);
  const label = code(placeOf(at));
  return address === undefined ? label : link(label, address);
}

function folded<T>(title: string, list: readonly T[], depth: Depth, line: (entry: T) => string): readonly string[] {
  if (list.length === 0) return [];
  if (depth.folded === 0) return [`${list.length} ${title}`];
  const rows = list.slice(0, depth.folded).map((entry) => `- ${line(entry)}`);
  if (rows.length < list.length) rows.push(`- and ${list.length - rows.length} more`);
  return [details(`${list.length} ${title}`, rows.join('\n'))];
}
