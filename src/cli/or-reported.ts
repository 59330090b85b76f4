import { HubError, NothingToDo } from '../errors.ts';
import { EXIT_CODES, type Report } from '../report.ts';
import type { RunResult } from './command.ts';
import { complain } from './complain.ts';
import { parseFormats } from './formats.ts';
import type { Io } from './io.ts';
import { publish } from './output.ts';
import type { Invocation } from './parse.ts';
import { report } from './reports.ts';

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
    complain(error, io);
    const outcome = error instanceof HubError ? error.kind : 'nothingToDo';
    const result = report({ command, outcome, exitCode: EXIT_CODES[outcome], message: error.message });
    const destinations = parseFormats(invocation.values('format')).filter(({ format, file }) => file !== undefined || format !== 'text');
    publish(result, destinations, invocation, io);
    return { exitCode: result.exitCode, report: result };
  }
}
