import { once } from '../../../fleet/memo/once.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace, folderOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedBy, type Scripts } from './applied-by.ts';

/** A tree, and what deploys it besides Flux and Argo CD. */
export interface DeployedTree {
  readonly read: ReadResult;
  readonly scripts: RepositoryDeployers;
}

/** Whether an object is deployed: its overlay, or its file or an overlay that uses it. */
export function deliveredIn(tree: BuiltTree, scripts: Scripts): (manifest: Place) => boolean {
  const isApplied = appliedBy(scripts, tree);
  const known = new Map<string, boolean>();
  const isPlaceApplied = (place: string): boolean => {
    const found = known.get(place) ?? isApplied(place);
    known.set(place, found);
    return found;
  };
  return (manifest) =>
    (isPlaceApplied(placeOf(manifest)) && (manifest.overlay === undefined || tree.mayBring(manifest.overlay))) ||
    (manifest.overlay === undefined && tree.users(manifest.file).some((overlay) => isPlaceApplied(folderOf(overlay))));
}

/** Whether a folder with a kustomization is deployed, by itself or as a part of others: then some of its own objects are. */
export function foldersDeliveredIn({ manifests }: ReadResult, tree: BuiltTree, scripts: Scripts): (folder: string) => boolean {
  const isApplied = appliedBy(scripts, tree);
  const isDelivered = deliveredIn(tree, scripts);
  const ofParts = once(() => new Set(manifests.filter(isDelivered).map(({ file }) => directoryOf(file))));
  return (folder) => isApplied(folder) || (tree.parts.has(folder) && ofParts().has(folder));
}

interface Place {
  readonly file: string;
  readonly overlay?: string | undefined;
}

/** The overlay or the file that deploys an object. */
export function placeOf(manifest: Place): string {
  return manifest.overlay === undefined ? manifest.file : folderOf(manifest.overlay);
}

/** The place that deploys an object, and its name. */
export function placeAndKey(manifest: Manifest): string {
  return `${keyOfManifest(manifest)} ${deployedPlace(manifest)}`;
}
