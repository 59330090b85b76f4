import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { goProgram } from './go-program.ts';

/** The resource usage of a process from start to end. */
export interface ProcessFigures {
  /** ms */
  readonly wall: number;
  /** ms of all threads, user and system. */
  readonly cpu: number;
  /** The peak of resident memory, in MB. */
  readonly peak: number;
}

export interface Program {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Replaces the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Exit codes of a successful run; default: only 0. */
  readonly codes?: readonly number[];
}

/**
 * Runs a program with this Node. The process reports its own figures when it ends, from a file that is loaded before the program; the cost
 * of tearing down is only in `wall`. Works on Linux and macOS.
 */
export function nodeProcess(program: Program): Promise<ProcessFigures> {
  return telling(async (file) => {
    const args = ['--require', path.join(import.meta.dirname, 'tell-usage.cjs'), ...program.args];
    return { wall: await run(process.execPath, args, program, { BENCH_USAGE_FILE: file }) };
  });
}

/**
 * Runs any program, from a small parent process that gets the figures from the kernel (wait4). Use it for both if a peer is not a Node
 * program. @throws {Skipped} without Go, which builds the parent
 */
export async function anyProcess(command: string, program: Program): Promise<ProcessFigures> {
  const parent = await goProgram('usage');
  return telling(async (file) => {
    await run(parent, [file, command, ...program.args], program, { BENCH_USAGE_FILE: file });
    return {};
  });
}

/** The figures of a run: those in the file that it wrote, and those that it returned. */
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

/** Returns the duration in ms. @throws {Error} it ended with another code; the message has the end of its output */
async function run(file: string, args: readonly string[], program: Program, added: Usage): Promise<number> {
  const { cwd, env = process.env, codes = [0] } = program;
  // Into a file, as a shell does. Node would give its child a socket, which neither a shell nor a CI runner does.
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

/** The file into which the process writes its usage. */
interface Usage {
  readonly BENCH_USAGE_FILE: string;
}
