import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The result of a run of the command line. `exitCode` is null if it was killed because it took too long. */
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
/** Milliseconds. Without a hang a run takes a few seconds, even on a slow machine. */
const HANGS_AFTER = 600_000;
