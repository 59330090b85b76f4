import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { relativePath } from '../../git/repository.ts';
import { matcherOfMissing, pathsMatching } from './matching-paths.ts';
import type { AppliedPlace } from './script/applied-place.ts';

/** Names places of a repository, which are given from its top, from the working directory. */
export class NamedPlaces {
  readonly #root: string;
  readonly #cwd: string;

  constructor(root: string, cwd: string) {
    this.#root = root;
    this.#cwd = cwd;
  }

  /** Empty for the working directory. */
  nameOf(path: string): string {
    return relativePath(this.#cwd, join(this.#root, path));
  }

  /** @param place may be a pattern, see `pathsMatching` */
  matching(place: string): readonly string[] {
    return pathsMatching(this.#root, place).map((each) => this.nameOf(each));
  }

  /** @param place the same; with a slash before it, its end may be in the repository */
  foldersAt(place: string): readonly string[] {
    if (!place.startsWith('/')) return this.matching(place);
    // Where the repository is in a container is not known.
    const parts = place.split('/').slice(1);
    const ends = parts.map((_, index) => parts.slice(index).join('/'));
    const found = ends.find((end) => end !== '' && existsSync(join(this.#root, end)));
    return found === undefined ? [] : [this.nameOf(found)];
  }

  placesOf({ place, isFlat, pattern, isCreated, undoneBy = [] }: AppliedPlace): readonly AppliedPlace[] {
    const fits = pattern === undefined ? undefined : matcherOfMissing(pattern);
    const ofFiles = fits === undefined ? {} : { takes: (name: string) => fits(relativePath(this.#root, resolve(this.#cwd, name))) };
    const undone = undoneBy.flatMap((each) => this.placesOf(each));
    const more = { ...ofFiles, ...(isCreated && { isCreated }), ...(undone.length === 0 ? {} : { undoneBy: undone }) };
    // The working directory may be in the folder.
    return this.matching(place).map((name) => ({ place: isFlat ? name : name.replace(/^[./]+$/, ''), isFlat, ...more }));
  }
}
