import { posix } from 'node:path';
import { compileGlob } from '../files/glob.ts';
import type { Manifest } from '../../world/manifest.ts';

/**
 * All folders that hold manifests or other files that were read, and those above them, from the top of the repository.
 * @param top the path from the top of the repository to the working directory
 */
export function foldersOfManifests(manifests: readonly Pick<Manifest, 'file' | 'overlay'>[], top: string): readonly string[] {
  const found = new Set<string>();
  for (const place of new Set(manifests.map(({ overlay, file }) => overlay ?? posix.dirname(file)))) {
    let folder = posix.join(top, place);
    for (; folder !== '.' && folder !== '/' && !found.has(folder); folder = posix.dirname(folder)) found.add(folder);
  }
  return [...found].toSorted();
}

/** The folders that a path with expressions may name. */
export function foldersThatMayFit(path: string, folders: readonly string[]): readonly string[] {
  const segments = posix
    .join('/', path.replaceAll(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|\$\w+/g, '*'))
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^\*+$/.test(segment) ? '**' : segment));
  try {
    return folders.filter(compileGlob(segments.join('/')));
  } catch {
    return folders;
  }
}
