import { HubError, NothingToDo } from '../../errors.ts';
import { EXIT_CODES, exitCodeOf, type GateReport, type JudgingCommand, type Report, REPORT_SCHEMA } from '../../report.ts';
import { settingsLines } from '../../report/facts/notes.ts';
import { VERSION } from '../../version.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import { complain, type Io } from '../process/io.ts';
import { Opened } from '../process/resource-stack.ts';
import { type Destination, parseFormats, publish, publishNoMore, rehearse } from './output.ts';

/** What a run ended in; the report is there for the commands that judge. */
export interface RunResult {
  readonly exitCode: number;
  readonly report?: Report;
  /** Settles when all that the run opened is closed. No verdict waits for that. */
  readonly closed?: Promise<void>;
}

/** One command: gets the flags taken apart and the world, publishes its own reports. */
export type CommandRun = (invocation: Invocation, io: Io) => Promise<RunResult>;

/**
 * Runs a command. Where there was nothing to check (exit 3), or no hub to read what it needs (exit 4, 5), standard error and every report asked
 * for say so: whoever reads only the report learns it too. A run that is cancelled has a report as well. What the
 * run opened is closed after its report.
 */
export async function orReported(
  command: JudgingCommand,
  invocation: Invocation,
  io: Io,
  run: (opened: Opened) => Promise<RunResult>,
): Promise<RunResult> {
  const opened = new Opened();
  const closed = Promise.withResolvers<void>();
  try {
    const running = run(opened).catch((error: unknown) => reportError(error, command, invocation, io));
    const result = await Promise.race([running, cancelledFor(CANCEL_GRACE[command], io.signal)]);
    if (result !== undefined) return { ...result, closed: closed.promise };
    running.catch(() => undefined);
    return { ...reportCancelled(command, invocation, io), closed: closed.promise };
  } finally {
    const close = (): Promise<void> => opened.close();
    closed.resolve(io.closing === undefined || opened.isEmpty ? close() : io.closing(close));
  }
}

/**
 * Runs a gate and publishes its report, with what is known beside the judgement, such as what is in the way to the hub; a hub that
 * cannot even be opened is an outcome like any other.
 * @param said the settings it went by, and what is to be said of it
 * @param judge may have a report rehearsed while it waits
 */
export async function gateResult(
  command: 'wait' | 'diagnose',
  invocation: Invocation,
  destinations: readonly Destination[],
  io: Io,
  said: (gate: GateReport) => Pick<Report, 'settings' | 'notes'>,
  judge: (rehearse: (gate: GateReport) => Promise<void>) => Promise<GateReport>,
  beside: (gate: GateReport) => Promise<Pick<Report, 'doctor'>> = () => Promise.resolve({}),
): Promise<RunResult> {
  const reportOf = (gate: GateReport, more: Pick<Report, 'doctor'>): Report =>
    report({ command, outcome: gate.outcome, exitCode: exitCodeOf(gate.outcome), ...said(gate), gate, ...more });
  const rehearsal = async (gate: GateReport): Promise<void> => rehearse(reportOf(gate, await beside(gate)), destinations, invocation, io);
  const gate = await judge(rehearsal).catch((error: unknown): GateReport => {
    if (!(error instanceof HubError)) throw error;
    return { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] };
  });
  const result = reportOf(gate, await beside(gate));
  publish(result, destinations, invocation, io, defined({ onBulk: io.keepHeapSmall?.('least') }));
  return { exitCode: result.exitCode, report: result };
}

/** How long a cancelled command may take to say by itself where it stood, in milliseconds. Half a tree is judged by nothing. */
const CANCEL_GRACE: Readonly<Record<JudgingCommand, number>> = { lint: 0, plan: 0, demo: 0, doctor: 0, wait: 1000, diagnose: 1000 };

/** Resolves so long after the signal aborted. */
function cancelledFor(ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const start = (): void => void setTimeout(() => resolve(undefined), ms);
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return promise;
}

/** Of a command that was stopped before it knew anything: the report says so, and that nothing is known. */
export function reportCancelled(command: JudgingCommand, invocation: Invocation, io: Io): RunResult {
  const message = 'cancelled before there was a verdict';
  const isGate = command === 'wait' || command === 'diagnose';
  const gate: GateReport = { outcome: 'cancelled', message, placements: [], runs: [], timeline: [] };
  const about = isGate ? { gate } : { message };
  const result = report({ command, outcome: 'cancelled', exitCode: EXIT_CODES.cancelled, ...about });
  publish(result, parseFormats(invocation), invocation, io);
  publishNoMore(invocation);
  return { exitCode: result.exitCode, report: result };
}

function reportError(error: unknown, command: JudgingCommand, invocation: Invocation, io: Io): RunResult {
  if (!(error instanceof NothingToDo) && !(error instanceof HubError)) throw error;
  const isAllowed = error instanceof NothingToDo && invocation.switch('allow-nothing');
  const outcome = error instanceof HubError ? error.kind : 'nothingToDo';
  const exitCode = isAllowed ? EXIT_CODES.passed : EXIT_CODES[outcome];
  const settings = error instanceof NothingToDo && error.settings !== undefined ? { settings: error.settings } : {};
  // Text on a terminal is this complaint alone, so it says as well what may have left nothing to check.
  if (!isAllowed || !invocation.switch('quiet')) complain(new Error([error.message, ...settingsLines(settings)].join('\n')), io);
  const result = report({ command, outcome, exitCode, message: error.message, ...settings });
  const destinations = parseFormats(invocation).filter(({ format, file }) => file !== undefined || format !== 'text');
  publish(result, destinations, invocation, io);
  return { exitCode: result.exitCode, report: result };
}

/** The notes of a report; nothing where there are none. */
export function notesOf(notes: readonly string[] = []): Pick<Report, 'notes'> {
  return notes.length === 0 ? {} : { notes };
}

/** What a report says of what a change silences; nothing where it silences nothing. */
export function silencedPart(silenced: readonly string[]): Pick<Report, 'silenced'> {
  return silenced.length === 0 ? {} : { silenced };
}

/** A report with the parts that never vary. */
export function report(parts: Omit<Report, 'schema' | 'tool'>): Report {
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, ...parts };
}
