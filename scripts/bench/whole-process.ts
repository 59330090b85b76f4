import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goProgram } from './go-program.ts';

/** What a process took from its start to its end. */
export interface ProcessFigures {
  /** ms */
  readonly wall: number;
  /** ms of all threads, of the user and the system. */
  readonly cpu: number;
  /** The most memory that was resident, in MB. */
  readonly peak: number;
}

export interface Program {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Instead of what this process has. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Exit codes that mean it did its work; 0 alone if nothing is said. */
  readonly codes?: readonly number[];
}

/**
 * A run of this Node. The process tells its figures itself as it ends, from a file that is loaded before the program; what tearing
 * down costs is in `wall` alone. Works on Linux and macOS.
 */
export function nodeProcess(program: Program): Promise<ProcessFigures> {
  return telling(async (file) => {
    const args = ['--require', path.join(import.meta.dirname, 'tell-usage.cjs'), ...program.args];
    return { wall: await run(process.execPath, args, program, { BENCH_USAGE_FILE: file }) };
  });
}

/**
 * A run of any program, by a small parent that is told the figures by the kernel (wait4). To be used for both where a peer is no program
 * of Node. @throws {Skipped} without Go, which builds the parent
 */
export async function anyProcess(command: string, program: Program): Promise<ProcessFigures> {
  const parent = await goProgram('usage');
  return telling(async (file) => {
    await run(parent, [file, command, ...program.args], program, { BENCH_USAGE_FILE: file });
    return {};
  });
}

/** The figures of a run: those in the file that it wrote, and those it answered. */
async function telling(runIt: (file: string) => Promise<Partial<ProcessFigures>>): Promise<ProcessFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-usage-'));
  try {
    const file = path.join(folder, 'usage.json');
    const known = await runIt(file);
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as ProcessFigures), ...known };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ms it took. @throws {Error} it ended with another code; the message has the end of what it said */
async function run(file: string, args: readonly string[], program: Program, added: Usage): Promise<number> {
  const { cwd, env = process.env, codes = [0] } = program;
  // Into a file, as a shell does. Node would give its child a socket, which no shell and no runner of CI does.
  const said = `${added.BENCH_USAGE_FILE}.said`;
  const output = openSync(said, 'w');
  const start = performance.now();
  const child = spawn(file, args, { cwd, env: { ...env, ...added }, stdio: ['ignore', output, output] });
  const [code] = (await once(child, 'exit')) as [number | null];
  const wall = performance.now() - start;
  closeSync(output);
  if (code === null || !codes.includes(code))
    throw new Error(`${[file, ...args].join(' ')} ended with ${String(code)}:\n${readFileSync(said, 'utf8').slice(-2000)}`);
  return wall;
}

/** Where the process tells what it took. */
interface Usage {
  readonly BENCH_USAGE_FILE: string;
}
