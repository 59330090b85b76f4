import type { Finding } from '../../finding.ts';
import type { LintReport } from '../../report.ts';
import { secretsIn } from '../../secrets/secrets-in.ts';
import { field } from '../../fleet/json/json.ts';
import { readDocuments, type YamlDocument } from '../../yaml/documents.ts';
import { LineIndex } from '../../yaml/lines.ts';
import { touchedLines } from './touched-lines.ts';

/** Findings that are shown with their lines; a report with more is read by programs, which have the files. */
const MOST = 5000;
/** Lines of one finding, and characters of a line. */
const LINES = 3;
const LENGTH = 200;

/**
 * The report with the lines its findings are about, as the judged text has them. Those on lines that the change touched are
 * marked. A text is looked at again only if something was found in it. No line is shown of a document that holds what only few may see.
 * @param before the texts of the tree to compare with
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
  // A range that goes to the end of a line ends before the first character of the next.
  const end = endColumn <= 1 && endLine > line ? endLine - 1 : Math.max(line, endLine);
  const to = Math.min(end, line + LINES - 1);
  if (line < 1 || to > lines.length || secret.some((span) => span.from <= to && span.to >= line)) return {};
  const own = lines.slice(line - 1, to);
  return own.every((each) => each.trim() === '') ? {} : { excerpt: own.map(short) };
}

/** A copy: a part of a text keeps all of it in memory. */
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

/** The lines of documents with what only few may see, and of those that were not read and may hold it. */
function secretLines(text: string): readonly Span[] {
  const index = new LineIndex(text);
  return readDocuments(text)
    .filter(isSecret)
    .map(({ start, text: own }) => ({
      from: index.position(start).line,
      // What a limit leaves out has no text, and goes on to the end of the file.
      to: own === '' ? Infinity : index.position(start + own.length).line,
    }))
    .toArray();
}

function isSecret(document: YamlDocument): boolean {
  if (document.kind === 'read') return field(document.value, 'kind') === 'Secret' || secretsIn(document.value) !== undefined;
  return document.text === '' || MAY_BE_SECRET.test(document.text);
}

/** Of a text that is no YAML nobody knows which of its values are data of a Secret. */
const MAY_BE_SECRET = /secret|passw|token|credential|private|data:|api-?key/i;
