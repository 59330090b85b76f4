import { isAbsolute } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { removeAtExit } from './cleanup-at-exit.ts';
import { memoryLimit } from './memory-limit.ts';

/** A program to run, and the bounds it gets. */
export interface ProgramRun {
  /** Absolute, as `findProgram` returns it. */
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of standard output, and of standard error. */
  readonly maxOutput: number;
  /** Bytes of memory of the program, and of each program that it starts; see `memoryLimit`. */
  readonly maxMemory?: number;
  /** Words before the program, such as those of `withoutNetwork`. */
  readonly launcher?: readonly string[];
  /** Waits for the timeout; resolves early if aborted. Real time by default. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the program if it is aborted. */
  readonly signal?: AbortSignal;
  /** Ends the program as soon as one of its streams matches. */
  readonly stopAt?: RegExp;
  /** Whether the program may talk to the person at the terminal: it gets standard input, and its standard error is not read. */
  readonly isInteractive?: boolean;
}

/** How a run ended. */
export type ProgramResult =
  | { readonly kind: 'done'; readonly stdout: string }
  /** `code` is the exit code or the signal. */
  | { readonly kind: 'failed'; readonly code: number | string; readonly stderr: string }
  /** It was ended here; `why` is a clause. */
  | { readonly kind: 'stopped'; readonly because: 'time' | 'output' | 'match'; readonly why: string; readonly stderr: string }
  /** It cannot be started, as if it were not installed. */
  | { readonly kind: 'unstartable'; readonly code: string; readonly why: string };

/** Bytes of standard error that are kept: messages show only its first lines. */
const MAX_ERRORS = 65_536;

/** Milliseconds. Children of a program may hold its streams open without end; the output of the program itself has arrived by then. */
const DRAIN_MS = 1000;

/** Characters before a chunk in which a match of `stopAt` may begin. */
const MATCH_REACH = 200;

/** Exit codes of a launcher that cannot start a program (POSIX, "Exit Status for Commands"). */
const NOT_STARTED: Readonly<Record<number, string>> = { 126: 'EACCES', 127: 'ENOENT' };

/**
 * The only place that starts programs. Without a shell of the user and in a process group of its own, which ends with the program, at the
 * limits, and when this process exits. Never rejects.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const { path, timeout, maxOutput, stopAt, isInteractive = false, signal } = run;
  if (!isAbsolute(path)) return unstartable('ENOENT');
  // Most runs of this tool start no program.
  const { spawn } = await import('node:child_process');
  if (signal?.aborted === true) return { kind: 'stopped', because: 'time', why: 'was not started', stderr: '' };
  // A person at the terminal can end what is in the foreground group.
  const isGroup = process.platform !== 'win32' && !isInteractive;
  const { promise, resolve } = Promise.withResolvers<ProgramResult>();
  const limit = run.maxMemory === undefined ? [] : memoryLimit(run.maxMemory);
  const [command = path, ...args] = [...(run.launcher ?? []), ...limit, path, ...run.args];
  let child: ChildProcess;
  try {
    child = spawn(command, args, {
      env: { ...run.env },
      ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
      stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', isInteractive ? 'inherit' : 'pipe'],
      detached: isGroup,
      windowsHide: true,
    });
  } catch (error) {
    // An argument with a NUL, for example.
    return unstartable(error instanceof Error ? error.message : String(error));
  }
  const { pid } = child;
  const kept = pid === undefined ? undefined : removeAtExit({ kind: isGroup ? 'group' : 'program', pid });
  const over = new AbortController();
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  const size = { output: 0, errors: 0 };
  let draining: NodeJS.Timeout | undefined;
  const stderr = (): string => textOf(errors).slice(0, MAX_ERRORS);

  const end = (result: ProgramResult): void => {
    over.abort();
    signal?.removeEventListener('abort', aborted);
    clearTimeout(draining);
    // Children that the program left in its group end too. The id of a single program that has ended may be another's already.
    if (isGroup || (child.exitCode === null && child.signalCode === null)) kept?.remove();
    else kept?.forget();
    // A child of the program that left its group may hold the pipes open.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    resolve(result);
  };
  const stop = (because: 'time' | 'output' | 'match', why: string): void => end({ kind: 'stopped', because, why, stderr: stderr() });
  const aborted = (): void => stop('time', 'was ended');
  signal?.addEventListener('abort', aborted, { once: true });
  const wait = run.sleep ?? sleep;
  const timeIsOver = (): void => {
    if (!over.signal.aborted) stop('time', `took longer than ${Math.round(timeout / 100) / 10} s`);
  };
  void wait(timeout, over.signal).then(timeIsOver);

  let recent = { stdout: '', stderr: '' };
  const watch = (name: 'stdout' | 'stderr', chunk: Buffer): void => {
    if (stopAt === undefined) return;
    const text = recent[name].slice(-MATCH_REACH) + chunk.toString('utf8');
    recent = { ...recent, [name]: text };
    if (stopAt.test(text)) stop('match', 'was ended');
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    if (size.errors < MAX_ERRORS) errors.push(chunk);
    size.errors += chunk.length;
    watch('stderr', chunk);
    if (size.errors > maxOutput) stop('output', `wrote more than ${sizeText(maxOutput)} of errors, which is the limit`);
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    size.output += chunk.length;
    if (size.output > maxOutput) return stop('output', `wrote more than ${sizeText(maxOutput)}, which is the limit`);
    output.push(chunk);
    watch('stdout', chunk);
  });
  child.once('error', (error: NodeJS.ErrnoException) => end(unstartable(error.code ?? error.message)));
  const ended = (code: number | null, by: NodeJS.Signals | null): void => {
    if (code === 0) return end({ kind: 'done', stdout: textOf(output) });
    const notStarted = command === path || code === null ? undefined : NOT_STARTED[code];
    end(notStarted === undefined ? { kind: 'failed', code: code ?? by ?? 'unknown', stderr: stderr() } : unstartable(notStarted));
  };
  child.once('close', ended);
  const drain = (code: number | null, by: NodeJS.Signals | null): void => {
    const before = size.output + size.errors;
    // This process may have been busy all the time: streams are read once more before the immediate is run.
    const look = (): void => {
      if (over.signal.aborted) return;
      if (before === size.output + size.errors) ended(code, by);
      else drain(code, by);
    };
    draining = setTimeout(() => setImmediate(look), DRAIN_MS);
  };
  child.once('exit', drain);
  return promise;
}

function sizeText(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes} bytes` : `${Math.floor(bytes / 2 ** 20)} MB`;
}

function unstartable(code: string): ProgramResult {
  return { kind: 'unstartable', code, why: `cannot be started (${code})` };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: after } = await import('node:timers/promises');
  await after(ms, undefined, { signal }).catch(() => undefined);
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
