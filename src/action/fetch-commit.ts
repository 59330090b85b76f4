import { commitNamed, gitIn, isShallow } from '../cli/git/git.ts';
import type { Io } from '../cli/process/io.ts';

/** A job that hangs on its server must not wait for it. */
const MOST_MS = 30_000;

/**
 * Has a clone fetch a commit that it lacks: actions/checkout fetches one commit alone, and by what a change is judged is in another. Resolves in
 * any case: where it cannot be had, whoever needs it says so.
 */
export async function fetchCommit(sha: string, io: Pick<Io, 'cwd' | 'env'>): Promise<void> {
  const git = gitIn(io, { GIT_TERMINAL_PROMPT: '0' }, MOST_MS);
  try {
    await commitNamed(sha, git);
  } catch {
    // Of a whole clone `--depth` would make a shallow one.
    const depth = await isShallow(git).then(
      (is) => (is ? ['--depth=1'] : []),
      () => undefined,
    );
    if (depth !== undefined) await git('fetch', '--quiet', '--no-tags', ...depth, 'origin', sha).catch(() => undefined);
  }
}
