import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { findFiles } from '../../static/read/files/find-files.ts';
import { textOfFile, UnreadableFile } from '../../files/text-of-file.ts';
import { baseCommit } from './base-commit.ts';
import { commitNamed, CommitMissing, type Git, gitFault, gitIn, isNoRepository, NO_REPOSITORY, whyGitFailed } from './git.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io, RemoteFiles } from '../process/io.ts';
import { placeBelow, repositoryRoot } from './repository.ts';

/** Single files of the base tree. A file is identified by its path in the working tree, even if it does not exist there. */
export interface BaseFiles {
  /** The name in messages: `origin/main`, `../base`. */
  readonly name: string;
  /**
   * Whether a missing file means that it did not exist. A folder of rendered manifests, for example, says nothing about a configuration.
   */
  readonly isWhole: boolean;
  /** The text of a file, `undefined` if the tree does not have it. */
  read(path: string): Promise<string | undefined>;
  /** Whether a file of the working tree is part of the compared tree. A file that the caller of this run wrote itself is not. */
  holds(path: string): Promise<boolean>;
  /** The files that the base has in a folder of the working tree, at any depth, by their paths in the working tree. */
  below(folder: string): Promise<readonly string[]>;
}

/** The requested base, or the commit that the environment says the change will be merged into. */
export type KnownBase =
  | { readonly kind: 'files'; readonly files: BaseFiles }
  | { readonly kind: 'none' }
  /**
   * The base was not requested, so a failure to read it is not an error. `isUnnamed`: nothing says which commit it is, or the folder is
   * outside git.
   */
  | { readonly kind: 'unread'; readonly why: string; readonly isUnnamed?: true };

/** @throws {ConfigError} a requested base cannot be read */
export async function knownBase(invocation: Invocation, io: Io): Promise<KnownBase> {
  const { named } = invocation;
  const commit = baseCommit(invocation);
  if (commit !== undefined) {
    // The current state of the branch applies: a change must not select an old state by where it branched off.
    const flag = named(commit.is === 'exact' ? 'base-exact' : 'base', commit.ref);
    if (await isAside(io)) throw new ConfigError(`${flag}: cannot be read here: ${ASIDE}`);
    const files = await filesOfCommit(commit.ref, commit.ref, io).catch((error: unknown) => {
      throw gitFault(error, flag, named);
    });
    return { kind: 'files', files };
  }
  const dir = invocation.value('base-dir');
  if (dir !== undefined) return { kind: 'files', files: filesOfFolder(dir, io) };
  const { mergesInto } = io;
  if (mergesInto === undefined || repositoryRoot(io) === undefined) return { kind: 'none' };
  if (mergesInto.kind === 'unknown') return { kind: 'unread', why: mergesInto.why, isUnnamed: true };
  if (await isAside(io)) return { kind: 'unread', why: ASIDE };
  try {
    return { kind: 'files', files: await filesOfCommit(mergesInto.sha, `the base (${mergesInto.sha.slice(0, 7)})`, io) };
  } catch (error) {
    if (isNoRepository(error)) return { kind: 'unread', why: NO_REPOSITORY, isUnnamed: true };
    const why = error instanceof CommitMissing ? error.message : `git says: ${whyGitFailed(error)}`;
    return mergesInto.remote === undefined ? { kind: 'unread', why } : filesOfServer(mergesInto.remote, mergesInto.sha, why, io);
  }
}

/**
 * Whether a proposed change is judged in a submodule. A change may make one of a folder. It chooses the origin of the submodule, which may
 * have any commit and any branch.
 */
async function isAside(io: Io): Promise<boolean> {
  if (io.mergesInto === undefined) return false;
  const around = await gitIn(io)('rev-parse', '--show-superproject-working-tree').catch(() => '');
  return around.trim() !== '';
}

const ASIDE = 'the working directory is in a submodule, and the base is a commit of the repository around it';

/** @param why the clone does not have the commit */
async function filesOfServer(remote: RemoteFiles, sha: string, why: string, io: Io): Promise<KnownBase> {
  try {
    const git = gitIn(io);
    const root = (await git('rev-parse', '--show-toplevel')).trim();
    // A server that has nothing of the commit fails here already.
    await remote.read('.fleet-gate.yaml');
    const asked = <T>(answer: Promise<T>): Promise<T> =>
      answer.catch((error: unknown) => {
        throw new UnreadableFile(`the API of GitHub: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
    const placeOf = (path: string): string | undefined => placeBelow(root, path, io.cwd)?.replaceAll('\\', '/');
    const files: BaseFiles = {
      name: `the base (${sha.slice(0, 7)})`,
      isWhole: true,
      async read(path) {
        const place = placeOf(path);
        if (place === undefined) return undefined;
        const text = await asked(remote.read(place));
        if (text !== undefined) return text;
        // GitHub does not follow the links of folders, and the text of a link is its target.
        for (const folder of foldersOf(place)) {
          if ((await asked(remote.read(folder))) !== undefined)
            throw new UnreadableFile(`${folder} is a link to a folder, which the API of GitHub does not follow; fetch the base`);
        }
        return undefined;
      },
      async holds(path) {
        const place = placeOf(path);
        return place !== undefined && (await git('-C', root, 'ls-files', '-z', '--', `:(literal)${place}`)) !== '';
      },
      async below(folder) {
        const place = placeOf(folder);
        if (place === undefined) return [];
        const all = await asked(remote.list());
        return all.flatMap((file) => (place === '' || file.startsWith(`${place}/`) ? [join(root, file)] : []));
      },
    };
    return { kind: 'files', files };
  } catch (error) {
    return { kind: 'unread', why: `${why}; and the API of GitHub: ${error instanceof Error ? error.message : String(error)}` };
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
    async below(folder) {
      const place = placeBelow(root, folder, io.cwd)?.replaceAll('\\', '/');
      if (place === undefined) return [];
      const within = place === '' || place === '.' ? [] : ['--', `${place}/`];
      const files = await inRoot('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, ...within);
      return files.split('\0').flatMap((file) => (file === '' ? [] : [join(root, file)]));
    },
  };
}

/** Maximum number of links to follow to a file. */
const LINKS = 5;

/** The text of a file of a commit; `undefined` if there is none. Links within the commit are followed, those of folders too. */
async function textAt(place: string, commit: string, git: Git, links = LINKS): Promise<string | undefined> {
  const entries = (await git('ls-tree', '-z', '--full-tree', commit, '--', ...foldersOf(place), place)).split('\0');
  // `<mode> <type> <id>\t<path>`; a folder that leads to the file is not listed.
  const modes = new Map(entries.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry.slice(0, 6)]));
  const link = [...foldersOf(place), place].find((path) => modes.get(path) === '120000');
  if (link === undefined) return modes.get(place)?.startsWith('100') === true ? git('cat-file', 'blob', `${commit}:${place}`) : undefined;
  const target = await git('cat-file', 'blob', `${commit}:${link}`);
  const there = posix.join(posix.dirname(link), target, place.slice(link.length));
  const isOutside = target.startsWith('/') || there.startsWith('../');
  return isOutside || links === 0 ? undefined : textAt(there, commit, git, links - 1);
}

/** The folders above a place: `a` and `a/b` for `a/b/c`. */
function foldersOf(place: string): readonly string[] {
  const names = place.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The folder corresponds to the working directory. Files above it are known only if the folder is a checkout of its own. */
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
    below(path) {
      const place = there(path);
      const isOfBase = placeBelow(isCheckout ? root : folder, place, io.cwd) !== undefined && existsSync(place);
      const found = isOfBase ? findFiles([place], io.cwd).files : [];
      return Promise.resolve(found.map((file) => join(io.cwd, relative(folder, file.path))));
    },
  };
}

/** Bytes that fit into one string. */
const MAX_BYTES = 500_000_000;
