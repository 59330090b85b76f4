import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';

/** The default branch of the remote `origin`, as far as the clone has it. */
export async function defaultBranch(io: Pick<Io, 'cwd' | 'env'>): Promise<string | undefined> {
  const found = await gitIn(io)('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD').catch(() => '');
  return found.trim().replace(/^origin\//, '') || undefined;
}
