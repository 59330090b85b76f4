import { goneAtEnd } from '../files/cleanup-at-exit.ts';

/** What one run of a program ended in. */
export type ProgramResult =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly code: number | null; readonly stderr: string }
  /** It was killed, or there was no time left for it; `why` is in words that end no sentence. */
  | { readonly kind: 'stopped'; readonly why: string }
  /** It cannot be started, as if it were not installed. */
  | { readonly kind: 'unstartable'; readonly code: string | undefined; readonly why: string };

export interface ProgramLimits {
  /** Milliseconds it may take; any time if it is left out. */
  readonly timeout?: number;
  /** Bytes it may write to standard output. */
  readonly maxOutput: number;
}

/** What is kept of standard error; its first lines are all that is shown. */
const MAX_ERRORS = 65_536;

/**
 * Runs a program without a shell and without standard input, in a process group of its own. The whole group is killed when it takes too long
 * or writes too much, and when this process exits, as it does on SIGINT. Never rejects.
 */
export async function runProgram(
  path: string,
  args: readonly string[],
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
  { timeout, maxOutput }: ProgramLimits,
): Promise<ProgramResult> {
  // Few runs start a program.
  const { spawn } = await import('node:child_process');
  const { promise, resolve } = Promise.withResolvers<ProgramResult>();
  const child = spawn(path, args, {
    ...where,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  const size = { output: 0, errors: 0 };

  const { pid } = child;
  const kill = pid === undefined ? (): void => undefined : goneAtEnd({ kind: 'group', pid }).remove;
  const timer = timeout === undefined ? undefined : setTimeout(() => stop(`took longer than ${Math.round(timeout / 100) / 10} s`), timeout);
  const end = (result: ProgramResult): void => {
    clearTimeout(timer);
    resolve(result);
  };
  const stop = (why: string): void => {
    kill();
    // What it started may hold the pipes open although nobody of its group lives on.
    child.stdout.destroy();
    child.stderr.destroy();
    end({ kind: 'stopped', why });
  };

  child.stdout.on('data', (chunk: Buffer) => {
    size.output += chunk.length;
    if (size.output > maxOutput) stop(`wrote more than ${maxOutput} bytes`);
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (size.errors < MAX_ERRORS) errors.push(chunk);
    size.errors += chunk.length;
  });
  child.once('error', (error: NodeJS.ErrnoException) =>
    end({ kind: 'unstartable', code: error.code, why: `cannot be started (${error.code ?? error.message})` }),
  );
  child.once('close', (code) => {
    // What it left behind in its group.
    kill();
    end(code === 0 ? { kind: 'done', stdout: textOf(output) } : { kind: 'failed', code, stderr: textOf(errors) });
  });
  return promise;
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
