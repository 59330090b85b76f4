import { spawn, type ChildProcess } from 'node:child_process';
import { openSync, readFileSync, closeSync } from 'node:fs';
import { RigError } from './build.ts';

/** A running process of the binary. */
export interface Role {
  readonly pid: number;
  readonly log: string;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** Asks it to end, waits, and kills it if it does not. */
  stop(): Promise<void>;
}

const STOP_MS = 10_000;

/** Starts a role; standard output and error go to the log file. The role ends with this process, even if that one is killed. */
export function startRole(binary: string, args: readonly string[], log: string): Role {
  const file = openSync(log, 'a');
  const child = spawn(binary, args, { stdio: ['pipe', file, file], env: { ...process.env, HUB_FOLLOW_STDIN: '1' } });
  closeSync(file);
  return roleOf(child, log);
}

export function roleOf(child: ChildProcess, log: string): Role {
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });
  // A write to the pipe of an ended process is not an error.
  child.stdin?.on('error', () => undefined);
  const stop = async (): Promise<void> => {
    if (over) return;
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(kill);
  };
  return { pid: child.pid ?? -1, log, ended, hasEnded: () => over, stop };
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The last lines of a log, for a message about what went wrong. */
export function tail(log: string, lines = 25): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return `(no log at ${log})`;
  }
}

/** Waits until `ready` returns true. @throws {RigError} with the log if the process ends first or the time is over */
export async function untilReady(role: Role, what: string, ready: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await ready())) {
    if (role.hasEnded()) throw new RigError(`${what} ended at its start:\n${tail(role.log)}`);
    if (performance.now() > end) throw new RigError(`${what} is not ready after ${withinMs / 1000} s:\n${tail(role.log)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
