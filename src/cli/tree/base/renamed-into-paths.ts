import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listed } from '../../../fleet/text/listed.ts';
import { findFiles } from '../../../static/read/files/find-files.ts';
import { MANIFEST } from '../../../static/read/files/searched-names.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { BaseTree } from '../../git/base-tree.ts';
import { renamedFiles } from '../../git/renamed-files.ts';
import { relativePath } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';

/** A file, or a folder of which all manifests are renamed into the paths or deleted. */
interface RenamedPlace {
  /** Absolute in the base. */
  readonly place: string;
  /** The renamed files in it: the path in the base and the new one, relative to the repository. */
  readonly files: readonly (readonly [from: string, to: string])[];
}

/**
 * What the base has outside of the paths and the change renames into them, according to git.
 * @param compared the paths, relative to the repository
 */
export async function renamedInto(
  compared: readonly string[],
  { dir, root, commit }: BaseTree,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<readonly RenamedPlace[]> {
  if (compared.includes('')) return [];
  const paths = compared.map((path) => join(root, path)).filter((path) => existsSync(path));
  const renamed = await renamedFiles(commit, { root, paths }, io);
  const isCompared = (file: string): boolean => compared.some((path) => isAtOrBelow(file, path));
  // A sparse checkout does not have all files.
  const into = renamed.filter(([from, to]) => MANIFEST.test(from) && isCompared(to) && !isCompared(from) && existsSync(join(dir, from)));
  const elsewhere = new Set(renamed.flatMap(([from, to]) => (isCompared(to) ? [] : [from])));
  const isGone = (file: string): boolean => !elsewhere.has(file) && !existsSync(join(root, file));
  const areGone = (folder: string): boolean =>
    folder !== '.' &&
    !compared.some((path) => isAtOrBelow(path, folder)) &&
    findFiles([join(dir, folder)], dir).files.every(({ path }) => isGone(relativePath(dir, path)));
  const highest = (place: string): string => (areGone(posix.dirname(place)) ? highest(posix.dirname(place)) : place);
  return [...Map.groupBy(into, ([from]) => highest(from))].map(([place, files]) => ({ place: join(dir, place), files }));
}

/**
 * A base with what was renamed, without what is only similar: one of the renamed files of a place must have an object of the new file.
 * @param there the folder of the base that corresponds to the working directory
 * @returns it, and a note about these places
 */
export function withRenamed(
  base: ReadResult,
  renamed: readonly RenamedPlace[],
  { head, dir, there }: { readonly head: ReadResult; readonly dir: string; readonly there: string },
): { readonly read: ReadResult; readonly notes: readonly string[] } {
  if (renamed.length === 0) return { read: base, notes: [] };
  const nameOf = (manifest: Manifest, file = manifest.file): string => JSON.stringify([file, objectKeyOf(manifest)]);
  const shown = (file: string): string => relativePath(there, join(dir, file));
  const now = new Set(head.manifests.map((manifest) => nameOf(manifest)));
  const isRenamed = ({ files }: RenamedPlace): boolean => {
    const news = new Map(files.map(([from, to]) => [shown(from), shown(to)]));
    return base.manifests.some((manifest) => news.has(manifest.file) && now.has(nameOf(manifest, news.get(manifest.file))));
  };
  const [used, similar] = [true, false].map((is) =>
    renamed.filter((each) => isRenamed(each) === is).map(({ place }) => relativePath(there, place)),
  );
  const manifests = base.manifests.filter(({ file }) => similar?.some((path) => isAtOrBelow(file, path)) !== true);
  const notes = used?.length ? [`What git says was renamed is compared with ${listed(used, 3)} of the base.`] : [];
  return { read: { ...base, manifests }, notes };
}
