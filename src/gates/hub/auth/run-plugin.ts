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
  /** Ends it at once. */
  readonly signal: AbortSignal;
  /** End it as soon as stderr or stdout says this; without it the plugin may talk to the person at the terminal. */
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

/** No credential is longer; kubectl's plugins print a few kilobytes. */
export const PLUGIN_CHARACTERS = 1_000_000;

/** What a plugin left running may hold its pipes open for ever; what it said itself is there by then. */
const DRAIN_MS = 1000;

/** No prompt is longer: how much of what was said before may belong to it. */
const PROMPT_CHARACTERS = 200;

/** Runs a program to its end, to the limit, or until it prints too much; its children end with it, and it ends with us. Never rejects. */
export function runPlugin(run: PluginRun): Promise<PluginResult> {
  return new Promise((resolve) => {
    const output = { stdout: '', stderr: '' };
    // A signal that has aborted calls no listener any more.
    if (run.signal.aborted) return resolve({ kind: 'timedOut', ...output });
    const person = run.stopAt === undefined;
    const grouped = process.platform !== 'win32' && !person;
    // spawn itself throws for impossible arguments (a NUL in a path): an answer like any other.
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

/** A shell script's `az` goes on and holds the pipes open when only the script is ended. SIGKILL, as SIGTERM may be ignored. */
function kill(child: ChildProcess, grouped: boolean): void {
  try {
    if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
