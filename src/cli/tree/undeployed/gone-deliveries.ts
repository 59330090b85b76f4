import type { NotEvaluated } from '../../../finding.ts';
import type { Delivery } from '../../../static/read/deployers/delivery.ts';
import { originFinder } from '../../../static/compare/origins.ts';
import { hasOurFolders } from '../../../static/read/deployers/mistyped-paths.ts';
import { bringsPlaced } from '../../../static/read/deployers/moved-deliveries.ts';
import { deliveriesIn, type Repository } from '../../../static/read/deployers/repository.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { byPlace, deployedPlace } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { unevaluated } from '../../../static/world/unevaluated.ts';
import { placeAndKey } from './delivered-in.ts';
import { appliedBy, type Scripts } from './applied-by.ts';

export interface GoneDeliveries {
  readonly notEvaluated: readonly NotEvaluated[];
  /**
   * The objects of the base that only these deployers applied, and that the change has elsewhere, as `placeAndKey`. A deployer whose path is
   * gone fails before it prunes, so the hub still has them. Source: Flux' kustomize-controller, `reconcile` ends at "kustomization path not found".
   */
  readonly kept: ReadonlySet<string>;
}

/**
 * Entries about paths of Flux and Argo CD that the change removes or renames: the deployer fails, and deploys nothing of it. The run cannot
 * pass if objects of KubeFleet or content of a placement are now where no known deployer applies them: they were checked as if one did.
 * @param isThere whether the tree of the change has a folder
 */
export function goneDeliveries(
  read: ReadResult,
  base: ReadResult,
  {
    scripts,
    repository,
    isThere,
  }: { readonly scripts: Scripts; readonly repository: Repository; readonly isThere: (folder: string) => boolean },
): GoneDeliveries {
  const { built, texts = new Map<string, string>() } = read;
  const folderOf = ({ path }: Delivery): string => repository.nameOfFolder(path);
  const gone = deliveriesIn(read, texts, repository).deliveries.filter(
    (delivery) =>
      hasOurFolders(delivery, repository.isOwn) &&
      !isThere(folderOf(delivery)) &&
      base.manifests.some((manifest) => isAtOrBelow(deployedPlace(manifest), folderOf(delivery))),
  );
  if (built === undefined || gone.length === 0) return { notEvaluated: [], kept: new Set() };
  const isApplied = appliedBy(scripts, built);
  const isPlaced = bringsPlaced(base.manifests, (delivery) => [folderOf(delivery)]);
  const byKey = Map.groupBy(read.manifests, keyOfManifest);
  const isOrigin = originFinder(byPlace(base.manifests), byPlace(read.manifests));
  const isFrom = (moved: Manifest, manifest: Manifest): boolean =>
    isOrigin(keyOfManifest(manifest), deployedPlace(manifest), deployedPlace(moved));
  /** Where the change has an object: at the new place to which it has probably moved, else at all of them. */
  const placesNow = (manifest: Manifest): readonly Manifest[] => {
    const all = byKey.get(keyOfManifest(manifest)) ?? [];
    const moved = all.filter((each) => isFrom(each, manifest));
    return moved.length > 0 ? moved : all;
  };
  const folders = new Set(gone.map(folderOf));
  const isOnlyOfGone = (manifest: Manifest): boolean =>
    base.built?.deliveredBy(deployedPlace(manifest)).every((folder) => folders.has(folder)) === true;
  const kept: string[] = [];
  const notEvaluated = gone.map((delivery) => {
    const folder = folderOf(delivery);
    const had = base.manifests.filter((manifest) => isAtOrBelow(deployedPlace(manifest), folder));
    const now = had.flatMap((manifest) => placesNow(manifest).map((moved) => ({ manifest, moved })));
    const left = now.filter(({ moved }) => !isApplied(deployedPlace(moved)));
    kept.push(...left.flatMap(({ manifest }) => (isOnlyOfGone(manifest) ? [placeAndKey(manifest)] : [])));
    const [to] = left.flatMap(({ manifest, moved }) => (isFrom(moved, manifest) ? renamedTo(folder, manifest, moved) : []));
    const remedy =
      to === undefined ? 'Correct the path, or delete this object if it is no longer needed.' : `Name ${to} there if it moved.`;
    const reason = `Its path ${delivery.path} is no longer in this repository, because this change removes or renames it, so it deploys nothing. ${remedy}`;
    return { ...unevaluated(delivery.manifest, reason), ...(left.length > 0 && isPlaced(delivery) ? { fleetObject: true as const } : {}) };
  });
  return { notEvaluated, kept: new Set(kept) };
}

/** The base with them on no known hub, as the change has them: so they are compared. */
export function withKept(base: ReadResult, { kept }: GoneDeliveries): ReadResult {
  if (kept.size === 0) return base;
  const manifests = base.manifests.map((manifest): Manifest => {
    const { world: _world, sharedBy: _sharedBy, ...alone } = manifest;
    return kept.has(placeAndKey(manifest)) ? alone : manifest;
  });
  return { ...base, manifests };
}

/** The folder that has a file of another one at the same place, or that deploys what the other one deployed. */
function renamedTo(folder: string, { file, overlay }: Manifest, moved: Manifest): readonly string[] {
  if (overlay === folder) return [moved.overlay ?? directoryOf(moved.file)];
  const below = file.slice(folder.length);
  const isBelow = isAtOrBelow(file, folder) && moved.file.endsWith(below) && moved.file.length > below.length;
  return isBelow ? [moved.file.slice(0, -below.length)] : [];
}
