import type { Finding, NotEvaluated, Severity } from '../../finding.ts';
import { displayName } from '../../fleet/object.ts';
import type { LintReport, Report } from '../../report.ts';
import { effectText, fixedOf, judgedFor, judgedText, standing, suppressedOf } from '../facts/findings.ts';
import { permalink, type SourceLink } from '../facts/permalink.ts';
import { renderedText } from '../facts/rendered.ts';
import { reasonText, unevaluatedText } from '../facts/unevaluated.ts';
import { counted, placeOf } from '../facts/words.ts';
import type { Depth } from './depth.ts';
import { code, details, link, prose, sentence } from './markup.ts';

const MARKS: Readonly<Record<Severity, string>> = { error: '🔴', warning: '🟠', notice: '🔵' };
/** The most findings whose remedies stand open. */
const OPEN_REMEDIES = 5;

/**
 * Counts where the headline has not told them, the findings that matter most, then folded: remedies, the other findings, what was suppressed,
 * fixed or not evaluated.
 */
export function lintMarkdown(
  { command }: Pick<Report, 'command'>,
  lint: LintReport,
  depth: Depth,
  source: SourceLink | undefined,
): readonly string[] {
  const found = standing(lint.findings);
  const top = found.slice(0, depth.findings);
  const rest = found.slice(depth.findings);
  const fixed = fixedOf(lint);
  const { unread = [], unchecked = [] } = Object.groupBy(lint.notEvaluated, ({ missing }) =>
    missing === undefined ? 'unread' : 'unchecked',
  );
  return [
    ...(found.length === 0 && command === 'lint' ? [] : [countsLine(lint, found, fixed.length, depth)]),
    ...(top.length === 0 ? [] : [findingList(top, source)]),
    ...(rest.length === 0 ? [] : [moreText(rest, depth, source)]),
    ...(depth.folded > 0 && top.length > 0 ? [details('What to do', remedies(top), top.length <= OPEN_REMEDIES)] : []),
    ...folded(
      'suppressed',
      suppressedOf(lint),
      depth,
      (finding) => `${place(finding, source)} ${code(finding.rule)}: ${suppression(finding)}`,
    ),
    ...folded('fixed', fixed, depth, (finding) => `${code(finding.rule)}: ${sentence(finding.message)}`),
    ...folded('not evaluated, so nothing is known about them', unread, depth, (entry) => entryText(entry, source)),
    ...folded('not checked against clusters', unchecked, depth, (entry) => entryText(entry, source)),
  ];
}

function entryText(entry: NotEvaluated, source: SourceLink | undefined): string {
  return `${place({ ...entry, column: 1 }, source)} ${prose(reasonText(entry))}`;
}

function countsLine(lint: LintReport, found: readonly Finding[], fixed: number, depth: Depth): string {
  const { error, warning, notice } = lint.counts;
  const fresh = found.filter((finding) => finding.state === 'new').length;
  const compared = lint.findings.some((finding) => finding.state !== undefined);
  const parts = [
    `**${counted(error, 'error')}**`,
    counted(warning, 'warning'),
    counted(notice, 'notice'),
    ...(compared ? [`${fresh} new`, `${fixed} fixed`] : []),
    ...(lint.notEvaluated.length > 0 ? [`**${prose(unevaluatedText(lint.notEvaluated), depth.line)}**`] : []),
  ];
  return `${parts.join(' · ')} in ${judgedText(lint)}, judged for hub ${code(judgedFor(lint))}`;
}

/** A list, not a table: its columns would push the messages off the screen of a phone. */
function findingList(findings: readonly Finding[], source: SourceLink | undefined): string {
  const items = findings.map((finding) => {
    const facts = [
      finding.severity,
      ...(finding.state === undefined ? [] : [finding.state]),
      place(finding, source),
      ...(finding.object === undefined ? [] : [code(displayName(finding.object))]),
      link(code(finding.rule), finding.docs),
      ...(finding.later === true ? [effectText(finding)] : []),
      ...(finding.rendered === undefined ? [] : [prose(renderedText(finding), 500)]),
    ];
    return `- ${MARKS[finding.severity]} <b>${sentence(finding.message, 500)}</b><br>${facts.join(' · ')}`;
  });
  return items.join('\n');
}

function moreText(rest: readonly Finding[], depth: Depth, source: SourceLink | undefined): string {
  const title = counted(rest.length, 'more finding');
  if (depth.folded === 0) return title;
  const shown = rest.slice(0, depth.folded);
  return details(shown.length < rest.length ? `${title}, ${shown.length} of them here` : title, findingList(shown, source));
}

function remedies(findings: readonly Finding[]): string {
  const byText = Map.groupBy(
    findings.filter((finding) => finding.remedy !== ''),
    (finding) => `${finding.rule}\n${finding.remedy}`,
  );
  const lines = [...byText.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [`- ${code(first.rule)}${others.length > 0 ? ` (${others.length + 1} times)` : ''}: ${sentence(first.remedy)}`],
  );
  return lines.length === 0 ? 'See the page of each rule.' : lines.join('\n');
}

function suppression(finding: Finding): string {
  const until = finding.suppressed?.until === undefined ? '' : ` (until ${prose(finding.suppressed.until)})`;
  return `${sentence(finding.suppressed?.reason ?? '')}${until}`;
}

/** `file:line` linked to the lines at the commit; a fixed finding has no line there any more, so it never comes here. */
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
