import { listed } from '../../../fleet/text/listed.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf, isKustomization } from '../../../static/read/kustomize/kustomization.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { AppliedPlace } from '../worlds/applied-place.ts';
import type { RepositoryDeployers } from '../worlds/found-deployers.ts';

/** What a change no longer deploys although its files stay, with notes. */
export interface Undeployed {
  /** They are judged, but a comparison with the base shows them as removed. */
  readonly manifests: ReadonlySet<Manifest>;
  readonly notes: readonly string[];
}

export type Scripts = Pick<RepositoryDeployers, 'applied'>;
const NO_SCRIPTS: Scripts = { applied: [] };

/**
 * Files, and folders with a kustomization, that a kustomization of the base used and none of the change uses, and folders that Flux or Argo CD
 * deployed at the base and no longer deploy. They are deployed as long as a script or another deployer applies them. If the kustomization itself is gone or broken, or a deployer has a
 * path that is not known, it is not known what is no longer deployed. An object that the change has in another place is moved.
 */
export function undeployedBy(read: ReadResult, base: ReadResult, scripts: Scripts): Undeployed {
  const [now, before] = [read.built, base.built];
  if (now === undefined || before === undefined) return { manifests: new Set(), notes: [] };
  const [isApplied, wasDelivered] = [appliedBy(scripts, now), appliedBy(NO_SCRIPTS, before)];
  const unlisted = unlistedFiles(read, before, now).filter((file) => !isApplied(file));
  const broken = new Set(read.problems.flatMap(({ file }) => (isKustomization(file) ? [directoryOf(file)] : [])));
  const folders = now.whole.union(now.parts).difference(broken);
  // A patch brought no object.
  const brought = new Set(base.manifests.map(({ file }) => file));
  const isDroppedFile = (file: string): boolean =>
    brought.has(file) && before.users(file).some((overlay) => folders.has(folderOf(overlay)));
  const dropped = new Set(unlisted.filter(isDroppedFile));
  const isDropped = ({ overlay, file }: Manifest): boolean => overlay === undefined && dropped.has(file);
  const isUndelivered = (manifest: Manifest): boolean => wasDelivered(deployedPlace(manifest)) && !isApplied(deployedPlace(manifest));
  const isOrphan = orphansOf(
    read,
    base,
    (overlay) => folders.has(folderOf(overlay)) && isApplied(deployedPlace({ overlay, file: '' })),
    isApplied,
  );
  const left = read.manifests.filter(
    (manifest) => isDropped(manifest) || isOrphan(manifest) || (now.areDeliveriesKnown && isUndelivered(manifest)),
  );
  const manifests = withoutMoved(left, read, base);
  const unsure = now.areDeliveriesKnown ? [] : read.manifests.filter((manifest) => !isDropped(manifest) && isUndelivered(manifest));
  const files = [...dropped].filter((file) =>
    manifests.values().some((manifest) => manifest.overlay === undefined && manifest.file === file),
  );
  const orphans = [...manifests].filter(isOrphan).map(deployedPlace);
  const places = [...manifests].filter((manifest) => !isDropped(manifest) && !isOrphan(manifest));
  const open = unlisted.filter((file) => !dropped.has(file));
  return {
    manifests,
    notes: [...droppedNotes([...new Set([...files, ...orphans])]), ...undeliveredNotes(places), ...unsureNotes(unsure), ...openNotes(open)],
  };
}

/**
 * Returns whether a manifest is of a kustomization that was only a part of one which a deployer applies, and that no deployer applies by
 * itself. A deployer that is not read may apply it.
 * @param isStillBuilt whether a deployer applies an overlay that can be built
 */
function orphansOf(
  { built: now, unreadDeployers = [] }: ReadResult,
  { built: before }: ReadResult,
  isStillBuilt: (overlay: string) => boolean,
  isApplied: (place: string) => boolean,
): (manifest: Manifest) => boolean {
  if (now?.areDeliveriesKnown !== true || before === undefined || unreadDeployers.length > 0) return () => false;
  const left = now.whole.intersection(before.parts).difference(before.whole.union(now.parts));
  return (manifest) =>
    manifest.overlay !== undefined &&
    left.has(folderOf(manifest.overlay)) &&
    !isApplied(deployedPlace(manifest)) &&
    before.users(manifest.file).some(isStillBuilt);
}

/** Without the objects that the change deploys from a place at which the base did not have them. */
function withoutMoved(left: readonly Manifest[], read: ReadResult, base: ReadResult): ReadonlySet<Manifest> {
  const gone = new Set(left);
  const placeOf = (manifest: Manifest): string => `${keyOfManifest(manifest)} ${deployedPlace(manifest)}`;
  const had = new Set(base.manifests.map(placeOf));
  const moved = new Set(read.manifests.filter((manifest) => !gone.has(manifest) && !had.has(placeOf(manifest))).map(keyOfManifest));
  return new Set(left.filter((manifest) => !moved.has(keyOfManifest(manifest))));
}

function unlistedFiles({ manifests }: ReadResult, before: BuiltTree, now: BuiltTree): readonly string[] {
  const alone = new Set(manifests.filter(({ overlay }) => overlay === undefined).map(({ file }) => file));
  return [...alone].filter((file) => before.users(file).length > 0 && now.users(file).length === 0);
}

/**
 * Returns whether a script, Flux or Argo CD applies a file as it is, or a folder as its kustomization makes it. In a folder with a
 * kustomization, they apply what that makes.
 */
export function appliedBy({ applied }: Scripts, tree: BuiltTree): (place: string) => boolean {
  const placesOf = (all: readonly AppliedPlace[]): ReadonlySet<string> => new Set(all.map(({ place }) => place));
  const [folders, flat] = [placesOf(applied.filter(({ isFlat }) => !isFlat)), placesOf(applied.filter(({ isFlat }) => isFlat))];
  const built = tree.whole.union(tree.parts);
  return (place) =>
    flat.has(place) ||
    (!built.has(place) && flat.has(directoryOf(place))) ||
    [...folders, ...tree.deliveredBy(place)].some(
      (folder) =>
        folder === place ||
        (isAtOrBelow(place, folder) &&
          !built.values().some((other) => other !== place && isAtOrBelow(place, other) && isAtOrBelow(other, folder))),
    );
}

/** The folder of an overlay or of a release of a chart, by its name in reports. */
export function folderOf(overlay: string): string {
  const place = deployedPlace({ overlay, file: '' });
  return place === '.' ? '' : place;
}

function droppedNotes(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const [they, their] = files.length === 1 ? ['it is', 'its'] : ['they are', 'their'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')} any longer, and ${they} still there: ${their} objects were checked, and the comparison with the base shows them as removed. A deployer that applies the kustomization and prunes deletes them.`,
  ];
}

function undeliveredNotes(left: readonly Manifest[]): readonly string[] {
  if (left.length === 0) return [];
  return [
    `Flux or Argo CD no longer deploys ${foldersText(left)}, whose files are still there: their objects were checked, and the comparison with the base shows them as removed. A deployer that prunes deletes them.`,
  ];
}

function unsureNotes(left: readonly Manifest[]): readonly string[] {
  if (left.length === 0) return [];
  return [
    `Flux or Argo CD may no longer deploy ${foldersText(left)}, because it is not known what all deployers of this tree deploy: if so, their objects are removed.`,
  ];
}

function foldersText(manifests: readonly Manifest[]): string {
  const folders = new Set(
    manifests.map((manifest) => (manifest.overlay === undefined ? directoryOf(manifest.file) : deployedPlace(manifest))),
  );
  return listed([...folders].map((folder) => (folder === '' ? 'this folder' : folder)).toSorted(), 3, 'folders');
}

function openNotes(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const [it, its, is] = files.length === 1 ? ['it', 'its', 'is'] : ['they', 'their', 'are'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')} any longer, and ${it} ${is} still there, so ${its} objects were checked as if they were still deployed. A deployer that applies the kustomization and prunes deletes them, and with a placement what it placed on clusters.`,
  ];
}
