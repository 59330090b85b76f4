import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A run of the CLI, with the figures of the kernel about its process. */
export interface MeasuredRun {
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** The peak of memory in MB, measured ten times a second. */
  readonly peak: () => number;
  /** Seconds of CPU so far. */
  readonly cpu: () => number;
  readonly kill: () => void;
}

const LOOK = 100;
const TICKS = 100;

/** Starts a program and measures its process until it ends. Only Linux has all the figures. */
export function measured(cli: string, argv: readonly string[], cwd: string): MeasuredRun {
  const child = spawn(process.execPath, [cli, ...argv], { cwd, env: { PATH: process.env['PATH'], HOME: cwd, NO_COLOR: '1' } });
  child.stdin.end();
  const of = (file: string): string => `/proc/${String(child.pid)}/${file}`;
  let [peak, cpu] = [0, 0];
  const over = new AbortController();
  const look = (): void => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(of('status'), 'utf8'))?.[1] ?? 0) / 1024);
      const [user = 0, system = 0] = readFileSync(of('stat'), 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
      cpu = Math.max(cpu, (user + system) / TICKS);
    } catch {
      // The process has just ended.
    }
  };
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      look();
      await pause(LOOK);
    }
  };
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr), watch()]);
  child.once('close', () => over.abort());
  return {
    ended: ended.then(([[code], out, err]) => ({ code: code as number | null, out, err })),
    peak: () => peak,
    cpu: () => (look(), cpu),
    kill: () => void child.kill('SIGKILL'),
  };
}
