import { hasOurFolders } from '../../../static/read/deployers/mistyped-paths.ts';
import { deliveriesIn, type Repository } from '../../../static/read/deployers/repository.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import { nearestPlace } from './nearest-place.ts';

/**
 * URLs of Flux and Argo CD that are taken for this repository, although nothing says so: a deployer took a folder of the base from there, which
 * is still there, and the change makes it name a similar path that is not.
 * @param isThere whether the tree of the change has a folder
 */
export function misspeltSources(
  read: ReadResult,
  base: ReadResult,
  repository: Repository,
  isThere: (folder: string) => boolean,
): ReadonlySet<string> {
  const isOpen = (url: string): boolean => repository.isOwn(url) === undefined;
  const folderOf = ({ path }: { readonly path: string }): string => repository.nameOfFolder(path);
  const missing = deliveriesIn(read, NO_TEXTS, repository).deliveries.filter(
    (delivery) => hasOurFolders(delivery, isOpen) && !isThere(folderOf(delivery)),
  );
  if (missing.length === 0) return new Set();
  const before = Map.groupBy(deliveriesIn(base, NO_TEXTS, repository).deliveries, ({ manifest }) => keyOfManifest(manifest));
  const hadContent = (folder: string): boolean => base.manifests.some((manifest) => isAtOrBelow(deployedPlace(manifest), folder));
  const found = missing.flatMap((delivery) => {
    const { manifest, repository: url = '' } = delivery;
    const same = (before.get(keyOfManifest(manifest)) ?? []).filter((each) => each.repository === url);
    const meant = nearestPlace(folderOf(delivery), same.map(folderOf));
    return meant !== undefined && isThere(meant) && hadContent(meant) ? [url] : [];
  });
  return new Set(found);
}

/** Only generators of an ApplicationSet read files. */
const NO_TEXTS: ReadonlyMap<string, string> = new Map();
