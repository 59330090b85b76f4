import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listed } from '../fleet/listed.ts';
import { counted } from '../report/facts/words.ts';
import { MANIFEST } from '../static/read/find-files.ts';
import { gitIn } from './git.ts';
import type { Io } from './io.ts';
import { repositoryRoot, wayTo } from './repository.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/** Files a sentence names. */
const SHOWN = 3;

/** That a sparse checkout leaves out files of what is checked, in a whole sentence: nobody looked at them. */
export async function sparseNotes(paths: readonly string[], io: Place): Promise<readonly string[]> {
  const left = (await leftOut(paths, io)).filter((path) => MANIFEST.test(path)).map((path) => wayTo(io.cwd, path));
  if (left.length === 0) return [];
  return [`This sparse checkout leaves out ${counted(left.length, 'file')} of what is checked, which nobody read: ${listed(left, SHOWN)}.`];
}

/** The files of these paths that a sparse checkout leaves out, though the commit has them; absolute. */
export async function leftOut(paths: readonly string[], io: Place): Promise<readonly string[]> {
  const root = repositoryRoot(io);
  const places = paths.filter((path) => path !== '-').map((path) => `:(literal)${resolve(io.cwd, path)}`);
  // Git has this file of a sparse checkout alone, and is not started for others.
  if (root === undefined || places.length === 0 || !existsSync(join(root, '.git/info/sparse-checkout'))) return [];
  const stage = await gitIn(io)('ls-files', '-t', '-z', '--', ...places).catch(() => '');
  const marked = stage.split('\0').flatMap((entry) => (entry.startsWith('S ') ? [join(root, entry.slice(2))] : []));
  return marked.filter((path) => !existsSync(path));
}

/** The text of such a file. @param path absolute */
export function textLeftOut(path: string, io: Place): Promise<string> {
  return gitIn(io)('cat-file', 'blob', `:${wayTo(repositoryRoot(io) ?? io.cwd, path)}`);
}
