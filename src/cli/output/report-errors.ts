import { EXIT_CODES, type Report } from '../../report.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../report/render.ts';
import type { Terms } from '../../terms.ts';
import { COMMANDS } from '../../settings/commands.ts';
import { tokensOf } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { outcomeOfError } from '../process/outcome-of-error.ts';
import { type Destination, publish, UnwrittenReport } from './output.ts';
import { report, type RunResult } from './run-result.ts';

/**
 * Runs it. If it ends with an error, the reports that argv requests contain that error before it is thrown again, even if argv is not
 * valid otherwise.
 */
export async function withErrorReports(argv: readonly string[], io: Io, named: Terms, run: () => Promise<RunResult>): Promise<RunResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UnwrittenReport)) reportError(error, commandIn(argv), destinationsIn(argv), io, named);
    throw error;
  }
}

/** Writes the report of an error once to every requested target except the terminal, which shows the error itself. */
export function reportError(error: unknown, command: Report['command'], destinations: readonly Destination[], io: Io, named: Terms): void {
  const outcome = outcomeOfError(error);
  const message = error instanceof Error ? error.message : String(error);
  const result = report({ command, outcome, exitCode: EXIT_CODES[outcome], message });
  try {
    publish(
      result,
      onePerPlace(destinations).filter(({ format, file }) => file !== undefined || format !== 'text'),
      { named, switch: (name) => name === 'no-color', value: () => undefined },
      io,
      { isAlreadyReported: true },
    );
  } catch {
    // The error itself is reported, and sets the exit code.
  }
}

/** The formats that argv requests, if they can be parsed. */
export function formatsIn(argv: readonly string[]): readonly ReportFormat[] {
  return destinationsIn(argv).map(({ format }) => format);
}

function destinationsIn(argv: readonly string[]): readonly Destination[] {
  return tokensOf(argv).flatMap((token): readonly Destination[] => {
    if (token.kind !== 'option' || token.name !== 'format') return [];
    const [, name, , file] = /^([^=]*)(=(.*))?$/s.exec(token.value ?? '') ?? [];
    const format = REPORT_FORMATS.find((candidate) => candidate === name);
    if (format === undefined || file === '') return [];
    return [file === undefined ? { format } : { format, file }];
  });
}

/** Keeps the first destination if two have the same target. */
function onePerPlace(destinations: readonly Destination[]): readonly Destination[] {
  return destinations.filter(({ file }, index) => destinations.findIndex((other) => other.file === file) === index);
}

function commandIn(argv: readonly string[]): Report['command'] {
  const [first] = tokensOf(argv).flatMap((token) => (token.kind === 'positional' && token.value !== 'help' ? [token.value] : []));
  const command = COMMANDS.find((candidate) => candidate === first);
  return command === undefined || command === 'completion' ? 'none' : command;
}
