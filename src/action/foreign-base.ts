import { checkedOut, isCheckoutOf } from '../cli/git/checked-out.ts';
import { gitIn } from '../cli/git/git.ts';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { RunContext } from './context.ts';
import type { ActionInputs } from './inputs.ts';

/**
 * Why a base must not be used: the owner of a fork that proposes the change decides which commit it is. In a clone of the fork that is so
 * for each branch and tag of its remote, in a checkout of the head for each name that starts at `HEAD`, and anywhere for a commit that only
 * the head brings. The configuration of the base decides, and its findings are not new.
 */
export async function foreignBase(
  { flags }: Pick<ActionInputs, 'flags'>,
  context: RunContext,
  io: Place,
): Promise<ConfigError | undefined> {
  const { proposed, owner, repo, mergesInto } = context;
  const { repository } = proposed ?? {};
  if (mergesInto === undefined || repository === undefined || repository.toLowerCase() === `${owner}/${repo}`.toLowerCase())
    return undefined;
  for (const { name, values } of flags) {
    const [ref = ''] = values;
    if (name !== 'base' && name !== 'base-exact') continue;
    if (!(await isNamedByFork(ref, context, io)) && !(await isOnlyOfHead(ref, context, io))) continue;
    return new ConfigError(
      `input "${name}" is "${ref}": the owner of ${repository}, which proposes this change, decides which commit that is here; ` +
        `check out a merge commit of ${owner}/${repo} (refs/pull/NUMBER/merge), or give the id of a commit that it is to go into`,
    );
  }
  return undefined;
}

/** Whether a name has the meaning that the fork gives it. */
async function isNamedByFork(ref: string, { proposed }: RunContext, io: Place): Promise<boolean> {
  if (ID.test(ref)) return false;
  const { repository = '', sha } = proposed ?? {};
  if (/^(?:HEAD|@)/.test(ref) && (await checkedOut(io)) === sha) return true;
  return (await isCheckoutOf(repository, io)) && !(await isOfOtherRemote(ref, io));
}

/** A step of the workflow fetched it from a remote that it added. */
async function isOfOtherRemote(ref: string, io: Place): Promise<boolean> {
  const name = await fullName(ref, io);
  return name.startsWith('refs/remotes/') && !name.startsWith('refs/remotes/origin/');
}

/**
 * Whether a commit is one of the proposed head, or of a merge with it, and not one of the branch that it is to go into. A branch or a tag of
 * a remote is what the owner of that remote made it.
 */
async function isOnlyOfHead(ref: string, { proposed, mergesInto }: RunContext, io: Place): Promise<boolean> {
  const { repository = '', sha: head = '' } = proposed ?? {};
  const into = mergesInto?.kind === 'commit' ? mergesInto.sha : '';
  if (ref === into || REMOTE.test(await fullName(ref.replace(WAY, ''), io))) return false;
  const commit = await commitOf(ref, io);
  if (commit === undefined || commit === into) return false;
  const present = await checkedOut(io);
  const isOfHead = commit === present || (await isAncestor(commit, head, io)) || (await isAncestor(head, commit, io));
  if (!isOfHead) return false;
  const branch = io.env['GITHUB_BASE_REF'] ?? '';
  const isOfFork = await isCheckoutOf(repository, io);
  const isMerge = present !== head && (await commitOf('HEAD^2', io)) === head;
  const bases = [into, ...(isOfFork || branch === '' ? [] : [`refs/remotes/origin/${branch}`]), ...(isMerge ? ['HEAD^1'] : [])];
  for (const base of bases) if (base !== '' && (await isAncestor(commit, base, io))) return false;
  return true;
}

async function fullName(ref: string, io: Place): Promise<string> {
  return gitIn(io)('rev-parse', '--verify', '--quiet', '--symbolic-full-name', '--end-of-options', ref).catch(() => '');
}

async function commitOf(ref: string, io: Place): Promise<string | undefined> {
  const commit = await gitIn(io)('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => '');
  return commit.trim() || undefined;
}

/** Also false if the clone lacks one of them. */
async function isAncestor(commit: string, of: string, io: Place): Promise<boolean> {
  if (of === '') return false;
  return gitIn(io)('merge-base', '--is-ancestor', '--end-of-options', commit, of).then(
    () => true,
    () => false,
  );
}

type Place = Pick<Io, 'cwd' | 'env'>;

/** The id of a commit, also with the way to one of its parents. */
const ID = /^[0-9a-f]{40,64}(?:[~^].*)?$/;

/** A branch of a remote, or a tag. actions/checkout writes pull requests beside the branches. */
const REMOTE = /^refs\/(?:tags|remotes\/(?!pull\/))/;

/** The way from a named commit to another one. */
const WAY = /(?:[~^:]|@\{)[^]*$/;
