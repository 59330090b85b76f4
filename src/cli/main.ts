import { setTimeout as pause } from 'node:timers/promises';
import { EXIT_CODES } from '../report.ts';
import { valueIn } from './command-line/invocation.ts';
import { run } from './commands/run.ts';
import { complain, type Io, processIo } from './process/io.ts';
import { knownSecrets } from './process/known-secrets.ts';
import type { EndKnown } from './output/notify-at-exit.ts';
import { outcomeOfError } from './process/outcome-of-error.ts';
import { endCancelled, endNow, endUnwritten, endWith, expectExitCode, onCancel, printFault } from './process/process-end.ts';
import { standardStream } from './process/standard-stream.ts';
import { checkWorkingDirectory } from './process/working-directory.ts';

/**
 * Milliseconds for writing the report before open connections and files are closed. Connections and credential plugins end with the
 * process.
 */
const OUT_SOON = 100;

/** Runs the CLI on the real process. */
export async function main(): Promise<void> {
  const secrets = knownSecrets(process.env);
  expectExitCode(secrets);
  standardStream('stdout')?.on('error', (error) => endUnwritten(error, secrets));
  const cancel = new AbortController();
  let isHeeded = false;
  let isLeftOpen = false;
  const io = {
    ...processIo(cancel.signal, secrets),
    runs: run,
    closing: async (close: () => Promise<void>) => {
      isLeftOpen = true;
      await pause(OUT_SOON, undefined, { ref: false });
      await close();
    },
    get signal() {
      isHeeded = true;
      return cancel.signal;
    },
  };
  onCancel(() => {
    // A command that handles the signal reports what it knows, unless a second signal arrives. Other commands have nothing to report.
    if (cancel.signal.aborted || !isHeeded) endCancelled();
    cancel.abort();
  });
  const argv = process.argv.slice(2);
  const end = await endNotice(argv, io);
  try {
    checkWorkingDirectory();
    const { exitCode, closed } = await run(argv, io);
    end?.reported(exitCode);
    endWith(exitCode);
    // A cancelled run waits only for its report, not for open resources. A gate does not wait either until its connections are closed one
    // by one, or until Node has freed its heap.
    if (!cancel.signal.aborted && !isLeftOpen) await closed;
    if (cancel.signal.aborted || closed !== undefined) endNow();
  } catch (error) {
    const outcome = outcomeOfError(error);
    end?.failed(error);
    if (outcome === 'ownFault') printFault(error, secrets);
    else complain(error as Error, io);
    endWith(EXIT_CODES[outcome]);
    if (isLeftOpen) endNow();
  }
}

/** Loaded only if a notification is requested. */
async function endNotice(argv: readonly string[], io: Pick<Io, 'cwd' | 'env' | 'now' | 'secrets'>): Promise<EndKnown | undefined> {
  if (!argv.some((word) => word.startsWith('--notify-file'))) return undefined;
  const { value: file, command } = valueIn(argv, 'notify-file');
  if (file === undefined) return undefined;
  const { notifyAtExit } = await import('./output/notify-at-exit.ts');
  return notifyAtExit({ file, command }, io);
}
