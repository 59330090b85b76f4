import { compileGlob } from '../files/glob.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { Delivery } from './delivery.ts';

/**
 * Whether Argo CD does not apply a file of a folder of plain manifests: it is in a folder below, it has the marker
 * `SKIPPED`, or `directory.include` and `directory.exclude` leave it out. Their globs have no separator: a star matches slashes too. Source: `getPotentiallyValidManifests` in
 * `reposerver/repository/repository.go` of argoproj/argo-cd.
 * @param folder of the delivery, as reports name it
 */
export function leavesOut({ files }: Delivery, folder: string, { file, overlay }: Pick<Manifest, 'file' | 'overlay'>): boolean {
  if (files === undefined || overlay !== undefined) return false;
  const path = folder === '' ? file : file.slice(folder.length + 1);
  const { recurse, include, exclude, skipped } = files;
  if ((path.includes('/') && !recurse) || skipped.has(file)) return true;
  return (exclude !== '' && fits(exclude, path)) || (include !== '' && !fits(include, path));
}

function fits(glob: string, path: string): boolean {
  try {
    return compileGlob(glob.replaceAll('/', NO_SEPARATOR).replace(/^!/, String.raw`\!`))(path.replaceAll('/', NO_SEPARATOR));
  } catch {
    return false;
  }
}

const NO_SEPARATOR = '\u0001';
