import { join, relative, sep } from 'node:path';
import { isWithin } from '../../files/is-within.ts';
import { once } from '../../fleet/memo/once.ts';
import type { RepositoryFacts } from '../../static/read/files/repository-facts.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { isCheckedOut } from './is-checked-out.ts';
import { placesTo } from './places-to.ts';
import { repositoryRoot } from './repository.ts';
import { notThere } from './sparse-checkout.ts';
import { submodulesIn } from './submodules-of-base.ts';

/** Maximum number of arguments for one run of git. With more, git is asked about the whole repository. */
const MOST_PLACES = 200;

/**
 * Facts from git about the repository of the working directory; `undefined` outside of a repository. Paths start with the working
 * directory as it was named.
 */
export function repositoryFacts(io: Pick<Io, 'cwd' | 'env'>): RepositoryFacts | undefined {
  const root = repositoryRoot(io);
  if (root === undefined) return undefined;
  const listed = async (folders: readonly string[], ...args: readonly string[]): Promise<readonly string[] | undefined> => {
    const places = folders.length > MOST_PLACES ? [] : folders.map((folder) => `:(literal)${relative(root, folder).split(sep).join('/')}`);
    const out = await gitIn(io)('ls-files', '-z', ...args, '--', ...places).catch(() => undefined);
    return out?.split('\0');
  };
  const submodules = once(async () => {
    const stage = await listed([], '--stage');
    return stage && new Set(submodulesIn(stage.join('\0')).flatMap(({ path }) => notCheckedOut(join(root, path))));
  });
  const links = once(async () => {
    const stage = await listed([], '--stage');
    return stage && new Set(stage.flatMap((entry) => (entry.startsWith(LINK) ? [join(root, entry.slice(entry.indexOf('\t') + 1))] : [])));
  });
  const lacked = once(async () => (await notThere([root], io)) ?? []);
  return {
    root,
    async lackedIn(folder) {
      return (await lacked()).filter(({ path }) => isWithin(path, folder));
    },
    async committedIn(folders) {
      const names = await listed(folders, '--cached', '--others', '--exclude-standard');
      return names && new Set(names.map((name) => join(root, name)));
    },
    links,
    submodules,
    async lacks(path) {
      if ((await listed([path], '-v'))?.some((entry) => LEFT_OUT.test(entry)) === true) return true;
      const missing = await submodules();
      return placesTo(path, root).some((folder) => missing?.has(folder) === true);
    },
  };
}

/** The mode of a symbolic link, at the start of an entry of the index. */
const LINK = '120000 ';

/** The tag of a file that a sparse checkout leaves out, or that is assumed to be unchanged. */
const LEFT_OUT = /^[Ssh] /;

function notCheckedOut(path: string): readonly string[] {
  return isCheckedOut(path) ? [] : [path];
}
