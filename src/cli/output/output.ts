import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { Report } from '../../report.ts';
import { cutReport } from '../../report/cut-report.ts';
import { summaryUpload } from '../../report/azure/render-azure.ts';
import { type RenderOptions, REPORT_FORMATS, type ReportFormat } from '../../report/render.ts';
import { firstLine } from '../../report/facts/first-line.ts';
import { PLAIN, type Styler, terminalLine } from '../../report/text/terminal.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { checkFolder, saveReport, unwritable } from './requested-output-file.ts';
import { ciRun } from './ci-run.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { reportText } from './report-text.ts';
import { annotationPrefix } from '../git/repository.ts';
import { writeNotification } from './notify-file.ts';

/** Where a report goes; `file` is absent for standard output. */
export interface Destination {
  readonly format: ReportFormat;
  readonly file?: string;
}

/**
 * Where the reports of a run go, `--format json=out.json --format text`; text on standard output when nothing is asked for.
 * @throws {ConfigError} unknown format, `json=` without a file, two formats on standard output, two in one file.
 */
export function parseFormats(invocation: Pick<Invocation, 'value' | 'values' | 'named'>): readonly Destination[] {
  const { named } = invocation;
  const values = invocation.values('format');
  const destinations: readonly Destination[] =
    values.length === 0 ? [{ format: 'text' }] : values.map((value) => parseFormat(value, named));
  const seen = new Set<string>();
  const notify = invocation.value('notify-file');
  for (const { file } of notify === undefined ? destinations : [...destinations, { file: notify }]) {
    const shown = file ?? 'standard output';
    const place = file === undefined ? shown : resolve(file);
    if (seen.has(place))
      throw new ConfigError(
        `${named('format')}: two reports cannot both go to ${shown}; write one to a file of its own: ${named('format', 'json=report.json')}`,
      );
    seen.add(place);
  }
  return destinations;
}

/** What a report depends on of the command line. */
type Asked = Pick<Invocation, 'switch' | 'value' | 'named'>;

/** How a report is written, beside how it is rendered. */
interface Publishing {
  /** Standard error has the outcome already. */
  readonly isTold?: boolean;
}

/**
 * Writes a report everywhere it was asked for, on the terminal first: no file that cannot be written hides it. If nothing of it goes to standard
 * output, standard error has its first line. @throws {UnwrittenReport} a file that cannot be written
 */
export function publish(
  whole: Report,
  destinations: readonly Destination[],
  invocation: Asked,
  io: Io,
  { isTold = false, ...options }: RenderOptions & Publishing = {},
): void {
  if (given.has(invocation)) return;
  const report = shownReport(cutReport(withRunPage(withTitle(whole, invocation.value('title')), io)), io);
  const width = io.stdout.isTTY ? { width: io.stdout.columns } : {};
  const prefix = annotationPrefix(io);
  const placed = { ...options, prefix, ...(io.source === undefined ? {} : { source: { ...io.source, prefix } }) };
  const shown = destinations.filter(({ file }) => file === undefined);
  for (const { format } of shown) io.stdout.write(reportText(report, format, { ...placed, ...width, style: styler(invocation, io) }));
  // What annotates has nothing to write if nothing has a place in a file.
  if (!isTold && shown.every(({ format }) => ANNOTATING.has(format))) tellOutcome(report, invocation, io);
  const unwritten: unknown[] = [];
  let summary = '';
  for (const { format, file } of destinations.toSorted((a, b) => Number(a.format === 'azure') - Number(b.format === 'azure'))) {
    if (file === undefined) continue;
    const path = resolve(io.cwd, file);
    try {
      const text = reportText(report, format, placed);
      saveReport(path, format === 'azure' ? `${text}${summary}` : text, invocation.named('format', `${format}=${file}`));
      if (format === 'markdown') summary += summaryUpload(path);
    } catch (error) {
      unwritten.push(error);
    }
  }
  // The agent looks for the file as soon as it reads the line.
  if (destinations.some(({ format, file }) => format === 'azure' && file === undefined)) io.stdout.write(summary);
  try {
    publishNotification(report, destinations, invocation, io);
  } catch (error) {
    unwritten.push(error);
  }
  const first = unwritten.find((error) => !(error instanceof ConfigError)) ?? unwritten[0];
  if (first instanceof ConfigError) throw new UnwrittenReport(first.message, { cause: first });
  if (first !== undefined) throw first;
}

const ANNOTATING: ReadonlySet<ReportFormat> = new Set(['github', 'azure']);

/** Characters of a line that tells the outcome. */
const OUTCOME_LINE = 300;

function tellOutcome(report: Report, invocation: Pick<Invocation, 'switch'>, { stderr }: Pick<Io, 'stderr'>): void {
  if (report.exitCode === 0 && invocation.switch('quiet')) return;
  stderr.write(`${terminalLine(firstLine(report, OUTCOME_LINE))}\n`);
}

/** A report that was made and could not be written to one of its places; the others have it. */
export class UnwrittenReport extends ConfigError {}

/** The small one for a chat, which names the report that a reader would open. */
function publishNotification(report: Report, destinations: readonly Destination[], invocation: Asked, io: Io): void {
  const file = invocation.value('notify-file');
  if (file === undefined) return;
  const { file: written } = destinations.find(({ format }) => format === 'json') ?? {};
  const links = written === undefined ? {} : { links: { report: written } };
  try {
    writeNotification(file, report, io, links);
  } catch (error) {
    throw unwritable(invocation.named('notify-file', file), error);
  }
}

/** Runs that were given up and have their report: what comes of them afterwards must not take its place. */
const given = new WeakSet<object>();

export function publishNoMore(invocation: Invocation): void {
  given.add(invocation);
}

/** The report with the page of the run it is made in, where that is known. */
export function withRunPage(report: Report, { env }: Pick<Io, 'env'>): Report {
  const { page } = ciRun(env);
  return page === undefined ? report : { ...report, run: page };
}

/** The report with the title that was given, if any. */
export function withTitle(report: Report, title: string | undefined): Report {
  return title === undefined || title === '' ? report : { ...report, title };
}

/** The report as anybody may read it. What only few may see is hidden in its texts; its fields and their names stay. */
export function shownReport(report: Report, { secrets }: Pick<Io, 'secrets'>): Report {
  return withEveryString(report, (text) => secrets.hide(text));
}

/** Says before a long wait what its report could not be written to afterwards. @throws {ConfigError} */
export function checkFolders(destinations: readonly Destination[], invocation: Invocation, io: Pick<Io, 'cwd'>): void {
  const notify = invocation.value('notify-file');
  const asked = [
    ...destinations.flatMap(({ format, file }) =>
      file === undefined ? [] : [{ file, flag: invocation.named('format', `${format}=${file}`) }],
    ),
    ...(notify === undefined ? [] : [{ file: notify, flag: invocation.named('notify-file', notify) }]),
  ];
  for (const { file, flag } of asked) checkFolder(resolve(io.cwd, file), flag);
}

/** Colours on a terminal that has some, or if FORCE_COLOR asks for them; never against `--no-color` or NO_COLOR. */
export function styler(invocation: Pick<Invocation, 'switch'>, { env, stdout }: Pick<Io, 'env' | 'stdout'>): Styler {
  const { NO_COLOR: no = '', FORCE_COLOR: force } = env;
  const isWanted = force === undefined ? stdout.isTTY && isLively(env) : force !== '0' && force !== 'false';
  if (!isWanted || no !== '' || invocation.switch('no-color')) return PLAIN;
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      styleText(format, text, { validateStream: false });
  return { bold: style('bold'), dim: style('dim'), red: style('red'), green: style('green'), yellow: style('yellow'), cyan: style('cyan') };
}

/** Whether a terminal can show colours and move its cursor. */
export function isLively({ TERM: kind }: Io['env']): boolean {
  return kind !== 'dumb';
}

function parseFormat(value: string, named: Invocation['named']): Destination {
  const equals = value.indexOf('=');
  const name = equals < 0 ? value : value.slice(0, equals);
  const format = REPORT_FORMATS.find((candidate) => candidate === name);
  if (format === undefined) {
    const hint = nearest(name, REPORT_FORMATS);
    throw new ConfigError(
      `${named('format')}: unknown format "${name}"${hint === undefined ? '' : `; did you mean ${hint}?`} (formats: ${REPORT_FORMATS.join(', ')})`,
    );
  }
  if (equals < 0) return { format };
  const file = value.slice(equals + 1);
  if (file === '') throw new ConfigError(`${named('format')}: "${value}" names no file; write ${named('format', `${name}=FILE`)}`);
  return { format, file };
}
