import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTooLong } from '../../../files/longest-path.ts';
import { compileGlob, type Glob } from '../../../static/read/files/glob.ts';
import { isHiddenFolder } from '../../../static/read/files/searched-names.ts';
import { leadsOut } from '../../git/repository.ts';
import { isPattern } from './path-patterns.ts';

/**
 * The files and folders of a repository that a pattern of a script matches, from its top. A pattern does not match a hidden folder that it
 * does not name, nor one of packages. Other paths match themselves, unless they are too long for any file.
 */
export function pathsMatching(root: string, pattern: string): readonly string[] {
  if (isTooLong(pattern)) return [];
  if (!isPattern(pattern)) return [pattern];
  const segments = pattern.split('/');
  const top = segments.slice(0, segments.findIndex(isPattern)).join('/');
  const fits = globOf(pattern);
  if (fits === undefined || leadsOut(join(root, top), root)) return [];
  const mostDepth = segments.includes('**') ? Infinity : segments.length;
  const found: string[] = [];
  const folders = [top];
  for (const folder of folders) {
    for (const { name, isFolder } of entriesIn(join(root, folder))) {
      const path = posix.join(folder, name);
      if (fits(path)) found.push(path);
      const isDeep = path.split('/').length >= mostDepth;
      if (isFolder && !isDeep && !isHiddenFolder(name) && folders.length < MOST_FOLDERS) folders.push(path);
    }
  }
  return found.slice(0, MOST_PATHS);
}

const MOST_FOLDERS = 2000;
const MOST_PATHS = 1000;

function globOf(pattern: string): Glob | undefined {
  try {
    return compileGlob(pattern);
  } catch {
    return undefined;
  }
}

/** Links are not followed. */
function entriesIn(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isFile() || entry.isDirectory() ? [{ name: entry.name, isFolder: entry.isDirectory() }] : []))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
