import type { Comment } from '../../suppress/suppress.ts';
import type { Manifest } from '../../world/manifest.ts';
import { mayHoldSuppression } from '../comments.ts';
import { parseManifests } from '../parse-manifests.ts';
import type { ReadResult } from '../read-result.ts';
import type { RepositoryFiles } from './repository-files.ts';

/** The source files of rendered objects, with their texts and content. Each is parsed when it is first needed. */
export class Sources {
  readonly #texts = new Map<string, string>();
  readonly #read = new Map<string, ReadResult>();

  static async of(names: Iterable<string>, files: RepositoryFiles): Promise<Sources> {
    const sources = new Sources();
    for (const name of new Set(names)) {
      const text = await files.text(name);
      if (text !== undefined) sources.#texts.set(name, text);
    }
    return sources;
  }

  /** All files that could be read, by name. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  manifests(name: string): readonly Manifest[] {
    return this.#parsed(name)?.manifests ?? [];
  }

  /** The comments of all files that contain a suppression. A template is not YAML, but its comments are used too. */
  comments(): readonly Comment[] {
    return [...this.#texts].flatMap(([name, text]) => (mayHoldSuppression(text) ? (this.#parsed(name)?.comments ?? []) : []));
  }

  #parsed(name: string): ReadResult | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    const read = this.#read.get(name) ?? parseManifests(text, name);
    this.#read.set(name, read);
    return read;
  }
}
