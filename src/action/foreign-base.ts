import { checkedOut, isCheckoutOf } from '../cli/git/checked-out.ts';
import { gitIn } from '../cli/git/git.ts';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { RunContext } from './context.ts';
import type { ActionInputs } from './inputs.ts';

/**
 * Why a base must not be used: the owner of a fork that proposes the change decides which commit it is. In a clone of the fork that is so
 * for each branch and tag of its remote, and in a checkout of the head for each name that starts at `HEAD`. The configuration of the base
 * decides, and its findings are not new.
 */
export async function foreignBase(
  { flags }: Pick<ActionInputs, 'flags'>,
  { proposed, owner, repo, mergesInto }: RunContext,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<ConfigError | undefined> {
  const { repository, sha } = proposed ?? {};
  if (mergesInto === undefined || repository === undefined || repository.toLowerCase() === `${owner}/${repo}`.toLowerCase())
    return undefined;
  for (const { name, values } of flags) {
    const [ref = ''] = values;
    if ((name !== 'base' && name !== 'base-exact') || ID.test(ref)) continue;
    const isOfHead = /^(?:HEAD|@)/.test(ref) && (await checkedOut(io)) === sha;
    if (!isOfHead && (!(await isCheckoutOf(repository, io)) || (await isOfOtherRemote(ref, io)))) continue;
    return new ConfigError(
      `input "${name}" is "${ref}": the owner of ${repository}, which proposes this change, decides which commit that is here; ` +
        `check out a merge commit of ${owner}/${repo} (refs/pull/NUMBER/merge), or give the id of a commit`,
    );
  }
  return undefined;
}

/** A step of the workflow fetched it from a remote that it added. */
async function isOfOtherRemote(ref: string, io: Pick<Io, 'cwd' | 'env'>): Promise<boolean> {
  const name = await gitIn(io)('rev-parse', '--verify', '--quiet', '--symbolic-full-name', '--end-of-options', ref).catch(() => '');
  return name.startsWith('refs/remotes/') && !name.startsWith('refs/remotes/origin/');
}

/** The id of a commit, also with the way to one of its parents. */
const ID = /^[0-9a-f]{40,64}(?:[~^].*)?$/;
