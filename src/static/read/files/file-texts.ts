import type { TextAgain } from '../../../yaml/document-places.ts';

/** Once more the text of a file that holds manifests, or was meant to; `undefined` for any other file. */
export interface FileTexts {
  get(file: string): TextAgain | undefined;
  /** The names of these files. */
  keys(): Iterable<string>;
}

/** The texts of thousands of files, of which few are asked for by name. */
export class ReadTexts implements FileTexts {
  readonly #files: string[] = [];
  readonly #texts: TextAgain[] = [];
  /** Positions of files that hold no manifest, and were not meant to. */
  readonly #others = new Set<number>();
  #byFile: ReadonlyMap<string, TextAgain> | undefined;

  add(file: string, text: TextAgain, hasManifests: boolean): void {
    if (!hasManifests) this.#others.add(this.#files.length);
    this.#files.push(file);
    this.#texts.push(text);
    this.#byFile = undefined;
  }

  get(file: string): TextAgain | undefined {
    return this.#ofManifests().get(file);
  }

  keys(): Iterable<string> {
    return this.#ofManifests().keys();
  }

  /** All of them as they are, by file, in the order they were added. */
  all(): ReadonlyMap<string, string> {
    return new Map(this.#entries().map(([, name, text]) => [name, text.read()]));
  }

  /** Whether the name of a file is so. */
  some(isSo: (file: string) => boolean): boolean {
    return this.#files.some(isSo);
  }

  #ofManifests(): ReadonlyMap<string, TextAgain> {
    return (this.#byFile ??= new Map(this.#entries().flatMap(([at, name, text]) => (this.#others.has(at) ? [] : [[name, text] as const]))));
  }

  *#entries(): Generator<readonly [number, string, TextAgain]> {
    for (const [at, text] of this.#texts.entries()) yield [at, this.#files[at] ?? '', text];
  }
}
