import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { RepositoryFacts } from '../../static/read/files/repository-facts.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { repositoryRoot } from './repository.ts';

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
  return {
    root,
    async committedIn(folders) {
      const names = await listed(folders, '--cached', '--others', '--exclude-standard');
      return names && new Set(names.map((name) => join(root, name)));
    },
    async submodulesAmong(folders) {
      const entries = await listed(folders, '--stage');
      return entries && new Set(entries.flatMap((entry) => (entry.startsWith(GITLINK) ? [join(root, nameIn(entry))] : [])));
    },
    async lacks(path) {
      if ((await listed([path], '-v'))?.some((entry) => LEFT_OUT.test(entry)) === true) return true;
      const missing: string[] = [];
      let folder = path;
      for (; !existsSync(folder); folder = dirname(folder)) missing.push(folder);
      const asked = readdirSync(folder).length === 0 ? [...missing, folder] : missing;
      const submodules = asked.length === 0 ? undefined : await this.submodulesAmong(asked);
      return asked.some((each) => submodules?.has(each) === true);
    },
  };
}

/** The tag of a file that a sparse checkout leaves out, or that is assumed to be unchanged. */
const LEFT_OUT = /^[Ssh] /;

/** The mode of a submodule's commit. */
const GITLINK = '160000 ';

/** `160000 <commit> <stage>\t<name>` */
function nameIn(entry: string): string {
  return entry.slice(entry.indexOf('\t') + 1);
}
