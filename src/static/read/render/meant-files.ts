import { posix } from 'node:path';
import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { compileGlob, type Glob } from '../files/glob.ts';
import { joinPath } from '../kustomize/kustomization.ts';
import type { RepositoryFiles } from './repository-files.ts';
import { namesIn } from '../../../files/names-in.ts';

/** The most files and folders that are looked at for one entry. */
const MOST_LOOKED_AT = 10_000;

/**
 * The files that an entry of a kustomization may mean although nothing has its name: it is a pattern, which kustomize does not know, or is
 * misspelt. Files with the name of a manifest are left out, because they are read anyway.
 * @param entry its path, relative to the working directory
 * @param folder the nearest folder that exists
 */
export function filesMeant(entry: string, folder: string, repository: RepositoryFiles): readonly string[] {
  const isMeant = isPattern(entry) ? globOf(entry) : isMisspelling(entry);
  const found: string[] = [];
  const folders = [folder];
  let looked = 0;
  for (const at of folders) {
    for (const name of namesIn(repository.absolute(at))) {
      looked += 1;
      if (looked > MOST_LOOKED_AT) return found;
      const path = joinPath(at, name);
      const standing = IS_READ.test(name) ? undefined : repository.look(path);
      if (standing?.place !== 'inside') continue;
      if (standing.kind === 'directory' && isPatternOfFolders(entry)) folders.push(path);
      if (standing.kind === 'file' && isMeant(path)) found.push(standing.name);
    }
  }
  return found;
}

/** Whether an entry is a pattern of files in several folders. */
export function isPatternOfFolders(entry: string): boolean {
  return isPattern(posix.dirname(entry)) || entry.includes('**');
}

function isPattern(entry: string): boolean {
  return /[*?[{]/.test(entry);
}

/** A pattern that cannot be read may mean any file. */
function globOf(pattern: string): Glob {
  try {
    return compileGlob(pattern);
  } catch {
    return () => true;
  }
}

/** Whether a file of the same folder has almost the same name, or the same one with an ending. */
function isMisspelling(entry: string): (path: string) => boolean {
  const wanted = posix.basename(entry);
  return (path) => {
    const name = posix.basename(path);
    return posix.dirname(path) === posix.dirname(entry) && (nearestTypo(wanted, [name]) !== undefined || stemOf(name) === stemOf(wanted));
  };
}

function stemOf(name: string): string {
  return posix.parse(name).name.toLowerCase();
}

const IS_READ = /\.(?:ya?ml|json)$/;
