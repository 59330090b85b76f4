import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { textOfFile } from '../../static/read/files/text-of-file.ts';
import { baseCommit } from './base-commit.ts';
import { commitNamed, CommitMissing, type Git, gitFault, gitIn, isNoRepository, NO_REPOSITORY } from './git.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { placeBelow, repositoryRoot } from './repository.ts';

/** The tree a change is made to, as far as single files of it are asked for. A file is named by where it lies, or would lie, here. */
export interface BaseFiles {
  /** What a sentence calls it: `origin/main`, `../base`. */
  readonly name: string;
  /** Whether a file that it lacks was not there; a folder of rendered manifests says nothing about a configuration. */
  readonly isWhole: boolean;
  /** The text of a file, `undefined` where the tree has none there. */
  read(path: string): Promise<string | undefined>;
  /** Whether a file here belongs to what is compared, and was not just written by whoever started this run. */
  holds(path: string): Promise<boolean>;
}

/** The tree of the base that is asked for, or of the commit a shell knows this is to be merged into. */
export type KnownBase =
  | { readonly kind: 'files'; readonly files: BaseFiles }
  | { readonly kind: 'none' }
  /** Nobody asked for it by name, so that it cannot be read is no error. */
  | { readonly kind: 'unread'; readonly why: string };

/** @throws {ConfigError} a base that was asked for cannot be read. */
export async function knownBase(invocation: Invocation, io: Io): Promise<KnownBase> {
  const { named } = invocation;
  const commit = baseCommit(invocation);
  if (commit !== undefined) {
    // What counts is what the branch says today: a change must not choose an old state of it by where it branches off.
    const flag = named(commit.is === 'exact' ? 'base-exact' : 'base', commit.ref);
    const files = await filesOfCommit(commit.ref, commit.ref, io).catch((error: unknown) => {
      throw gitFault(error, flag, named);
    });
    return { kind: 'files', files };
  }
  const dir = invocation.value('base-dir');
  if (dir !== undefined) return { kind: 'files', files: filesOfFolder(dir, io) };
  const { mergesInto } = io;
  if (mergesInto === undefined || repositoryRoot(io) === undefined) return { kind: 'none' };
  if (mergesInto.kind === 'unknown') return { kind: 'unread', why: mergesInto.why };
  try {
    return { kind: 'files', files: await filesOfCommit(mergesInto.sha, `the base (${mergesInto.sha.slice(0, 7)})`, io) };
  } catch (error) {
    if (error instanceof CommitMissing) return { kind: 'unread', why: error.message };
    return { kind: 'unread', why: isNoRepository(error) ? NO_REPOSITORY : 'git does not tell it' };
  }
}

async function filesOfCommit(ref: string, name: string, io: Io): Promise<BaseFiles> {
  const git = gitIn(io);
  const root = (await git('rev-parse', '--show-toplevel')).trim();
  const commit = await commitNamed(ref, git);
  const inRoot: Git = (...args) => git('-C', root, ...args);
  return {
    name,
    isWhole: true,
    async read(path) {
      const place = placeBelow(root, path, io.cwd);
      return place === undefined ? undefined : textAt(place.replaceAll('\\', '/'), commit, inRoot);
    },
    async holds(path) {
      const place = placeBelow(root, path, io.cwd);
      return place !== undefined && (await inRoot('ls-files', '-z', '--', `:(literal)${place}`)) !== '';
    },
  };
}

/** Links on the way to a file that are followed. */
const LINKS = 5;

async function textAt(place: string, commit: string, git: Git, links = LINKS): Promise<string | undefined> {
  const [entry = ''] = (await git('ls-tree', '-z', '--full-tree', commit, '--', place)).split('\0');
  const mode = entry.slice(0, 6);
  if (mode === '120000' && links > 0) {
    const target = await git('cat-file', 'blob', `${commit}:${place}`);
    return textAt(posix.normalize(posix.join(posix.dirname(place), target)), commit, git, links - 1);
  }
  return mode.startsWith('100') ? git('cat-file', 'blob', `${commit}:${place}`) : undefined;
}

/** A folder stands for the working directory; what lies above is known only of a checkout of its own. */
function filesOfFolder(dir: string, io: Io): BaseFiles {
  const folder = resolve(io.cwd, dir);
  const root = repositoryRoot({ ...io, cwd: folder });
  const isCheckout = root !== undefined && root !== repositoryRoot(io) && existsSync(join(root, '.git'));
  const there = (path: string): string => join(folder, relative(io.cwd, path));
  return {
    name: dir,
    isWhole: isCheckout,
    async read(path) {
      const place = there(path);
      if (placeBelow(isCheckout ? root : folder, dirname(place), io.cwd) === undefined || !existsSync(place)) return undefined;
      return textOfFile(place, MAX_BYTES);
    },
    holds: (path) => Promise.resolve(placeBelow(repositoryRoot(io) ?? io.cwd, path, io.cwd) !== undefined),
  };
}

/** What still fits one string. */
const MAX_BYTES = 500_000_000;
