import type { Io } from '../process/io.ts';
import { GitFailed, gitIn } from './git.ts';

/**
 * Those of the paths, relative to the working directory, that git ignores and does not track. Empty if git cannot be asked. What git does
 * not answer for is not ignored: a path in a submodule, behind a link, or outside of the repository.
 */
export async function ignoredByGit(paths: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<ReadonlySet<string>> {
  const git = gitIn(io);
  // A pattern of folders matches what is not there only with a slash.
  const namesOf = (path: string): readonly string[] => [path === '' ? '.' : path, `${path === '' ? '.' : path}/`];
  const ask = async (asked: readonly string[]): Promise<readonly string[]> => {
    if (asked.length === 0) return [];
    try {
      return (await git('-c', 'core.quotePath=false', 'check-ignore', '--', ...asked.flatMap(namesOf))).split('\n');
    } catch (error) {
      // It also fails if no path is ignored, and for all paths because of one.
      if (asked.length === 1 || !(error instanceof GitFailed) || !NOT_OF_THIS_REPOSITORY.test(error.stderr)) return [];
      const half = Math.ceil(asked.length / 2);
      return [...(await ask(asked.slice(0, half))), ...(await ask(asked.slice(half)))];
    }
  };
  const ignored = new Set(await ask(paths));
  return new Set(paths.filter((path) => namesOf(path).some((name) => ignored.has(name))));
}

/** Source: `die` in pathspec.c of git. */
const NOT_OF_THIS_REPOSITORY = / is (?:in submodule|beyond a symbolic link|outside repository)/;
