import { EXIT_CODES, type ExitCode, type Report, type ReportOutcome } from '../../report.ts';
import type { Io } from '../process/io.ts';
import { writeFaultNotification, writeNotification } from './notify-file.ts';
import { report } from './run-result.ts';

/** Where the notification of a process goes, and what the process was asked to do. */
export interface NotifyAtExit {
  readonly file: string;
  readonly command: string;
}

/** What is known of an end before the process comes to it. */
export interface EndKnown {
  /** A report was told with this exit code: an end with the same one has its notification. */
  told(exitCode: number): void;
  /** Why there is none. */
  failed(error: unknown): void;
}

/**
 * Whatever ends the process, the file tells it: wrong usage, a second signal, a fault nobody caught. What a run has told with the same exit code
 * stays. Only being killed leaves the file as it was.
 */
export function notifyAtExit({ file, command }: NotifyAtExit, io: Pick<Io, 'cwd' | 'env' | 'now' | 'secrets'>): EndKnown {
  let toldCode: number | undefined;
  let why: string | undefined;
  process.on('exit', () => {
    const exitCode = Number(process.exitCode);
    if (exitCode === toldCode) return;
    try {
      const ended = reportOf(exitCode, why);
      if (ended === undefined) writeFaultNotification(file, command, io);
      else writeNotification(file, ended, io, { command });
    } catch {
      // Nobody is left to be told; where the file was asked for by a run, that run has said so.
    }
  });
  return {
    told: (exitCode) => (toldCode = exitCode),
    failed: (error) => (why = error instanceof Error ? error.message : String(error)),
  };
}

const OUTCOMES: readonly (readonly [ExitCode, ReportOutcome, string])[] = [
  [EXIT_CODES.usage, 'usage', 'the command could not be carried out; the log says why'],
  [EXIT_CODES.nothingToDo, 'nothingToDo', 'there was nothing to check'],
  [EXIT_CODES.unreachable, 'unreachable', 'the hub could not be reached'],
  [EXIT_CODES.notAllowed, 'notAllowed', 'the hub did not allow a look'],
  [EXIT_CODES.cancelled, 'cancelled', 'cancelled before there was a verdict'],
];

/** `undefined` for a fault of our own. */
function reportOf(exitCode: number, why: string | undefined): Report | undefined {
  const [code, outcome, message] = OUTCOMES.find(([known]) => known === exitCode) ?? [];
  if (code === undefined || outcome === undefined || message === undefined) return undefined;
  return report({ command: 'lint', outcome, exitCode: code, message: why ?? message });
}
