import { spawn } from 'node:child_process';
import path from 'node:path';
import { HANG_LIMIT } from '../hang-limit.ts';

const PRELOAD = path.join(import.meta.dirname, 'trouble.ts');

export interface TroubledRun {
  /** Relative to the root of the repository (`src/cli.ts`), or absolute. */
  readonly entry: string;
  readonly argv?: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** See `trouble.ts`; absent: the run is not disturbed. */
  readonly trouble?: string;
  readonly counts?: string;
  /** The shell command that starts it; `"$@"` is the program with its arguments. */
  readonly shell?: string;
}

export interface Ended {
  /** `null` if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program from its sources. It is killed if it hangs, which differs from every valid result. */
export function troubledRun({ entry, argv = [], cwd, env = {}, trouble, counts, shell }: TroubledRun): Promise<Ended> {
  const program = [process.execPath, '--no-warnings', '--import', PRELOAD, path.resolve(import.meta.dirname, '../../..', entry), ...argv];
  const [command = '', ...args] = shell === undefined ? program : ['bash', '-c', shell, 'bash', ...program];
  const child = spawn(command, args, {
    cwd,
    timeout: HANG_LIMIT,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      ...(trouble === undefined ? {} : { TROUBLE: trouble }),
      ...(counts === undefined ? {} : { TROUBLE_COUNTS: counts }),
      ...env,
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}
