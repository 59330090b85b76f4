import { statSync } from 'node:fs';
import { type SmallRuns, withGoodHub, withSmallRuns } from '../bench/small-runs.ts';
import type { Program } from '../bench/whole-process.ts';
import type { Figures } from './figure.ts';
import { filesLoadedBy } from './files-loaded.ts';

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
  for (let run = 0; run < RUNS; run += 1) counts.push(await countOf(folder, what, program));
  return {
    [`${what}: modules`]: { value: Math.min(...counts.map(({ modules }) => modules)), unit: 'modules' },
    [`${what}: bytes of modules`]: { value: Math.min(...counts.map(({ bytes }) => bytes)), unit: 'bytes' },
  };
}

async function countOf(folder: string, what: string, program: Program): Promise<{ modules: number; bytes: number }> {
  const files = await filesLoadedBy(program, what, folder);
  return { modules: files.length, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}
