import { join, relative, sep } from 'node:path';
import type { RepositoryFacts } from '../../static/read/files/repository-facts.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { repositoryRoot } from './repository.ts';

/** Arguments of one run of git; with more, git is asked about all of the repository. */
const MOST_PLACES = 200;

/** What git tells of the repository of the working directory; `undefined` outside of one. Paths are named as the working directory is. */
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
  };
}

/** The mode of a commit of another repository. */
const GITLINK = '160000 ';

/** `160000 <commit> <stage>\t<name>` */
function nameIn(entry: string): string {
  return entry.slice(entry.indexOf('\t') + 1);
}
