import type { Finding } from '../../finding.ts';
import type { LintReport } from '../../report.ts';
import { assignedSpans } from '../../secrets/assigned-spans.ts';
import { mayBeSecret } from '../../secrets/document-spans.ts';
import { isSecretLike } from '../../secrets/secret-like.ts';
import { secretsIn } from '../../secrets/secrets-in.ts';
import { readDocuments, type YamlDocument } from '../../yaml/documents.ts';
import { LineIndex } from '../../yaml/lines.ts';

/** The most findings that get an excerpt. A report with more is read by programs, which have the files. */
const MOST = 5000;
/** Lines for each finding, and characters of a line. */
const LINES = 3;
const LENGTH = 200;

/**
 * Adds to the report the lines that its findings point at, from the text that was judged. Lines that the change touched are marked. A text
 * is read again only if it has findings. Documents that contain confidential values get no excerpt.
 * @param before the texts of the base tree
 */
export function withExcerpts(
  report: LintReport,
  texts: ReadonlyMap<string, string> | undefined,
  before: ReadonlyMap<string, string> | undefined,
): LintReport {
  if (texts === undefined) return report;
  let left = MOST;
  const byFile = Map.groupBy(
    report.findings.filter(({ state }) => state !== 'fixed' && (left -= 1) >= 0),
    ({ file }) => file,
  );
  const shown = new Map<Finding, Finding>();
  for (const [file, findings] of byFile) {
    const text = texts.get(file);
    if (text === undefined) continue;
    const lines = text.split('\n');
    const secret = secretLines(text);
    const touched = before === undefined ? undefined : touchedLines(before.get(file), text);
    for (const finding of findings)
      shown.set(finding, { ...finding, ...excerptOf(finding, lines, secret), ...touchedOf(finding, touched) });
  }
  return { ...report, findings: report.findings.map((finding) => shown.get(finding) ?? finding) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function excerptOf({ line, endLine, endColumn }: Finding, lines: readonly string[], secret: readonly Span[]): Pick<Finding, 'excerpt'> {
  // A range to the end of a line ends before the first character of the next line.
  const end = endColumn <= 1 && endLine > line ? endLine - 1 : Math.max(line, endLine);
  const to = Math.min(end, line + LINES - 1);
  if (line < 1 || to > lines.length || secret.some((span) => span.from <= to && span.to >= line)) return {};
  const own = lines.slice(line - 1, to);
  return own.every((each) => each.trim() === '') || assignedSpans(`${own.join('\n')}\n`, false).length > 0
    ? {}
    : { excerpt: own.map(short) };
}

/** A copy, because a slice keeps the whole text in memory. */
function short(text: string): string {
  const line = text.replace(/\r$/, '');
  const cut = line.length > LENGTH ? `${line.slice(0, LENGTH - 1).toWellFormed()}…` : line;
  return Buffer.from(cut.toWellFormed()).toString();
}

function touchedOf({ state, line, endLine }: Finding, touched: ReadonlySet<number> | undefined): Pick<Finding, 'touched'> {
  if (touched === undefined) return state === 'new' ? { touched: true } : {};
  for (let at = line; at <= endLine; at += 1) if (touched.has(at)) return { touched: true };
  return {};
}

/** The lines of documents that contain confidential values, and of documents that were not read and may contain some. */
function secretLines(text: string): readonly Span[] {
  const index = new LineIndex(text);
  return readDocuments(text)
    .filter(isSecret)
    .map(({ start, text: own }) => ({
      from: index.position(start).line,
      // A document that a limit leaves out has no text, and extends to the end of the file.
      to: own === '' ? Infinity : index.position(start + own.length).line,
    }))
    .toArray();
}

function isSecret(document: YamlDocument): boolean {
  if (document.kind === 'read') return isSecretLike(document.value) || secretsIn(document.value) !== undefined;
  return mayBeSecret(document);
}

/**
 * The numbers, from 1, of the lines that the previous text does not have: those between the common start and the common end, except for
 * lines that only moved. `undefined` if there was no previous text.
 */
function touchedLines(before: string | undefined, now: string): ReadonlySet<number> | undefined {
  if (before === undefined) return undefined;
  const [old, own] = [linesOf(before), linesOf(now)];
  const most = Math.min(old.length, own.length);
  let first = 0;
  while (first < most && old[first] === own[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === own.at(-1 - last)) last += 1;
  const known = new Map<string, number>();
  for (const line of old.slice(first, old.length - last)) known.set(line, (known.get(line) ?? 0) + 1);
  const touched = new Set<number>();
  for (const [index, line] of own.slice(first, own.length - last).entries()) {
    const times = known.get(line) ?? 0;
    if (times === 0) touched.add(first + index + 1);
    else known.set(line, times - 1);
  }
  return touched;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}
