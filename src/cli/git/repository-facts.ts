import { join, relative, sep } from 'node:path';
import type { CommittedIn } from '../../static/read/files/hidden-objects.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { repositoryRoot } from './repository.ts';

/** The files that git has or would add; not known outside of a repository. Both are named as the working directory is. */
export function committedIn(io: Pick<Io, 'cwd' | 'env'>): CommittedIn {
  return async (folders) => {
    const root = repositoryRoot(io);
    if (root === undefined) return undefined;
    const places = folders.map((folder) => `:(literal)${relative(root, folder).split(sep).join('/')}`);
    const listed = await gitIn(io)('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places).catch(() => undefined);
    return listed === undefined ? undefined : new Set(listed.split('\0').map((name) => join(root, name)));
  };
}
