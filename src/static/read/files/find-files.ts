import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import type { NotEvaluated } from '../../../finding.ts';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { compileGlob, type Glob } from './glob.ts';
import { isJsonnet, isProjectFile, isSourceOfManifests } from '../placeholders/source-of-manifests.ts';
import { folderInText, type FolderText } from './links-as-text.ts';
import { manifestsOfMangled, type MangledEntry, mayBeMangled } from './mangled-names.ts';
import { pathBelow, shownPathsIn, shownPath } from './shown-path.ts';
import { MANIFEST, isHiddenFolder } from './searched-names.ts';
import { isScriptWithoutEnding } from '../../../files/is-script-without-ending.ts';
import { isWithin } from '../../../files/is-within.ts';
import { isTooLong } from '../../../files/longest-path.ts';

/** A file to read, with its path as reports show it: relative to the working directory, with forward slashes. */
export interface FoundFile {
  readonly path: string;
  readonly name: string;
}

/** Which files to find; globs as for `findFiles`. */
interface FilesWanted {
  readonly cwd: string;
  readonly exclude: readonly string[];
  readonly excludeFrom: string;
  /** The folder in which linked files may be, absolute: the repository. */
  readonly within?: string | undefined;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /**
   * Files that are not judged: those of hidden directories and of `node_modules`, which `kubectl apply -R` applies, and files from which
   * other tools make manifests.
   */
  readonly hidden: readonly FoundFile[];
  /** Folders and links whose content is not known. */
  readonly notEvaluated: readonly NotEvaluated[];
  /** Empty folders, absolute. A submodule that is not checked out leaves one. */
  readonly empty: readonly string[];
  /** The names of files of Jsonnet, also in hidden directories. */
  readonly jsonnet: readonly string[];
  /** The names of symbolic links to files and folders. */
  readonly links: ReadonlySet<string>;
  /** Files with the path of a folder as their text: a symbolic link in a checkout without `core.symlinks`. */
  readonly folderTexts: readonly FolderText[];
  /** Files and folders that no path leads to. */
  readonly mangled: readonly MangledEntry[];
}

/**
 * Finds the files at the given paths, in a stable order, each once. A named file is always included; directories are searched for YAML and
 * JSON, except in `.git`. Sources from which other tools make manifests, and files in hidden directories and `node_modules`, are in a
 * separate list (`.github` and the like are searched too, because pipelines may contain manifests, which is reported). Source: k8s.io/cli-runtime
 * `pkg/resource/visitor.go`, ExpandPathsToFileVisitors, which walks all of them. `exclude` has globs (see `compileGlob`) for the path from
 * `excludeFrom`. A glob without a slash matches a name at any depth, one that begins with a slash only at the top, and one that matches a
 * directory excludes it. Symbolic links are followed within the named directory, and links to files within the repository. Directories are
 * read on this thread: a thread pool takes longer than reading them.
 * @throws {ConfigError} a path does not exist, or a glob cannot be parsed
 */
export function findFiles(paths: readonly string[], cwd: string, exclude: readonly string[] = [], excludeFrom = cwd): FoundFiles {
  const walk = new Walk({ cwd, exclude, excludeFrom });
  const files = [...walk.all(paths)].flat();
  return { files, ...walk.beside() };
}

/** The directory from which an entry was reached, and the list that it belongs to. */
interface Origin {
  readonly root: string;
  readonly into: FoundFile[];
  /** Whether it is in a project of which each program makes manifests. */
  readonly isInProject?: boolean;
}

/** The walk of `findFiles`, one folder at a time. */
export class Walk {
  readonly #files: FoundFile[] = [];
  readonly #hidden: FoundFile[] = [];
  readonly #notEvaluated: NotEvaluated[] = [];
  readonly #cwd: string;
  readonly #globs: readonly Glob[];
  readonly #excludeFrom: string;
  readonly #within: string | undefined;
  readonly #empty: string[] = [];
  readonly #jsonnet: string[] = [];
  readonly #links = new Set<string>();
  readonly #folderTexts: FolderText[] = [];
  readonly #mangled: MangledEntry[] = [];
  /** Real paths of everything visited, so that no file is read twice and no cycle is followed. */
  readonly #seen = new Set<string>();
  /** The real path of each file in a hidden directory, by the path at which it was found. */
  readonly #realOfHidden = new Map<string, string>();
  readonly #seenHidden = new Set<string>();

  constructor({ cwd, exclude, excludeFrom, within }: FilesWanted) {
    this.#cwd = cwd;
    this.#excludeFrom = excludeFrom;
    this.#globs = exclude.map(excludedBy);
    this.#within = within === undefined ? undefined : orNothing(() => realpathSync(within));
  }

  /** Yields, after each folder, the files found in it; often none. @throws {ConfigError} a path does not exist */
  *all(paths: readonly string[]): Generator<readonly FoundFile[], void> {
    for (const path of paths) for (const _ of this.#from(path)) yield this.#files.splice(0);
  }

  /**
   * Takes a file of any name, or the files of a hidden folder, that a deployer of the repository applies: kubectl reads what is named,
   * whatever its name is. Returns none for other folders, files that were found before, and what is excluded. Source: k8s.io/cli-runtime
   * `pkg/resource/visitor.go`.
   * @param name relative to the working directory, below a path of `all`
   */
  applied(name: string): readonly FoundFile[] {
    const path = resolve(this.#cwd, name);
    const real = isTooLong(name) ? undefined : orNothing(() => realpathSync(path));
    if (real === undefined) return [];
    const parts = name.split('/');
    const isExcluded = parts.some((_, index) => this.#isExcluded(this.#nameForGlobs(parts.slice(0, index + 1).join('/'))));
    const found = orNothing(() => statSync(real));
    const isHidden = found?.isDirectory() === true && parts.some(isHiddenFolder);
    if (isExcluded || (found?.isFile() !== true && !isHidden)) return [];
    const isOutside = this.#within !== undefined && !isWithin(real, this.#within);
    if (isOutside) this.#notSearched(path, OUT);
    else if (parts.includes('.git')) this.#notSearched(path, "It is one of git's own files, so it was not read.");
    else if (real.slice(this.#within?.length).split(sep).includes('.git')) this.#notSearched(path, TO_GIT);
    else if (!isHidden) this.#take(path, real, name, this.#files);
    else return [...this.#directory(path, real, { root: real, into: this.#files })].flatMap(() => this.#files.splice(0));
    return this.#files.splice(0);
  }

  /**
   * The other results, after all files were found. Hidden files that were also found elsewhere are not included: in a mounted ConfigMap,
   * the files are links into a hidden directory.
   */
  beside(): Omit<FoundFiles, 'files'> {
    const hidden = this.#hidden.filter(({ path }) => !this.#seen.has(this.#realOfHidden.get(path) ?? path));
    return {
      hidden,
      notEvaluated: this.#notEvaluated,
      empty: this.#empty,
      jsonnet: this.#jsonnet,
      links: this.#links,
      folderTexts: this.#folderTexts,
      mangled: this.#mangled,
    };
  }

  *#from(path: string): Generator<void, void> {
    const absolute = resolve(this.#cwd, path);
    const found = orNothing(() => statSync(absolute));
    if (found === undefined) throw noPath(path, this.#cwd);
    // A shell's `<(…)` has no real path.
    const real = orNothing(() => realpathSync(absolute)) ?? absolute;
    if (found.isDirectory()) yield* this.#directory(absolute, real, { root: real, into: this.#files });
    else this.#take(absolute, real, this.#name(absolute), this.#files);
    yield;
  }

  *#directory(path: string, real: string, outer: Origin): Generator<void, void> {
    if (this.#isSeen(real, outer.into)) return;
    const entries = orNothing(() => readdirSync(path, { withFileTypes: true }));
    if (entries === undefined) {
      this.#notSearched(path, 'The directory cannot be read.');
      return;
    }
    if (entries.length === 0 && outer.into === this.#files) this.#empty.push(path);
    const origin = entries.some(({ name }) => isProjectFile(name)) ? { ...outer, isInProject: true } : outer;
    const links: string[] = [];
    const nameIn = shownPathsIn(path, this.#cwd);
    const nameForGlobs = this.#excludeFrom === this.#cwd ? nameIn : shownPathsIn(path, this.#excludeFrom);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = pathBelow(path, entry.name);
      if (this.#isExcluded(nameForGlobs(entry.name))) continue;
      if (isMangled(entry, below)) {
        this.#takeMangled(path, entry.name, nameIn(entry.name), origin);
        continue;
      }
      const realBelow = real === path ? below : pathBelow(real, entry.name);
      if (entry.isSymbolicLink()) links.push(below);
      else if (entry.isDirectory()) yield* this.#subdirectory(below, realBelow, origin);
      else if (!MANIFEST.test(entry.name)) this.#takeSource(entry, below, realBelow, nameIn(entry.name), origin);
      else if (entry.isFile()) this.#take(below, realBelow, nameIn(entry.name), origin.into);
      else this.#leave(below, origin, 'It is a pipe, a socket or a device, so it was not read.');
    }
    // Links come last, so that a file is listed by its own name if both are in the tree.
    for (const link of links) yield* this.#link(link, origin);
    yield;
  }

  *#subdirectory(path: string, real: string, origin: Origin): Generator<void, void> {
    const name = path.slice(path.lastIndexOf(sep) + 1);
    if (name === '.git') return;
    yield* this.#directory(path, real, isHiddenFolder(name) ? { ...origin, into: this.#hidden } : origin);
  }

  *#link(path: string, origin: Origin): Generator<void, void> {
    const { root } = origin;
    const real = orNothing(() => realpathSync(path));
    const target = real === undefined ? undefined : orNothing(() => statSync(real));
    if (real === undefined || target === undefined) {
      if (MANIFEST.test(path)) this.#leave(path, origin, isLoop(path) ? LOOP : 'The target of this symbolic link does not exist.');
      return;
    }
    this.#links.add(this.#name(path));
    const isSource = target.isFile() && isSourceOfManifests(path);
    if (!target.isDirectory() && !MANIFEST.test(path) && !isSource) return;
    const outer = [root, this.#within].find((folder) => folder !== undefined && isWithin(real, folder));
    if (outer === undefined || (outer !== root && target.isDirectory())) this.#notSearched(path, OUT);
    else if (real.slice(outer.length).split(sep).includes('.git')) this.#leave(path, origin, TO_GIT);
    else if (target.isDirectory()) yield* this.#subdirectory(path, real, origin);
    else if (!isSource) this.#take(path, real, this.#name(path), origin.into);
    else {
      if (isJsonnet(path)) this.#jsonnet.push(this.#name(path));
      if (origin.into === this.#files) this.#take(path, real, this.#name(path), this.#hidden);
    }
  }

  #take(path: string, real: string, name: string, into: FoundFile[]): void {
    if (this.#isSeen(real, into)) return;
    into.push({ path, name });
    if (into === this.#hidden) this.#realOfHidden.set(path, real);
  }

  #takeMangled(folder: string, own: string, name: string, { root, into }: Origin): void {
    if (this.#mangled.some((each) => each.name === name)) return;
    const files = manifestsOfMangled(folder, own, this.#within ?? root);
    this.#mangled.push({ name, files, isHidden: into === this.#hidden });
  }

  /** Hidden sources are not applied by any tool, except Jsonnet by Argo CD. */
  #takeSource(entry: Dirent, path: string, real: string, name: string, { into, isInProject }: Origin): void {
    if (!entry.isFile()) return;
    if (isJsonnet(entry.name)) this.#jsonnet.push(name);
    if (into !== this.#files) return;
    const folder = folderInText(path);
    if (folder !== undefined) this.#folderTexts.push({ path, name, folder });
    if (isSourceOfManifests(entry.name, isInProject) || isScriptWithoutEnding(path)) this.#take(path, real, name, this.#hidden);
  }

  /** A hidden file may still be found in another way. */
  #isSeen(real: string, into: readonly FoundFile[]): boolean {
    const seen = into === this.#files ? this.#seen : this.#seenHidden;
    const isSeen = this.#seen.has(real) || seen.has(real);
    seen.add(real);
    return isSeen;
  }

  /** Files may be behind it that were not searched, hidden or not. */
  #notSearched(path: string, reason: string): void {
    this.#notEvaluated.push({ file: this.#name(path), line: 1, reason });
  }

  /** Other entries of hidden directories are not applied by any tool. */
  #leave(path: string, { into }: Origin, reason: string): void {
    if (into === this.#files) this.#notSearched(path, reason);
  }

  #nameForGlobs(name: string): string {
    return shownPath(resolve(this.#cwd, name), this.#excludeFrom);
  }

  #isExcluded(name: string): boolean {
    return this.#globs.some((glob) => glob(name));
  }

  #name(path: string): string {
    return shownPath(path, this.#cwd) || '.';
  }
}

/** Whether the name of an entry does not lead to it, because bytes that are not UTF-8 were lost in it. */
function isMangled(entry: Dirent, path: string): boolean {
  if (!mayBeMangled(entry.name)) return false;
  return (entry.isDirectory() || MANIFEST.test(entry.name)) && orNothing(() => lstatSync(path)) === undefined;
}

/** Returns whether patterns exclude a file or a folder around it. @throws {ConfigError} as `findFiles` */
export function excluderOf(exclude: readonly string[]): Glob {
  const globs = exclude.map(excludedBy);
  return (name) => {
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      if (globs.some((glob) => glob(name.slice(0, end)))) return true;
    return globs.some((glob) => glob(name));
  };
}

function excludedBy(written: string): Glob {
  const glob = trimEndSigns(written.replace(/^\.\//, ''), '/');
  try {
    if (glob.startsWith('/')) return compileGlob(glob.slice(1));
    return compileGlob(glob.includes('/') ? glob : `**/${glob}`);
  } catch (error) {
    throw new ConfigError(`exclude: "${written.slice(0, SHOWN)}": ${(error as Error).message}`, { cause: error });
  }
}

const OUT = 'This symbolic link leads out of the directory, so it was not followed.';
const TO_GIT = "This symbolic link leads to git's own files, so it was not followed.";

/** Whether an entry is about a symbolic link that was not followed. */
export function isLinkNotFollowed({ reason }: NotEvaluated): boolean {
  return reason === OUT || reason === TO_GIT;
}

const SHOWN = 80;

const LOOP = 'This symbolic link leads back to itself.';

function isLoop(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ELOOP';
  }
}

/** The error about a path to read that does not exist. */
export function noPath(path: string, cwd: string): ConfigError {
  return new ConfigError(
    `There is no file or directory "${path}" (looked in ${cwd}); ${/[*?[{]/.test(path) ? NO_PATTERN : 'check the path'}.`,
  );
}

/** Patterns are not expanded here: inputs of the Action and quoted arguments do not pass through a shell. */
const NO_PATTERN = 'only shells expand patterns: name the folder, and use `exclude` in the configuration to skip files';

/** A path that cannot be read, for any reason, is treated as absent. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
