import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { Report } from '../../report.ts';
import { cutReport } from '../../report/cut-report.ts';
import { summaryUpload } from '../../report/azure/render-azure.ts';
import { type RenderOptions, REPORT_FORMATS, type ReportFormat, render } from '../../report/render.ts';
import { firstLine } from '../../report/facts/first-line.ts';
import { PLAIN, type Styler, terminalLine } from '../../report/text/terminal.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { checkFolder, saveReport, unwritable } from './requested-output-file.ts';
import { ciRun } from './ci-run.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { annotationPrefix } from '../git/repository.ts';
import { writeNotification } from './notify-file.ts';
import { SIZES, fitToSize } from '../../report/fit-to-size.ts';

/** The target of a report; `file` is absent for standard output. */
export interface Destination {
  readonly format: ReportFormat;
  readonly file?: string;
}

/**
 * The targets of the reports of a run, from `--format json=out.json --format text`. Default: text on standard output.
 * @throws {ConfigError} an unknown format, `json=` without a file, two formats on standard output, or two in one file
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
        `${named('format')}: two reports cannot both go to ${shown}; write one to another file: ${named('format', 'json=report.json')}`,
      );
    seen.add(place);
  }
  return destinations;
}

/** The parts of the command line that affect a report. */
type Asked = Pick<Invocation, 'switch' | 'value' | 'named'>;

/** How a report is published. */
interface Publishing {
  /** The outcome is already on standard error. */
  readonly isAlreadyReported?: boolean;
}

/**
 * Writes a report to all requested targets, the terminal first, so that a file that cannot be written does not hide it. If the report is
 * not on standard output, its first line is on standard error. @throws {UnwrittenReport} a file cannot be written
 */
export function publish(
  whole: Report,
  destinations: readonly Destination[],
  invocation: Asked,
  io: Io,
  { isAlreadyReported = false, ...options }: RenderOptions & Publishing = {},
): void {
  if (given.has(invocation)) return;
  const report = shownReport(cutReport(withRunPage(withTitle(whole, invocation.value('title')), io)), io);
  const width = io.stdout.isTTY ? { width: io.stdout.columns } : {};
  const prefix = annotationPrefix(io);
  const placed = { ...options, prefix, ...(io.source === undefined ? {} : { source: { ...io.source, prefix } }) };
  const shown = destinations.filter(({ file }) => file === undefined);
  for (const { format } of shown) io.stdout.write(reportText(report, format, { ...placed, ...width, style: styler(invocation, io) }));
  // An annotating format prints nothing if none of the findings has a position in a file.
  if (!isAlreadyReported && shown.every(({ format }) => ANNOTATING.has(format))) printOutcome(report, invocation, io);
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
  // The agent reads the file as soon as it sees the line.
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

/** Maximum number of characters of the outcome line. */
const OUTCOME_LINE = 300;

function printOutcome(report: Report, invocation: Pick<Invocation, 'switch'>, { stderr }: Pick<Io, 'stderr'>): void {
  if (report.exitCode === 0 && invocation.switch('quiet')) return;
  stderr.write(`${terminalLine(firstLine(report, OUTCOME_LINE))}\n`);
}

/** A report exists but could not be written to one of its targets. The other targets have it. */
export class UnwrittenReport extends ConfigError {}

/** Writes the short report for a chat, with the name of the full report. */
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

/** Runs that were abandoned and already have a report. A later result must not replace it. */
const given = new WeakSet<object>();

export function publishNoMore(invocation: Invocation): void {
  given.add(invocation);
}

/** Adds the URL of the pipeline run, if it is known. */
export function withRunPage(report: Report, { env }: Pick<Io, 'env'>): Report {
  const { page } = ciRun(env);
  return page === undefined ? report : { ...report, run: page };
}

/** Adds the given title, if any. */
export function withTitle(report: Report, title: string | undefined): Report {
  return title === undefined || title === '' ? report : { ...report, title };
}

/** The report without confidential values in its texts. Fields and their names do not change. */
export function shownReport(report: Report, { secrets }: Pick<Io, 'secrets'>): Report {
  return withEveryString(report, (text) => secrets.hide(text));
}

/** Checks before a long wait that the report can be written. @throws {ConfigError} */
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

/** Colours are used on a terminal that supports them, or if FORCE_COLOR requests them; never with `--no-color` or NO_COLOR. */
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

/** Whether a terminal supports colours and cursor movement. */
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
  if (file === '') throw new ConfigError(`${named('format')}: "${value}" does not name a file; write ${named('format', `${name}=FILE`)}`);
  return { format, file };
}

/** Renders a report. A string has a maximum length, so a report that is too long is shortened instead of lost. */
function reportText(report: Report, format: ReportFormat, options: RenderOptions): string {
  for (const size of SIZES) {
    try {
      return render(size === SIZES[0] ? report : fitToSize(report, size), format, options);
    } catch (error) {
      if (!(error instanceof RangeError) || size === SIZES.at(-1)) throw error;
    }
  }
  throw new Error('no size is left to try');
}
