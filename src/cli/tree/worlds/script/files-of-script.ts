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
  /** What was copied, by the name of the copy. */
  readonly #copied = new Map<string, string>();
  #hasMoreCopies = false;

  /** There are more copies than are known, so a command may apply anything. */
  get hasMoreCopies(): boolean {
    return this.#hasMoreCopies;
  }

  /** @param sources what the commands of the line build or print */
  read({ piped, folder }: CommandLine, sources: readonly string[]): void {
    const fromTop = sources.map((source) => `//${pathFrom(folder, source)}`);
    if (sources.length > 0) for (const output of piped.flatMap(outputsOf)) this.#built.set(nameOf(folder, output), fromTop);
    for (const { source, target } of piped.flatMap(copiedBy)) {
      if (this.#copied.size < MOST_COPIES) this.#copied.set(fileFrom(folder, target), `//${pathFrom(folder, source)}`);
      else this.#hasMoreCopies = true;
    }
  }

  /** Whether a path is a file that the script makes. */
  has(folder: string, path: string): boolean {
    return this.#built.has(nameOf(folder, path)) || this.#copied.has(fileFrom(folder, path));
  }

  /** The places, from the top, of which a file was built. */
  builtFrom(folder: string, path: string): readonly string[] {
    return this.#built.get(nameOf(folder, path)) ?? [];
  }

  /** The files, from the top, of which a copy is at a path or in a folder. */
  copiedInto(folder: string, path: string, isRecursive: boolean): readonly string[] {
    const place = nameOf(folder, path);
    return [...this.#copied].flatMap(([copy, source]) => {
      const above = posix.dirname(copy);
      const isOfFolder = above === place || (isRecursive && isAtOrBelow(above, place));
      return copy === place || (isOfFolder && MANIFEST.test(copy)) ? [source] : [];
    });
  }
}

function nameOf(folder: string, path: string): string {
  return fileFrom(folder, path).replace(/\/$/, '');
}

const MOST_COPIES = 30;
