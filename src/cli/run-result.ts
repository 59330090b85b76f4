import { HubError, NothingToDo } from '../errors.ts';
import { EXIT_CODES, exitCodeOf, type GateReport, type Report, REPORT_SCHEMA } from '../report.ts';
import { VERSION } from '../version.ts';
import type { Invocation } from './invocation.ts';
import { complain, type Io } from './io.ts';
import { type Destination, parseFormats, publish } from './output.ts';

/** What a run ended in; the report is there for the commands that judge. */
export interface RunResult {
  readonly exitCode: number;
  readonly report?: Report;
}

/** One command: gets the flags taken apart and the world, publishes its own reports. */
export type CommandRun = (invocation: Invocation, io: Io) => Promise<RunResult>;

/**
 * Runs a command; where there was nothing to judge (exit 3), or no hub to read what it needs (exit 4, 5), that is said on standard error
 * and in every report asked for, so that whoever reads only the report learns it too.
 */
export async function orReported(
  command: Report['command'],
  invocation: Invocation,
  io: Io,
  run: () => Promise<RunResult>,
): Promise<RunResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof NothingToDo) && !(error instanceof HubError)) throw error;
    const isAllowed = error instanceof NothingToDo && invocation.switch('allow-nothing');
    if (!isAllowed || !invocation.switch('quiet')) complain(error, io);
    const outcome = error instanceof HubError ? error.kind : 'nothingToDo';
    const exitCode = isAllowed ? EXIT_CODES.passed : EXIT_CODES[outcome];
    const result = report({ command, outcome, exitCode, message: error.message });
    const destinations = parseFormats(invocation).filter(({ format, file }) => file !== undefined || format !== 'text');
    publish(result, destinations, invocation, io);
    return { exitCode: result.exitCode, report: result };
  }
}

/** Runs a gate and publishes its report; a hub that cannot even be opened is an outcome like any other. */
export async function gateResult(
  command: 'wait' | 'diagnose',
  invocation: Invocation,
  destinations: readonly Destination[],
  io: Io,
  judge: () => Promise<GateReport>,
): Promise<RunResult> {
  const gate = await judge().catch((error: unknown): GateReport => {
    if (!(error instanceof HubError)) throw error;
    return { outcome: error.kind, message: error.message, placements: [], runs: [], timeline: [] };
  });
  const result = report({ command, outcome: gate.outcome, exitCode: exitCodeOf(gate.outcome), gate });
  publish(result, destinations, invocation, io);
  return { exitCode: result.exitCode, report: result };
}

/** A report with the parts that never vary. */
export function report(parts: Omit<Report, 'schema' | 'tool'>): Report {
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, ...parts };
}
