import { HubError } from '../errors.ts';
import { exitCodeOf, type GateReport } from '../report.ts';
import type { Destination } from './formats.ts';
import type { Io } from './io.ts';
import { publish } from './output.ts';
import type { Invocation } from './parse.ts';
import { report } from './reports.ts';
import type { RunResult } from './command.ts';

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
