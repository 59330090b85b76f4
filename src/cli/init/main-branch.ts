import { gitIn } from '../git/git.ts';
import type { Io } from '../process/io.ts';

/** The branch that is deployed: the default branch of the remote `origin`, else the current one, else `main`. */
export async function mainBranch(io: Pick<Io, 'cwd' | 'env'>): Promise<string> {
  const git = gitIn(io);
  const nameOf = async (ref: string): Promise<string> => (await git('symbolic-ref', '--quiet', '--short', ref).catch(() => '')).trim();
  const remote = (await nameOf('refs/remotes/origin/HEAD')).replace(/^origin\//, '');
  return remote || (await nameOf('HEAD')) || 'main';
}
