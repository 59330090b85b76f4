import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { holdsFiles } from '../../../files/holds-files.ts';
import { once } from '../../../fleet/memo/once.ts';
import { KUSTOMIZATION_NAMES } from '../../../static/read/kustomize/kustomization.ts';
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
  /** It is the kustomization of a folder that is there, and that `kubectl apply -k` is given. */
  readonly isKustomization?: boolean;
}

/**
 * The paths that a file gives to kubectl and that are not there, from the top of the repository. A script may be started in its own folder.
 * @param named the paths, also as they are if the script starts in its own folder @param kustomized those of them that need a kustomization
 */
export function missingPlaces(
  root: string,
  {
    file,
    text,
    named,
    kustomized,
  }: { readonly file: string; readonly text: string; readonly named: readonly string[]; readonly kustomized: ReadonlySet<string> },
): readonly Pick<MissingPlace, 'place' | 'isMade' | 'isKustomization'>[] {
  const isThere = (place: string): boolean => (isPattern(place) ? pathsMatching(root, place).length > 0 : existsSync(join(root, place)));
  const own = `${posix.dirname(file)}/`;
  const all = new Set(named);
  const fromTop = named.filter((place) => !(place.startsWith(own) && all.has(place.slice(own.length))));
  const besides = once(() => namesBesides(text));
  return fromTop.slice(0, MOST_PLACES).flatMap((place) => {
    const there = [place, own + place, place.startsWith(own) ? place.slice(own.length) : place].filter(isThere);
    if (there.length > 0) return kustomized.has(place) ? missingKustomization(root, there, text) : [];
    const parts = place.split('/');
    const pattern = parts.findIndex(isPattern);
    // A folder that is not there is named by itself.
    if (pattern > 0 && !isThere(parts.slice(0, pattern).join('/'))) return [];
    if (pattern >= 0) return [{ place, isMade: besides().values().some(maybeIn(parts, pattern)) }];
    const first = parts.find((_, index) => !isThere(parts.slice(0, index + 1).join('/'))) ?? place;
    return [{ place, isMade: besides().has(first) }];
  });
}

/** The kustomization that none of these folders has. An empty folder may be a submodule. */
function missingKustomization(root: string, folders: readonly string[], text: string): ReturnType<typeof missingPlaces> {
  const [folder = ''] = folders;
  const hasOne = (each: string): boolean => KUSTOMIZATION_NAMES.some((name) => existsSync(join(root, each, name)));
  if (!holdsFiles(join(root, folder)) || folders.some(hasOne)) return [];
  const names = namesBesides(text.replaceAll(MAKES_NOTHING, ''));
  const isMade =
    [posix.basename(folder), ...KUSTOMIZATION_NAMES].some((name) => names.has(name)) || /\bkustomize +(?:create|init)\b/.test(text);
  return [{ place: posix.join(folder, KUSTOMIZATION_NAMES[0]), isMade, isKustomization: true }];
}

/** Keys, titles, the folders in which commands start, and the patterns of files that start a pipeline. */
// linear: each part is at the start of a line, or ends at the first blank.
const MAKES_NOTHING =
  /^ *(?:- )?(?:name|needs|environment|working-?directory):.*$|^ *[\w-]+:|^ *- ['"]?!?[\w./-]*\*[^\s'"]*['"]?$|\b(?:cd|pushd) +\S+/gim;

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
