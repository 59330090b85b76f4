import { durationText } from '../../duration.ts';
import { HubError, NothingToDo } from '../../errors.ts';
import { EXIT_CODES, exitCodeOf, type GateReport, type JudgingCommand, type Report, REPORT_SCHEMA } from '../../report.ts';
import { settingsLines } from '../../report/facts/notes.ts';
import { whereGiven } from '../../terms.ts';
import { VERSION } from '../../version.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { complain, type ErrorTexts, type Io } from '../process/io.ts';
import { ResourceStack } from '../process/resource-stack.ts';
import { heapLimit, MOST_HEAP, type Stop, Stopped, Turns } from '../process/turns.ts';
import { type Destination, parseFormats, publish, publishNoMore } from './output.ts';

/** The result of a run. The report is present for commands that judge. */
export interface RunResult {
  readonly exitCode: number;
  readonly report?: Report;
  /** Settles when all open resources of the run are closed. A verdict does not wait for it. */
  readonly closed?: Promise<void>;
}

/** Runs one command, with its parsed flags, and publishes its reports. */
export type CommandRun = (invocation: Invocation, io: Io) => Promise<RunResult>;

/**
 * Runs a command. If there is nothing to check (exit 3), or the hub that it needs cannot be read (exit 4, 5), standard error and every
 * requested report say so. The same applies if the run is cancelled (exit 130). Open resources are closed after the report.
 */
export async function orReported(
  command: JudgingCommand,
  invocation: Invocation,
  io: Io,
  run: (opened: ResourceStack) => Promise<RunResult>,
): Promise<RunResult> {
  return reportedFirst(command, invocation, io, run, cancelledFor(CANCEL_GRACE[command], io.signal));
}

/**
 * Like `orReported`, for a judgement of files. If it exceeds its deadline or the available memory, it is stopped, and its reports say that
 * nothing was judged (exit 6). A cancelled one is stopped as well.
 */
export async function judgedInTurns(
  command: 'lint' | 'plan' | 'ready',
  invocation: Invocation,
  io: Io,
  run: (turns: Turns, errorTexts: ErrorTexts) => Promise<RunResult>,
): Promise<RunResult> {
  const turns = new Turns({ deadline: flagValue(invocation, 'deadline') ?? defaultValue('deadline'), heap: MOST_HEAP }, io.signal);
  const errorTexts: ErrorTexts = {};
  const judge = (): Promise<RunResult> =>
    run(turns, errorTexts).catch((error: unknown) => {
      if (error instanceof Stopped) return NEVER;
      hideIn(error, errorTexts);
      throw error;
    });
  try {
    return await reportedFirst(command, invocation, io, judge, Promise.race([turns.stopped, cancelledFor(0, io.signal)]));
  } finally {
    turns.close();
  }
}

/** @param depth causes may refer to each other */
function hideIn(error: unknown, { hide }: ErrorTexts, depth = 0): void {
  if (hide === undefined || !(error instanceof Error) || depth > DEEPEST_CAUSE) return;
  error.message = hide(error.message);
  error.stack = hide(error.stack ?? '');
  hideIn(error.cause, { hide }, depth + 1);
}

const DEEPEST_CAUSE = 8;

/** A stopped judgement does not have a result. */
const NEVER = new Promise<never>(() => undefined);

/** Reports what happens first: the result of the run, or the reason why it ends without one. */
async function reportedFirst(
  command: JudgingCommand,
  invocation: Invocation,
  io: Io,
  run: (opened: ResourceStack) => Promise<RunResult>,
  stopped: Promise<Stop | 'cancelled'>,
): Promise<RunResult> {
  const opened = new ResourceStack();
  const closed = Promise.withResolvers<void>();
  try {
    const running = run(opened).catch((error: unknown) => reportError(error, command, invocation, io));
    const ended = await Promise.race([running, stopped]);
    if (typeof ended === 'object') return { ...ended, closed: closed.promise };
    running.catch(() => undefined);
    return { ...(await reportStopped(ended, command, invocation, io)), closed: closed.promise };
  } finally {
    const close = (): Promise<void> => opened.close();
    closed.resolve(io.closing === undefined || opened.isEmpty ? close() : io.closing(close));
  }
}

/**
 * Runs a gate and publishes its report with additional information, such as the checks of the hub. A hub that cannot be opened is a normal
 * outcome.
 * @param said the settings and notes of the gate
 */
export async function gateResult(
  command: 'wait' | 'diagnose',
  invocation: Invocation,
  destinations: readonly Destination[],
  io: Io,
  said: (gate: GateReport) => Pick<Report, 'settings' | 'notes'>,
  judge: () => Promise<GateReport>,
  beside: (gate: GateReport) => Promise<Pick<Report, 'doctor'>> = () => Promise.resolve({}),
): Promise<RunResult> {
  const reportOf = (gate: GateReport, more: Pick<Report, 'doctor'>): Report =>
    report({ command, outcome: gate.outcome, exitCode: exitCodeOf(gate.outcome), ...said(gate), gate, ...more });
  const gate = await judge().catch((error: unknown): GateReport => {
    if (!(error instanceof HubError)) throw error;
    return { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] };
  });
  const result = reportOf(gate, await beside(gate));
  publish(result, destinations, invocation, io);
  return { exitCode: result.exitCode, report: result };
}

/** Milliseconds that a cancelled command has to report its own state. A partly judged tree does not have a verdict. */
const CANCEL_GRACE: Readonly<Record<JudgingCommand, number>> = {
  lint: 0,
  plan: 0,
  ready: 0,
  demo: 0,
  doctor: 0,
  wait: 1000,
  diagnose: 1000,
  approve: 1000,
  watch: 1000,
};

/** Resolves the given time after the signal aborted. */
function cancelledFor(ms: number, signal: AbortSignal): Promise<'cancelled'> {
  const { promise, resolve } = Promise.withResolvers<'cancelled'>();
  const start = (): void => void setTimeout(() => resolve('cancelled'), ms);
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return promise;
}

/** Writes the report of a command that was cancelled before it had a result. Later results are not published. */
export function reportCancelled(command: JudgingCommand, invocation: Invocation, io: Io): Promise<RunResult> {
  return reportStopped('cancelled', command, invocation, io);
}

async function reportStopped(why: Stop | 'cancelled', command: JudgingCommand, invocation: Invocation, io: Io): Promise<RunResult> {
  const message = await stoppedText(why, invocation);
  const outcome = why === 'cancelled' ? 'cancelled' : 'notEvaluated';
  const isGate = command === 'wait' || command === 'diagnose' || command === 'approve';
  const gate: GateReport = { outcome: 'cancelled', message, placements: [], runs: [], timeline: [] };
  const result = report({ command, outcome, exitCode: EXIT_CODES[outcome], ...(isGate ? { gate } : { message }) });
  if (why !== 'cancelled') complain(new Error(message), io);
  const destinations = parseFormats(invocation).filter((destination) => why === 'cancelled' || isNoTerminalText(destination));
  publish(result, destinations, invocation, io, { isAlreadyReported: why !== 'cancelled' });
  publishNoMore(invocation);
  return { exitCode: result.exitCode, report: result };
}

async function stoppedText(why: Stop | 'cancelled', invocation: Invocation): Promise<string> {
  switch (why) {
    case 'cancelled':
      return 'cancelled before there was a verdict';
    case 'late': {
      const after = durationText(flagValue(invocation, 'deadline') ?? defaultValue('deadline'));
      const longer = whereGiven(invocation.named, ['deadline', 'DURATION'], (term) => `, or allow more time: ${term}`);
      return `nothing was checked: not finished after ${after}; check fewer files at once${longer}`;
    }
    case 'out of memory':
    default:
      return `nothing was checked: ${Math.round((await heapLimit()) / 2 ** 20)} MB of memory are not enough; check fewer files at once, or allow more memory: NODE_OPTIONS=--max-old-space-size=MB`;
  }
}

function reportError(error: unknown, command: JudgingCommand, invocation: Invocation, io: Io): RunResult {
  if (!(error instanceof NothingToDo) && !(error instanceof HubError)) throw error;
  const isAllowed = error instanceof NothingToDo && invocation.switch('allow-nothing');
  const outcome = error instanceof HubError ? error.kind : 'nothingToDo';
  const exitCode = isAllowed ? EXIT_CODES.passed : EXIT_CODES[outcome];
  const settings = error instanceof NothingToDo && error.settings !== undefined ? { settings: error.settings } : {};
  // On a terminal this message is the whole text, so it includes settings that may be the reason.
  if (!isAllowed || !invocation.switch('quiet')) complain(new Error([error.message, ...settingsLines(settings)].join('\n')), io);
  const result = report({ command, outcome, exitCode, message: error.message, ...settings });
  const destinations = parseFormats(invocation).filter(isNoTerminalText);
  publish(result, destinations, invocation, io, { isAlreadyReported: true });
  return { exitCode: result.exitCode, report: result };
}

/** Text on the terminal would repeat the line on standard error. */
function isNoTerminalText({ format, file }: Destination): boolean {
  return file !== undefined || format !== 'text';
}

/** The notes of a report; empty if there are none. */
export function notesOf(notes: readonly string[] = []): Pick<Report, 'notes'> {
  return notes.length === 0 ? {} : { notes };
}

/** The part of a report about findings that a change hides; empty if there are none. */
export function silencedPart(silenced: readonly string[]): Pick<Report, 'silenced'> {
  return silenced.length === 0 ? {} : { silenced };
}

/** Adds the constant parts to a report. */
export function report(parts: Omit<Report, 'schema' | 'tool'>): Report {
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, ...parts };
}
