import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { DEFAULT_YAML_LIMITS } from '../../../yaml/limits.ts';
import { joinPath } from '../kustomize/kustomization.ts';
import { shownPath } from '../files/shown-path.ts';
import { realpathOf } from '../../../files/realpath-of.ts';
import { repositoryAround } from '../../../files/repository-around.ts';
import { textAtOnce, textOfFile, UnreadableFile } from '../../../files/text-of-file.ts';
import type { Lacked, RepositoryFacts } from '../files/repository-facts.ts';
import type { RenderOptions } from './render-options.ts';

/** The entry at a path: a file or directory of the repository, or something that rendering must not read. */
export interface RepositoryEntry {
  readonly kind: 'file' | 'directory';
  /** `outside`: not in the repository, by its path or a symbolic link. `git`: git's own files, which contain credentials. */
  readonly place: 'inside' | 'outside' | 'git';
  /** Its own name, without the links on the path to it. */
  readonly name: string;
}

/** The files of one repository, by their names relative to the working directory. Each is read once. */
export class RepositoryFiles {
  /** Real path of the repository. */
  readonly root: string;
  readonly #cwd: string;
  readonly #home: string;
  readonly #texts: Map<string, Promise<string | undefined>>;
  readonly #facts: RepositoryFacts | undefined;

  /**
   * @param cwd the working directory, and its real path
   * @param root real path of the repository
   * @param texts of files that were already read
   * @param facts what git knows about them
   */
  constructor(
    cwd: { readonly path: string; readonly real: string },
    root: string,
    texts: ReadonlyMap<string, string>,
    facts: RepositoryFacts | undefined,
  ) {
    this.#facts = facts;
    this.#cwd = cwd.path;
    this.#home = cwd.real;
    this.root = root;
    this.#texts = new Map([...texts].map(([name, text]) => [name, Promise.resolve(text)]));
  }

  /** The text of a file in the repository; `undefined` for every other path, and if it cannot be read. */
  text(name: string): Promise<string | undefined> {
    const known = this.#texts.get(name) ?? this.#read(name);
    this.#texts.set(name, known);
    return known;
  }

  /** As `text`, for a reader that cannot wait. */
  textAtOnce(name: string): string | undefined {
    if (this.look(name)?.place !== 'inside') return undefined;
    try {
      return textAtOnce(this.absolute(name), DEFAULT_YAML_LIMITS.maxLength);
    } catch {
      return undefined;
    }
  }

  /** `undefined` if there is nothing at the path. */
  look(name: string): RepositoryEntry | undefined {
    const path = this.absolute(name);
    let real: string;
    try {
      // As the system follows links: `realpathSync` alone has no limit for links that lead to themselves.
      real = realpathSync.native(path);
    } catch {
      return undefined;
    }
    const found = statSync(real, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return { kind: found.isDirectory() ? 'directory' : 'file', place: this.#placeOf(real), name: this.name(real) };
  }

  /** Whether a path at which there is nothing leads out of the repository. */
  leadsOut(name: string): boolean {
    const path = this.absolute(name);
    let around = dirname(path);
    while (!existsSync(around)) around = dirname(around);
    return this.#placeOf(resolve(realpathSync.native(around), relative(around, path))) === 'outside';
  }

  /** Whether a missing file or folder is one that this checkout lacks. */
  async lacks(name: string): Promise<boolean> {
    return (await this.#facts?.lacks(this.absolute(name))) === true;
  }

  /** What a folder lacks of what git has, by name. */
  async lackedIn(folder: string): Promise<readonly Lacked[]> {
    const at = this.absolute(folder);
    const found = (await this.#facts?.lackedIn(at)) ?? [];
    return found.map((each) => ({ ...each, path: joinPath(folder, relative(at, each.path).split(sep).join('/')) }));
  }

  absolute(name: string): string {
    return resolve(this.#cwd, name);
  }

  /** The name of a real path in reports. */
  name(real: string): string {
    return shownPath(real, this.#home);
  }

  async #read(name: string): Promise<string | undefined> {
    if (this.look(name)?.place !== 'inside') return undefined;
    try {
      return await textOfFile(this.absolute(name), DEFAULT_YAML_LIMITS.maxLength);
    } catch (error) {
      if (error instanceof UnreadableFile) return undefined;
      throw error;
    }
  }

  #placeOf(real: string): RepositoryEntry['place'] {
    const below = relative(this.root, real);
    if (below === '..' || below.startsWith(`..${sep}`) || resolve(below) === below) return 'outside';
    return below.split(sep).includes('.git') ? 'git' : 'inside';
  }
}

/**
 * Returns the repository of a directory. There is one for all overlays in it, so that each file is read once.
 * @param cwd names are relative to it; the tree of a base may not have this folder
 * @param texts of files that were already read
 */
export function repositoriesBelow(
  cwd: string,
  texts: ReadonlyMap<string, string>,
  { root, env, repository }: Pick<RenderOptions, 'env' | 'repository'> & { readonly root?: string | undefined },
): (directory: string) => RepositoryFiles {
  const home = { path: cwd, real: realpathOf(cwd) };
  const repositories = new Map<string, RepositoryFiles>();
  return (directory) => {
    const at = root === undefined ? repositoryOf(resolve(cwd, directory), home.real, env['GITHUB_WORKSPACE']) : realpathSync(root);
    const known = repositories.get(at) ?? new RepositoryFiles(home, at, texts, repository);
    repositories.set(at, known);
    return known;
  };
}

/**
 * The repository of a directory, as a real path: the nearest parent folder that git knows, or the workspace of the runner. If there is
 * none, the common parent of the directory and the working directory.
 */
export function repositoryOf(directory: string, cwd: string, workspace?: string): string {
  const real = realpathOf(directory);
  return repositoryAround(real, workspace) ?? commonFolder(real, cwd);
}

function commonFolder(one: string, other: string): string {
  let at = one;
  while (other !== at && !other.startsWith(at.endsWith(sep) ? at : at + sep)) at = dirname(at);
  return at;
}
