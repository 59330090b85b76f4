import type { Assumption, Finding, NotEvaluated, Severity } from '../../finding.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { LintReport } from '../../report.ts';
import { assumptionText } from '../facts/lint/assumptions.ts';
import { excerptOf } from '../facts/lint/excerpt.ts';
import { effectText, linksOf, openFindings, suppressedOf, urgencyOf } from '../facts/lint/findings.ts';
import { type FoldedFinding, foldedFindings, otherPlaces } from '../facts/lint/folded-findings.ts';
import { renderedText } from '../facts/lint/rendered.ts';
import { reasonText, splitUnevaluated } from '../facts/lint/unevaluated.ts';
import { counted, fileName, placeOf } from '../facts/words/words.ts';
import { stepText } from './step-text.ts';
import { codeLine, type Styler, terminalLine, wrap } from './terminal.ts';

/** The most related places that a finding shows; the JSON report has all. */
const RELATED_SHOWN = 3;
/** The most entries shown for one reason why input was not checked, and for all input that does not decide the exit code. */
const UNCHECKED_SHOWN = 5;

/** Findings by file: first those that fail the run, new ones before known ones; then what was suppressed or not checked. */
export function lintText(lint: LintReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const found = foldedFindings(openFindings(lint.findings));
  const byFile = Map.groupBy(found, ({ finding }) => finding.file);
  const files = [...byFile]
    .toSorted(([a, ofA], [b, ofB]) => leastUrgency(ofA) - leastUrgency(ofB) || (a < b ? -1 : 1))
    .map(([file, findings]) => fileBlock(file, findings, style, width));
  return [
    ...files,
    listBlock('suppressed', suppressedOf(lint).map(suppressedLine), style, width),
    unevaluatedBlock(lint.notEvaluated, style, width),
    assumptionsBlock(lint.assumptions, style, width),
  ];
}

/** The first objects that the change needs from elsewhere; the JSON report has all. */
function assumptionsBlock(assumptions: readonly Assumption[] = [], style: Styler, width: number | undefined): readonly string[] {
  const shown = assumptions.slice(0, ASSUMED_SHOWN).map(assumptionText);
  const rest = assumptions.length - shown.length;
  return listBlock('needed from elsewhere (not in these files)', rest === 0 ? shown : [...shown, `and ${rest} more`], style, width);
}

const ASSUMED_SHOWN = 10;

/** Input that no finding and no plan covers, then what was checked without a fact. */
export function unevaluatedBlock(notEvaluated: readonly NotEvaluated[], style: Styler, width: number | undefined): readonly string[] {
  const lineOf = (entry: NotEvaluated): string => `${fileName(entry.file)}:${entry.line}  ${reasonText(entry)}`;
  const { unread, unchecked } = splitUnevaluated(notEvaluated);
  return [
    ...listBlock('not checked', unreadLines(unread, lineOf), style, width),
    ...listBlock('not checked against clusters', uncheckedLines(unchecked, lineOf), style, width),
  ];
}

/** The first entries for each reason: if the clusters are given, they are given for all. */
function uncheckedLines(unchecked: readonly NotEvaluated[], lineOf: (entry: NotEvaluated) => string): readonly string[] {
  return [...Map.groupBy(unchecked, ({ reason }) => reason).values()].flatMap((group) => {
    const shown = group.slice(0, UNCHECKED_SHOWN).map(lineOf);
    const rest = group.length - shown.length;
    return rest === 0 ? shown : [...shown, `and ${rest} more for the same reason`];
  });
}

/** KubeFleet objects, which decide the exit code, and the first entries of other input. */
function unreadLines(unread: readonly NotEvaluated[], lineOf: (entry: NotEvaluated) => string): readonly string[] {
  const { fleet = [], others = [] } = Object.groupBy(unread, ({ fleetObject }) => (fleetObject === true ? 'fleet' : 'others'));
  const shown = new Set([...uncheckedGroups(fleet), ...others.slice(0, UNCHECKED_SHOWN)]);
  const rest = unread.length - shown.size;
  const lines = unread.filter((entry) => shown.has(entry)).map(lineOf);
  return rest === 0 ? lines : [...lines, `and ${rest} more, which the JSON report has`];
}

function uncheckedGroups(entries: readonly NotEvaluated[]): readonly NotEvaluated[] {
  return [...Map.groupBy(entries, ({ reason }) => reason).values()].flatMap((group) => group.slice(0, UNCHECKED_SHOWN));
}

function leastUrgency(findings: readonly FoldedFinding[]): number {
  return findings.reduce((least, { finding }) => Math.min(least, urgencyOf(finding)), Infinity);
}

function fileBlock(file: string, findings: readonly FoldedFinding[], style: Styler, width: number | undefined): readonly string[] {
  const inOrder = findings.toSorted(
    ({ finding: a }, { finding: b }) => urgencyOf(a) - urgencyOf(b) || a.line - b.line || a.column - b.column,
  );
  return [style.bold(terminalLine(fileName(file))), ...inOrder.flatMap((folded) => findingLines(folded, style, width))];
}

function findingLines(folded: FoldedFinding, style: Styler, width: number | undefined): readonly string[] {
  const { finding } = folded;
  const paint: Readonly<Record<Severity, Styler['red']>> = { error: style.red, warning: style.yellow, notice: style.cyan };
  const state = finding.state === undefined ? '' : ` · ${finding.state}`;
  const object = finding.object === undefined ? '' : `${displayName(finding.object)} · `;
  const head = `  ${finding.line}:${finding.column}  ${paint[finding.severity](finding.severity)}  `;
  const bare = `${finding.line}:${finding.column}  ${finding.severity}  `;
  return [
    `${head}${wrap(terminalLine(finding.message), width === undefined ? undefined : width - 2, Math.min(bare.length + 2, 24))}`,
    `      ${style.dim(wrap(terminalLine(`${object}${finding.rule} · ${effectText(finding)}${state}`), width, 6))}`,
    ...codeLines(finding, style, width),
    ...(finding.remedy === '' ? [] : [`      do: ${stepText(finding.remedy, width, 10)}`]),
    ...otherPlaces(folded).map((line) => `      ${wrap(terminalLine(line), width, 10)}`),
    ...relatedLines(finding, width),
    ...(finding.rendered === undefined ? [] : [`      ${wrap(terminalLine(renderedText(finding)), width, 10)}`]),
    ...linksOf(finding).map((address) => `      ${style.dim(terminalLine(address))}`),
  ];
}

/** The lines of the finding, with a mark under the place. */
function codeLines(finding: Finding, style: Styler, width: number | undefined): readonly string[] {
  const excerpt = excerptOf(finding);
  if (excerpt === undefined) return [];
  const room = width === undefined ? undefined : width - BAR.length;
  const { lines, underline } = excerpt;
  const code = lines.map((line) => `${style.dim(BAR)}${codeLine(line, room)}`.trimEnd());
  if (underline === undefined || (room !== undefined && underline.from >= room)) return code;
  const length = Math.min(underline.length, (room ?? Infinity) - underline.from);
  return [...code, `${style.dim(BAR)}${' '.repeat(underline.from)}${style.red('^'.repeat(length))}`];
}

/** The text before each line of code, as before evidence. */
const BAR = '       | ';

function relatedLines({ related }: Finding, width: number | undefined): readonly string[] {
  const shown = related.slice(0, RELATED_SHOWN);
  const rest = related.length - shown.length;
  const lines = shown.map((place) => `      ${wrap(`see ${terminalLine(`${placeOf(place)}: ${place.message}`)}`, width, 10)}`);
  return rest > 0 ? [...lines, `      and ${counted(rest, 'more place')}`] : lines;
}

function suppressedLine(finding: Finding): string {
  const until = finding.suppressed?.until === undefined ? '' : ` (until ${finding.suppressed.until})`;
  return `${placeOf(finding)}  ${finding.rule}: ${finding.suppressed?.reason ?? ''}${until}`;
}

function listBlock(title: string, lines: readonly string[], style: Styler, width: number | undefined): readonly string[] {
  if (lines.length === 0) return [];
  return [style.bold(title), ...lines.map((line) => `  ${wrap(terminalLine(line), width, 4)}`)];
}
