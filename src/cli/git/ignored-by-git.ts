import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';

/** Those of the paths, relative to the working directory, that git ignores and does not track. Empty if git does not report it. */
export async function ignoredByGit(paths: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<ReadonlySet<string>> {
  // A pattern of folders matches what is not there only with a slash.
  const namesOf = (path: string): readonly string[] => [path === '' ? '.' : path, `${path === '' ? '.' : path}/`];
  const asked = paths.flatMap(namesOf);
  // It fails if no path is ignored.
  const found = asked.length === 0 ? '' : await gitIn(io)('-c', 'core.quotePath=false', 'check-ignore', '--', ...asked).catch(() => '');
  const ignored = new Set(found.split('\n'));
  return new Set(paths.filter((path) => namesOf(path).some((name) => ignored.has(name))));
}
