import { posix } from 'node:path';
import { MANIFEST } from '../../../../static/read/files/searched-names.ts';
import { isAtOrBelow } from '../../../../static/read/files/shown-path.ts';
import { outputsOf } from './built-by-command.ts';
import { copiedBy } from './copied-files.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { fileFrom, pathFrom } from '../shell/script-paths.ts';

/** The files that the commands of a script write and copy, and of what they are made. Later commands may apply them. */
export class FilesOfScript {
  readonly #built = new Map<string, readonly string[]>();
  /** The folders of these. */
  readonly #folders = new Set<string>();
  /** What was copied, by the name of the copy. */
  readonly #copied = new Map<string, string>();
  #hasMoreCopies = false;
  #hasEdits = false;

  /** There are more copies than are known, so a command may apply anything. */
  get hasMoreCopies(): boolean {
    return this.#hasMoreCopies;
  }

  /** A command edited files of the tree, so a later one may apply another content. */
  get hasEdits(): boolean {
    return this.#hasEdits;
  }

  /** @param sources what the commands of the line build or print */
  read({ piped, folder }: CommandLine, sources: readonly string[]): void {
    this.#hasEdits ||= piped.some(editsFiles);
    const fromTop = sources.map((source) => `//${pathFrom(folder, source)}`);
    if (sources.length > 0)
      for (const output of piped.flatMap(outputsOf)) {
        const name = nameOf(folder, withComputedName(output, sources));
        this.#built.set(name, [...(name.endsWith(ANY) ? (this.#built.get(name) ?? []) : []), ...fromTop]);
        this.#folders.add(posix.dirname(name));
      }
    for (const { source, target } of piped.flatMap(copiedBy)) {
      if (this.#copied.size < MOST_COPIES) this.#copied.set(fileFrom(folder, target), `//${pathFrom(folder, source)}`);
      else this.#hasMoreCopies = true;
    }
  }

  /** Whether a path is a file that the script makes. */
  has(folder: string, path: string): boolean {
    return this.#built.has(nameOf(folder, path)) || this.#copied.has(fileFrom(folder, path));
  }

  /** The places, from the top, of which the file at a path was built, or the files in a folder. */
  builtFrom(folder: string, path: string, isRecursive: boolean): readonly string[] {
    const place = nameOf(folder, path);
    if (!isRecursive && !this.#folders.has(place)) return this.#built.get(place) ?? [];
    return [...this.#built].flatMap(([file, sources]) => (isTaken(file, place, isRecursive) ? sources : []));
  }

  /** The files, from the top, of which a copy is at a path or in a folder. */
  copiedInto(folder: string, path: string, isRecursive: boolean): readonly string[] {
    const place = nameOf(folder, path);
    return [...this.#copied].flatMap(([copy, source]) => (isTaken(copy, place, isRecursive) ? [source] : []));
  }
}

/**
 * The path of an output with a star in place of a name that the script computes, mostly from the name of a source. One that is computed as a
 * whole is beside the source.
 */
function withComputedName(output: string, sources: readonly string[]): string {
  if (!/[$`*]/.test(posix.basename(output))) return output;
  return `${posix.dirname(output.includes('/') ? output : (sources[0] ?? ''))}/${ANY}`;
}

const ANY = '*.yaml';

/** Whether a command edits files in their place: `sed -i`, `perl -pi`, `yq -i`, `kustomize edit`. */
function editsFiles(words: readonly string[]): boolean {
  const at = words.findIndex((word) => EDITORS.test(word));
  return at >= 0 && words.slice(at + 1).some((word) => /^(?:-[a-z]*i|--in-?place|-w$|edit$)/.test(word));
}

const EDITORS = /(?:^|\/)(?:g?sed|perl|ruby|yq|kustomize)$/;

/** Whether kubectl takes a file if it is given a place. */
function isTaken(file: string, place: string, isRecursive: boolean): boolean {
  const above = posix.dirname(file);
  return file === place || (MANIFEST.test(file) && (above === place || (isRecursive && isAtOrBelow(above, place))));
}

function nameOf(folder: string, path: string): string {
  return fileFrom(folder, path).replace(/\/$/, '');
}

const MOST_COPIES = 30;
