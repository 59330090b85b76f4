import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** What a run of the command line ended in; `exitCode` is null where it was killed, as it took too long. */
export interface CliRun {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * The command line in a process of its own, with little memory. One that does not end is killed.
 * @param memoryMb of the heap; the process is aborted beyond it
 */
export async function startCli(argv: readonly string[], cwd: string, memoryMb: number): Promise<CliRun> {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, CLI, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANGS_AFTER,
    killSignal: 'SIGKILL',
  });
  const [out, err, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { exitCode, out, err };
}

const CLI = path.resolve(import.meta.dirname, '../../../src/cli.ts');
/** Milliseconds; whatever works takes a few seconds, however slow the machine. */
const HANGS_AFTER = 600_000;
