import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../programs/find-program.ts';
import type { Io } from '../process/io.ts';
import { isCheckoutOf } from './checked-out.ts';
import { commitNamed, gitIn, GitFailed } from './git.ts';
import type { Place } from './places-of-path.ts';
import { isWithin } from '../../files/is-within.ts';
import { realpathOf } from '../../files/realpath-of.ts';
import { relativePath } from './repository.ts';
import { submodulesIn } from './submodules-of-base.ts';

export interface TrustedCommit {
  /** Absent if it is not known. */
  readonly sha?: string;
  /** What it is, in messages: `the base`. */
  readonly name: string;
}

export interface CommittedFault {
  /** Whether it is known that the file is committed. */
  readonly isCommitted: boolean;
  /** A clause. */
  readonly why: string;
}

export interface CommittedFile {
  /** Absolute. */
  readonly file: string;
  /** Relative to its repository, with forward slashes. */
  readonly path: string;
}

/** Fetches a commit that the clone of a folder lacks. Never rejects. */
export type FetchCommit = (sha: string, io: Pick<Io, 'cwd' | 'env'>) => Promise<void>;

/**
 * Whether the bytes of committed files are those of a commit. A file is committed if a repository above it has it in its index: the
 * repository of the working directory, another checkout, or a submodule. A submodule is trusted at the commit that its parent repository
 * names in the trusted commit, because a change chooses any other. What git itself says about changes is not used: attributes, `ignore` of
 * `.gitmodules` and marks of the index decide about that.
 */
export class AsInCommit {
  readonly #trusted: TrustedCommit;
  readonly #env: Io['env'];
  readonly #fetch: FetchCommit;
  readonly #stages = new Map<string, Promise<string>>();
  readonly #indexes = new Map<string, Promise<string>>();
  readonly #commits = new Map<string, Promise<string>>();

  constructor(trusted: TrustedCommit, { env }: Pick<Io, 'env'>, fetch: FetchCommit) {
    this.#trusted = trusted;
    this.#env = env;
    this.#fetch = fetch;
  }

  /** Why a file or link is not known to be as in the commit. `undefined` if it is, or if it is not committed. */
  async faultOf(place: Place): Promise<CommittedFault | undefined> {
    const repositories = repositoriesAbove(place.path);
    if (repositories.length === 0) return this.#faultWithout(place);
    let isCommitted = false;
    try {
      for (const [index, repository] of repositories.entries()) {
        const entry = await this.#entryOf(repository, place.path);
        // The repository inside of a submodule was asked before.
        if (entry === undefined || (entry !== place.path && repositories.slice(0, index).includes(entry))) continue;
        isCommitted = true;
        const why = await this.#difference(place, repository, repositories.slice(index + 1));
        if (why !== undefined) return { isCommitted, why };
      }
      return undefined;
    } catch (error) {
      const said =
        error instanceof GitFailed && error.stderr !== '' ? error.stderr : error instanceof Error ? error.message : String(error);
      return { isCommitted, why: said.split('\n')[0] ?? '' };
    }
  }

  /**
   * The committed files of the repositories around a folder, in their submodules, and in checkouts directly below the folder or a
   * root of these repositories.
   * @param folder with its links resolved
   * @throws {GitFailed}
   */
  async filesAround(folder: string): Promise<readonly CommittedFile[]> {
    const around = repositoriesAbove(join(folder, 'any'));
    const roots = new Set([...around, ...[folder, ...around].flatMap(checkoutsIn)]);
    const files: CommittedFile[] = [];
    // A set also iterates over what is added meanwhile.
    for (const root of roots) {
      const stage = await this.#stage(root);
      for (const { path } of submodulesIn(stage)) if (existsSync(join(root, path, '.git'))) roots.add(join(root, path));
      for (const entry of stage.split('\0')) {
        const path = entry.slice(entry.indexOf('\t') + 1);
        if (path !== '' && !entry.startsWith(SUBMODULE)) files.push({ file: join(root, path), path });
      }
    }
    return files;
  }

  /** Without git, actions/checkout unpacks an archive, and then there is no repository. */
  #faultWithout({ path }: Place): CommittedFault | undefined {
    const workspace = this.#env['GITHUB_WORKSPACE'] ?? '';
    if (workspace === '' || !isWithin(path, realpathOf(workspace))) return undefined;
    const git = findProgram(['git'], { env: this.#env });
    return typeof git === 'string' ? { isCommitted: false, why: git } : undefined;
  }

  /** The path in the index that is the place, or a submodule that contains it. Letter case is ignored, as a file system may do. */
  async #entryOf(repository: string, path: string): Promise<string | undefined> {
    const index = await this.#index(repository);
    for (let at = path; at !== repository; at = dirname(at)) if (index.includes(`\t${folded(relativePath(repository, at))}\0`)) return at;
    return undefined;
  }

  #index(repository: string): Promise<string> {
    return known(this.#indexes, repository, async () => folded(await this.#stage(repository)));
  }

  #stage(repository: string): Promise<string> {
    return known(this.#stages, repository, () => this.#git(repository)('ls-files', '--stage', '-z'));
  }

  async #difference({ path, isLink }: Place, repository: string, around: readonly string[]): Promise<string | undefined> {
    const commit = await this.#commitOf(repository, around);
    const entry = await this.#treeEntry(commit, relativePath(repository, path), repository);
    const isKind = isLink ? entry?.mode === LINK : entry?.mode.startsWith(FILE) === true && lstatSync(path).isFile();
    if (entry === undefined || !isKind) return DIFFERS;
    const bytes = isLink ? readlinkSync(path, 'buffer') : readFileSync(path);
    // On Windows git may write other ends of lines.
    const texts = isLink ? [bytes] : [bytes, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')];
    return texts.some((text) => blobId(text, entry.id.length) === entry.id)
      ? undefined
      : this.#storedDifference(bytes, entry.id, repository);
  }

  /** For a file that git stores in another form. A filter decides what is written, so only content with a known hash can be compared. */
  async #storedDifference(bytes: Buffer, id: string, repository: string): Promise<string | undefined> {
    const stored = await this.#git(repository)('cat-file', 'blob', id);
    if (stored.startsWith('\0GITCRYPT\0')) return 'it is encrypted there by git-crypt, so it cannot be compared';
    const [, hash] = LFS_POINTER.exec(stored) ?? [];
    return hash !== undefined && createHash('sha256').update(bytes).digest('hex') === hash ? undefined : DIFFERS;
  }

  /** The trusted commit of a repository. @param around the repositories around it, nearest first @throws {Error} it is not known */
  #commitOf(repository: string, around: readonly string[]): Promise<string> {
    return known(this.#commits, repository, async () => {
      for (const [index, parent] of around.entries()) {
        if ((await this.#entryOf(parent, repository)) !== repository) continue;
        const commit = await this.#commitOf(parent, around.slice(index + 1));
        const entry = await this.#treeEntry(commit, relativePath(parent, repository), parent);
        if (entry?.mode !== SUBMODULE) throw new Error(`it is in a submodule that ${this.#trusted.name} does not have`);
        return entry.id;
      }
      const { sha, name } = this.#trusted;
      if (sha === undefined) throw new Error('the event does not name the commit');
      const git = this.#git(repository);
      await this.#fetch(sha, { cwd: repository, env: this.#env });
      return commitNamed(sha, git).catch(async () => {
        const own = this.#env['GITHUB_REPOSITORY'] ?? '';
        const origin = await git('config', '--get', 'remote.origin.url').catch(() => '');
        if (own !== '' && origin !== '' && !(await isCheckoutOf(own, { cwd: repository, env: this.#env })))
          throw new Error(`it is in a checkout of another repository than ${own}, so there is nothing to compare it with`);
        throw new Error(`its repository does not have ${name}, ${sha.slice(0, SHOWN)}; a shallow clone gets it with fetch-depth: 0`);
      });
    });
  }

  async #treeEntry(commit: string, place: string, repository: string): Promise<{ readonly mode: string; readonly id: string } | undefined> {
    const listed = await this.#git(repository)('ls-tree', '-z', commit, '--', `:(literal)${place}`);
    const [, mode, id] = /^(\d{6}) [a-z]+ ([0-9a-f]+)\t/.exec(listed) ?? [];
    return mode === undefined || id === undefined ? undefined : { mode, id };
  }

  #git(repository: string): ReturnType<typeof gitIn> {
    return gitIn({ cwd: repository, env: this.#env });
  }
}

const [LINK, SUBMODULE, FILE] = ['120000', '160000', '100'];
const DIFFERS = 'it differs';
const SHOWN = 7;
/** Without extensions, which would change the content again. Source: `docs/spec.md` of git-lfs. */
// linear: it is anchored, and each part ends before the next.
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize \d+\n$/;

/** Nearest first. A change cannot commit `.git`. */
function repositoriesAbove(path: string): readonly string[] {
  const folder = dirname(path);
  const above = folder === path ? [] : repositoriesAbove(folder);
  return folder !== path && existsSync(join(folder, '.git')) ? [folder, ...above] : above;
}

function checkoutsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, '.git')));
}

/** More names are equal than in any file system, so that no file is taken for one that is not committed. */
function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase();
}

/** The name of git for the content of a file. @param length of the name in hexadecimal digits */
function blobId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function known(found: Map<string, Promise<string>>, key: string, find: () => Promise<string>): Promise<string> {
  const value = found.get(key) ?? find();
  found.set(key, value);
  return value;
}
