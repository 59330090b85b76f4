import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file or a folder that kubectl is given by its path, and that is not in the tree. */
export interface MissingPlace {
  /** The file of the step. */
  readonly by: string;
  readonly place: string;
  /** The file of the step names it, or a folder around it, in another way as well, so a step may make it. */
  readonly isMade: boolean;
  /** A step that makes it may put any file of the tree there. */
  readonly isOpen: boolean;
}

/**
 * The paths that a file gives to kubectl and that are not there, from the top of the repository. A script may be started in its own folder.
 * @param named the paths, also as they are if the script starts in its own folder
 */
export function missingPlaces(
  root: string,
  { file, text, named }: { readonly file: string; readonly text: string; readonly named: readonly string[] },
): readonly Pick<MissingPlace, 'place' | 'isMade'>[] {
  const isThere = (place: string): boolean => existsSync(join(root, place));
  const own = `${posix.dirname(file)}/`;
  const fromTop = new Set(named.filter((place) => !(place.startsWith(own) && named.includes(place.slice(own.length)))));
  return [...fromTop].flatMap((place) => {
    if ([place, own + place, place.startsWith(own) ? place.slice(own.length) : place].some(isThere)) return [];
    const parts = place.split('/');
    const first = parts.find((_, index) => !isThere(parts.slice(0, index + 1).join('/'))) ?? place;
    return [{ place, isMade: isNamedOtherwise(text, first) }];
  });
}

/** Whether a text has a word with a path through a name, and it is not what kubectl and kustomize are given, or what a loop is over. */
function isNamedOtherwise(text: string, name: string): boolean {
  let manifests: number | undefined;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent < 0 || line.startsWith('#', indent)) continue;
    // The input of an action: files, one in a line.
    if (manifests !== undefined && indent <= manifests) manifests = undefined;
    if (manifests !== undefined) continue;
    if (line.startsWith('manifests:', indent)) {
      manifests = indent;
      continue;
    }
    const words = line.split(/[\s"'`=;|&(){}<>,:]+/);
    const loop = words.indexOf('for');
    const end = loop < 0 ? -1 : words.indexOf('do', loop);
    const isOfLoop = (at: number): boolean => loop >= 0 && at > loop && (end < 0 || at < end);
    const isGiven = (at: number): boolean => GIVING.has(words[at - 1] ?? '') || isOfLoop(at);
    if (words.some((word, at) => word.split('/').includes(name) && !isGiven(at))) return true;
  }
  return false;
}

/** The words before a path that is read. */
const GIVING: ReadonlySet<string> = new Set(['-f', '--filename', '-k', '--kustomize', '-Rf', '-Rk', 'build', 'kustomize']);
