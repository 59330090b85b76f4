import { NothingToDo } from '../errors.ts';
import { complain } from './complain.ts';
import { EXIT_CODES, type Report } from '../report.ts';
import { parseFormats } from './formats.ts';
import type { Io } from './io.ts';
import { publish } from './output.ts';
import type { Invocation } from './parse.ts';
import { report } from './reports.ts';
import type { RunResult } from './command.ts';

/** A command that found nothing to judge says so in every report asked for, and ends with exit code 3. */
export async function orNothingToDo(
  command: Report['command'],
  invocation: Invocation,
  io: Io,
  run: () => Promise<RunResult>,
): Promise<RunResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof NothingToDo)) throw error;
    complain(error, io);
    const result = report({ command, outcome: 'nothingToDo', exitCode: EXIT_CODES.nothingToDo, message: error.message });
    const destinations = parseFormats(invocation.values('format')).filter(({ format, file }) => file !== undefined || format !== 'text');
    await publish(result, destinations, invocation, io);
    return { exitCode: EXIT_CODES.nothingToDo, report: result };
  }
}
