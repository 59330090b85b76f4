import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { once } from '../../../fleet/memo/once.ts';
import { matcherOfMissing, pathsMatching } from './matching-paths.ts';
import { isPattern } from './shell/path-patterns.ts';

/** A file or a folder that kubectl is given by its path, and that is not in the tree; or a pattern that matches no file of it. */
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
  const isThere = (place: string): boolean => (isPattern(place) ? pathsMatching(root, place).length > 0 : existsSync(join(root, place)));
  const own = `${posix.dirname(file)}/`;
  const all = new Set(named);
  const fromTop = named.filter((place) => !(place.startsWith(own) && all.has(place.slice(own.length))));
  const besides = once(() => namesBesides(text));
  return fromTop.slice(0, MOST_PLACES).flatMap((place) => {
    if ([place, own + place, place.startsWith(own) ? place.slice(own.length) : place].some(isThere)) return [];
    const parts = place.split('/');
    const pattern = parts.findIndex(isPattern);
    // A folder that is not there is named by itself.
    if (pattern > 0 && !isThere(parts.slice(0, pattern).join('/'))) return [];
    if (pattern >= 0) return [{ place, isMade: besides().values().some(maybeIn(parts, pattern)) }];
    const first = parts.find((_, index) => !isThere(parts.slice(0, index + 1).join('/'))) ?? place;
    return [{ place, isMade: besides().has(first) }];
  });
}

/** Whether a name may be that of a file of a pattern, or is that of its folder. @param pattern index of the first part that is a pattern */
function maybeIn(parts: readonly string[], pattern: number): (name: string) => boolean {
  const matches = matcherOfMissing(parts.at(-1) ?? '');
  return (name) => name === parts[pattern - 1] || (!isPattern(name) && matches(name));
}

/** The names in the paths of a text, without the paths that kubectl and kustomize are given, and those that a loop is over. */
export function namesBesides(text: string): ReadonlySet<string> {
  const found = new Set<string>();
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
    for (const [at, word] of words.entries()) {
      const isOfLoop = loop >= 0 && at > loop && (end < 0 || at < end);
      if (!isOfLoop && !GIVING.has(words[at - 1] ?? '')) for (const name of word.split('/')) found.add(name);
    }
  }
  return found;
}

/** Of one file. */
const MOST_PLACES = 500;
/** The words before a path that is read. */
const GIVING: ReadonlySet<string> = new Set(['-f', '--filename', '-k', '--kustomize', '-Rf', '-Rk', 'build', 'kustomize']);
