import { posix } from 'node:path';
import { isPattern, ofFolders } from '../shell/path-patterns.ts';
import { pathFrom } from '../shell/script-paths.ts';

/** A path as a place. Only patterns keep a slash at their end. */
export function placeFrom(path: string): string {
  const place = posix.normalize(path);
  return isPattern(place) ? place : place.replace(/\/$/, '') || '.';
}

/** Whether a pattern is one of files, and not of folders. */
export function isOfFiles(pattern: string): boolean {
  return /(?:\.\w+|(?:^|\/)\*\*\/\*)\}?$/.test(pattern);
}

/** The folder of which a pattern names all manifests; of another pattern or path, that itself. */
export function folderOfPattern(pattern: string): string {
  const [, folder] = /^(.*?)(?:\*\*\/)?\*(?:\.(?:ya?ml|json|ya\?ml|\*))?$/.exec(pattern) ?? [];
  return folder === undefined || isPattern(folder) || !/^$|\/$/.test(folder) ? pattern : folder.replace(/\/$/, '') || '.';
}

/** The folder that a command builds; `undefined` if it is on no known path. */
export function placeBuilt(folder: string, path: string): string | undefined {
  if (/:\/\/|[<(]|^-$/.test(path)) return undefined;
  const whole = folder.includes('$') ? `$/${path}` : path;
  const rest = whole.slice(Math.max(...['$', '`', '~'].map((sign) => whole.lastIndexOf(sign))) + 1);
  if (rest !== path) {
    const known = rest.slice(rest.indexOf('/') + 1);
    return rest.includes('/') && known !== '' ? `/${posix.normalize(known)}` : undefined;
  }
  const place = placeFrom(pathFrom(folder, path.startsWith('/') ? path : ofFolders(path)));
  const isTop = path === '/' || path.startsWith('//');
  return path.startsWith('/') && !isTop ? posix.normalize(path) : /^\.\.?(?:\/|$)/.test(place) ? undefined : place;
}
