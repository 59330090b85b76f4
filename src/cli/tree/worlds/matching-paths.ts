import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isScriptWithoutEnding } from '../../../files/is-script-without-ending.ts';
import { isTooLong } from '../../../files/longest-path.ts';
import { compileGlob, type Glob } from '../../../static/read/files/glob.ts';
import { PACKAGES } from '../../../static/read/files/searched-names.ts';
import { isScript } from '../../../static/read/placeholders/source-of-manifests.ts';
import { leadsOut } from '../../git/repository.ts';
import { isPattern } from './shell/path-patterns.ts';

/**
 * The files and folders of a repository that a pattern of a script matches, from its top; only folders if it ends with a slash. As in a
 * shell, only a dot in the pattern matches the dot of a hidden name. A pattern does not match `.git`, a folder of packages that it does not
 * name, or what is no manifest: scripts and pages in Markdown. Other paths match themselves, unless they are too long for any file.
 */
export function pathsMatching(root: string, pattern: string): readonly string[] {
  if (isTooLong(pattern)) return [];
  if (!isPattern(pattern)) return [pattern];
  const asked = pattern.replace(/\/$/, '');
  const segments = asked.split('/');
  const top = segments.slice(0, segments.findIndex(isPattern)).join('/');
  const fits = globOf(asked);
  if (fits === undefined || leadsOut(join(root, top), root)) return [];
  const isDeep = segments.includes('**');
  const isMeant = (path: string, isFolder: boolean): boolean => isFolder || (asked === pattern && mayBeManifest(join(root, path)));
  const found: string[] = [];
  const folders = [top];
  for (const folder of folders) {
    for (const { name, isFolder } of entriesIn(join(root, folder))) {
      const path = posix.join(folder, name);
      const depth = path.split('/').length;
      const isEnd = depth === segments.length;
      if (isNamedBy((isDeep ? segments.at(-1) : segments[depth - 1]) ?? '', name) && fits(path) && isMeant(path, isFolder))
        found.push(path);
      const isBelow = isDeep ? isNamedBy('**', name) : !isEnd && isNamedBy(segments[depth - 1] ?? '', name);
      if (isFolder && isBelow && folders.length < MOST_FOLDERS) folders.push(path);
    }
  }
  return found.slice(0, MOST_PATHS);
}

/** The test whether a pattern of files would match a file that is not there, by its path from the top, as `pathsMatching` does. */
export function matcherOfMissing(pattern: string): (path: string) => boolean {
  const fits = isPattern(pattern) && !pattern.endsWith('/') && !isTooLong(pattern) ? globOf(pattern) : undefined;
  if (fits === undefined) return () => false;
  const segments = pattern.split('/');
  const isDeep = segments.includes('**');
  const named = isDeep ? segments.findIndex(isPattern) : 0;
  return (path) => {
    const names = path.split('/');
    const partAt = (at: number): string => (isDeep ? (at === names.length - 1 ? segments.at(-1) : '**') : segments[at]) ?? '';
    return fits(path) && mayBeManifest(path) && names.every((name, at) => at < named || isNamedBy(partAt(at), name));
  };
}

const MOST_FOLDERS = 2000;
const MOST_PATHS = 1000;

/** Whether a part of a pattern may match a name at all. */
function isNamedBy(part: string, name: string): boolean {
  if (name === PACKAGES) return part === PACKAGES;
  return !name.startsWith('.') || (part.startsWith('.') && name !== '.git');
}

/** Patterns of files are often wider than what a script takes of them. */
function mayBeManifest(path: string): boolean {
  return !isScript(path) && !/\.(?:md|markdown)$/i.test(path) && !isScriptWithoutEnding(path);
}

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
