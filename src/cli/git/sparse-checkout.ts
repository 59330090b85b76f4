import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listed } from '../../fleet/text/listed.ts';
import { counted } from '../../report/facts/words/words.ts';
import { MANIFEST } from '../../static/read/files/find-files.ts';
import { gitIn } from './git.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot, wayTo } from './repository.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/** Files a sentence names. */
const SHOWN = 3;

/** That a sparse checkout leaves out files of what is checked, or that nobody can tell, in a whole sentence: nobody looked at them. */
export async function sparseNotes(paths: readonly string[], io: Place): Promise<readonly string[]> {
  const all = await leftOut(paths, io);
  if (all === undefined) return [UNKNOWN];
  const left = all.filter((path) => MANIFEST.test(path)).map((path) => wayTo(io.cwd, path));
  if (left.length === 0) return [];
  return [`This sparse checkout leaves out ${counted(left.length, 'file')} of what is checked, which nobody read: ${listed(left, SHOWN)}.`];
}

const UNKNOWN = 'What this sparse checkout leaves out is not known, as git does not say it: manifests or a configuration may be among it.';

/** The files of these paths that a sparse checkout leaves out, though the commit has them; absolute. `undefined` where git does not say it. */
export async function leftOut(paths: readonly string[], io: Place): Promise<readonly string[] | undefined> {
  const root = repositoryRoot(io);
  const places = paths.filter((path) => path !== '-').map((path) => `:(literal)${resolve(io.cwd, path)}`);
  // Git is not started for other checkouts.
  if (root === undefined || places.length === 0 || !isSparse(root)) return [];
  const stage = await gitIn(io)('ls-files', '-t', '-z', '--', ...places).catch(() => undefined);
  const marked = stage?.split('\0').flatMap((entry) => (entry.startsWith('S ') ? [join(root, entry.slice(2))] : []));
  return marked?.filter((path) => !existsSync(path));
}

/** Whether a checkout is or was a sparse one: git has a file for these alone. `.git` of a further worktree names its folder. */
function isSparse(root: string): boolean {
  const git = join(root, '.git');
  const isNamed = statSync(git, { throwIfNoEntry: false })?.isFile() === true;
  const folder = isNamed ? resolve(root, /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git') : git;
  return existsSync(join(folder, 'info/sparse-checkout'));
}

/** The text of such a file. @param path absolute */
export function textLeftOut(path: string, io: Place): Promise<string> {
  return gitIn(io)('cat-file', 'blob', `:${wayTo(repositoryRoot(io) ?? io.cwd, path)}`);
}
