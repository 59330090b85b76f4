import { commitNamed, gitIn, isShallow } from '../cli/git/git.ts';
import type { Io } from '../cli/process/io.ts';

/** Milliseconds. A server that does not answer must not block the job for longer. */
const MOST_MS = 30_000;

/**
 * Fetches a commit that a clone lacks: actions/checkout fetches only one commit, and a change is judged against another one. Always
 * resolves: if the commit is not available, the code that needs it reports that.
 */
export async function fetchCommit(sha: string, io: Pick<Io, 'cwd' | 'env'>): Promise<void> {
  const git = gitIn(io, {}, MOST_MS);
  try {
    await commitNamed(sha, git);
  } catch {
    // On a complete clone `--depth` would make it shallow.
    const depth = await isShallow(git).then(
      (is) => (is ? ['--depth=1'] : []),
      () => undefined,
    );
    if (depth !== undefined) await git('fetch', '--quiet', '--no-tags', ...depth, 'origin', sha).catch(() => undefined);
  }
}
