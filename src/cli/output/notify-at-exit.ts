import { EXIT_CODES, type ExitCode, type Report, type ReportOutcome } from '../../report.ts';
import type { Io } from '../process/io.ts';
import { writeFaultNotification, writeNotification } from './notify-file.ts';
import { report } from './run-result.ts';

/** The notification file of a process, and the command that it runs. */
export interface NotifyAtExit {
  readonly file: string;
  readonly command: string;
}

/** Records what is known before the process ends. */
export interface EndKnown {
  /** A report with this exit code was written. If the process ends with the same code, the file is complete. */
  reported(exitCode: number): void;
  /** Why there is no report. */
  failed(error: unknown): void;
}

/**
 * Writes the notification however the process ends: wrong usage, a second signal, an uncaught error. A notification that a run wrote for
 * the same exit code stays. Only if the process is killed, the file is not updated.
 */
export function notifyAtExit({ file, command }: NotifyAtExit, io: Pick<Io, 'cwd' | 'env' | 'now' | 'secrets'>): EndKnown {
  let reportedCode: number | undefined;
  let why: string | undefined;
  process.on('exit', () => {
    const exitCode = Number(process.exitCode);
    if (exitCode === reportedCode) return;
    try {
      const ended = reportOf(exitCode, why);
      if (ended === undefined) writeFaultNotification(file, command, io);
      else writeNotification(file, ended, io, { command });
    } catch {
      // An error cannot be reported at this point. If a run requested the file, that run has reported it.
    }
  });
  return {
    reported: (exitCode) => (reportedCode = exitCode),
    failed: (error) => (why = error instanceof Error ? error.message : String(error)),
  };
}

const OUTCOMES: readonly (readonly [ExitCode, ReportOutcome, string])[] = [
  [EXIT_CODES.usage, 'usage', 'the command could not be carried out; the log says why'],
  [EXIT_CODES.nothingToDo, 'nothingToDo', 'there was nothing to check'],
  [EXIT_CODES.unreachable, 'unreachable', 'the hub could not be reached'],
  [EXIT_CODES.notAllowed, 'notAllowed', 'the hub denied access'],
  [EXIT_CODES.cancelled, 'cancelled', 'cancelled before there was a verdict'],
];

/** `undefined` for an internal error. */
function reportOf(exitCode: number, why: string | undefined): Report | undefined {
  const [code, outcome, message] = OUTCOMES.find(([known]) => known === exitCode) ?? [];
  if (code === undefined || outcome === undefined || message === undefined) return undefined;
  return report({ command: 'lint', outcome, exitCode: code, message: why ?? message });
}
