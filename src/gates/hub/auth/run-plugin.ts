import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../clock.ts';
import { Deadline } from '../http/deadline.ts';

export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitMs: number;
  readonly clock: Clock;
  /** Aborting it ends the program at once. */
  readonly signal: AbortSignal;
  /** Ends the program as soon as stderr or stdout matches this. Without it, the plugin may talk to the person at the terminal. */
  readonly stopAt?: RegExp;
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}
export type PluginResult =
  | ({ readonly kind: 'done' } & Output)
  | ({ readonly kind: 'timedOut' } & Output)
  | ({ readonly kind: 'prompted' } & Output)
  | ({ readonly kind: 'flooded' } & Output)
  | ({ readonly kind: 'missing' } & Output)
  | ({ readonly kind: 'failed'; readonly code: string } & Output)
  | ({ readonly kind: 'notStarted'; readonly code: string } & Output);

/** Credentials are shorter: kubectl's plugins print a few kilobytes. */
export const PLUGIN_CHARACTERS = 1_000_000;

/** Child processes of a plugin may hold its pipes open for ever; the output of the plugin itself has arrived by then. */
const DRAIN_MS = 1000;

/** Prompts are shorter: this many earlier characters may belong to one. */
const PROMPT_CHARACTERS = 200;

/**
 * Runs a program until it ends, the time limit passes, or it prints too much. Its children end with it, and it ends with this process.
 * Never rejects.
 */
export function runPlugin(run: PluginRun): Promise<PluginResult> {
  return new Promise((resolve) => {
    const output = { stdout: '', stderr: '' };
    // An aborted signal calls no further listeners.
    if (run.signal.aborted) return resolve({ kind: 'timedOut', ...output });
    const person = run.stopAt === undefined;
    const grouped = process.platform !== 'win32' && !person;
    // spawn itself throws for impossible arguments (a NUL in a path): reported as any other failure.
    let child: ChildProcess;
    try {
      child = spawn(run.command, [...run.args], {
        env: run.env,
        stdio: [person ? 'inherit' : 'ignore', 'pipe', person ? 'inherit' : 'pipe'],
        detached: grouped,
      });
    } catch (error) {
      return resolve({ kind: 'notStarted', code: error instanceof Error ? error.message : String(error), ...output });
    }
    const stop = (kind: 'timedOut' | 'prompted' | 'flooded'): void => {
      end({ kind, ...output });
      kill(child, grouped);
    };
    let deadline = new Deadline(run.clock, run.limitMs, () => stop('timedOut'));
    const aborted = (): void => stop('timedOut');
    const orphaned = (): void => kill(child, grouped);
    run.signal.addEventListener('abort', aborted, { once: true });
    process.once('exit', orphaned);
    const end = (result: PluginResult): void => {
      deadline.stop();
      run.signal.removeEventListener('abort', aborted);
      process.removeListener('exit', orphaned);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        const recent = output[name].slice(-PROMPT_CHARACTERS) + text;
        output[name] += text;
        if (run.stopAt?.test(recent) === true) stop('prompted');
        else if (output[name].length > PLUGIN_CHARACTERS) stop('flooded');
      });
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      end(error.code === 'ENOENT' ? { kind: 'missing', ...output } : { kind: 'notStarted', code: error.code ?? error.message, ...output });
    });
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      end(code === 0 ? { kind: 'done', ...output } : { kind: 'failed', code: String(code ?? signal), ...output });
    };
    child.on('close', ended);
    child.on('exit', (code, signal) => {
      deadline.stop();
      deadline = new Deadline(run.clock, DRAIN_MS, () => {
        ended(code, signal);
        kill(child, grouped);
      });
    });
  });
}

/** If only the shell script ends, its `az` continues and holds the pipes open. SIGKILL is used because SIGTERM may be ignored. */
function kill(child: ChildProcess, grouped: boolean): void {
  try {
    if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The program ended by itself in the meantime.
  }
}
