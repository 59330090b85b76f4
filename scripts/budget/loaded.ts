import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type SmallRuns, withGoodHub, withSmallRuns } from '../bench/small-runs.ts';
import type { Program } from '../bench/whole-process.ts';
import type { Figures } from './figure.ts';

const PRELOAD = path.join(import.meta.dirname, 'note-loaded.cjs');
/** A machine that is slow may load what tells of slowness: the least of some runs counts. */
const RUNS = 3;

/** Modules of our bundle that small runs of the shipped program load in all of their threads, and their bytes; two threads load a file twice. */
export function loaded(): Promise<Figures> {
  return withSmallRuns(async (runs) => ({
    ...(await ofProgram(runs, '--version', runs.version)),
    ...(await ofProgram(runs, 'lint of two files', runs.lint)),
    ...(await ofProgram(runs, 'plan of two files', runs.plan)),
    ...(await ofProgram(runs, 'diagnose of a file', runs.diagnose)),
    ...(await withGoodHub((hub) => ofProgram(runs, 'wait for a good placement', runs.wait(hub)))),
    ...(await ofProgram(runs, 'Action, lint of two files', runs.action)),
  }));
}

async function ofProgram({ folder }: SmallRuns, what: string, program: Program): Promise<Figures> {
  const counts: { readonly modules: number; readonly bytes: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) counts.push(await countOf(path.join(folder, 'loaded'), what, program));
  return {
    [`${what}: modules`]: { value: Math.min(...counts.map(({ modules }) => modules)), unit: 'modules' },
    [`${what}: bytes of modules`]: { value: Math.min(...counts.map(({ bytes }) => bytes)), unit: 'bytes' },
  };
}

async function countOf(list: string, what: string, { args, cwd, env }: Program): Promise<{ modules: number; bytes: number }> {
  rmSync(list, { force: true });
  rmSync(env?.['HOME'] ?? '', { recursive: true, force: true });
  const child = spawn(process.execPath, ['--require', PRELOAD, ...args], {
    cwd,
    // What is kept of earlier runs is loaded in a way that no hook sees.
    env: { ...env, BUDGET_LOADED_FILE: list, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 || !existsSync(list)) throw new Error(`${what} ended with ${String(code)}:\n${(await said).join('\n')}`);
  const files = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((url) => fileURLToPath(new URL(url)))
    .filter((file) => file !== PRELOAD);
  return { modules: files.length, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}
