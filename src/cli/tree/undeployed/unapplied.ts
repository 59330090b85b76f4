import { isDeepStrictEqual } from 'node:util';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf, isKustomization } from '../../../static/read/kustomize/kustomization.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import { type DeployedTree, deliveredIn, placeAndKey, placeOf } from './delivered-in.ts';

/**
 * The objects of KubeFleet, and the content of placements, that the change adds or edits, or that a deployer of the base applies, and that none of
 * its tree applies. Empty if a deployer may apply more than is known, or if none is known that deploys placements: then people or other repositories deploy them. What a
 * kustomization of the base used, and what is in or below the folder of one that is not evaluated, is left to other notes.
 */
export function unapplied({ read, scripts }: DeployedTree, before: DeployedTree): readonly Manifest[] {
  const { built } = read;
  if (built === undefined || scripts.isOpen || !built.areDeliveriesKnown) return [];
  const isApplied = deliveredIn(built, scripts);
  const wasApplied = before.read.built === undefined ? () => false : deliveredIn(before.read.built, before.scripts);
  const deploysPlacements =
    read.manifests.some((manifest) => isOfPlacements(manifest) && isApplied(manifest)) ||
    before.read.manifests.some((manifest) => isOfPlacements(manifest) && wasApplied(manifest));
  if (!deploysPlacements) return [];
  const had = new Map(before.read.manifests.map((manifest) => [placeAndKey(manifest), manifest.object]));
  const hadPlaces = new Set(before.read.manifests.map(placeOf));
  const unknown = read.notEvaluated.flatMap(({ file }) => (isKustomization(file) ? [directoryOf(file)] : []));
  const isLeftOut = ({ file, overlay }: Manifest): boolean =>
    overlay === undefined && ((before.read.built?.users(file) ?? []).length > 0 || unknown.some((folder) => isAtOrBelow(file, folder)));
  const mayBePlaced = mayBePlacedBy(read.manifests);
  // What a change of a base makes of another overlay is no change of that one.
  const isOwn = (manifest: Manifest): boolean =>
    manifest.overlay === undefined || !hadPlaces.has(placeOf(manifest)) || !isApplied({ file: manifest.file });
  return read.manifests.filter(
    (manifest) =>
      !isApplied(manifest) &&
      (wasApplied(manifest) || (isOwn(manifest) && !isDeepStrictEqual(had.get(placeAndKey(manifest)), manifest.object))) &&
      !isLeftOut(manifest) &&
      (isOfPlacements(manifest) || mayBePlaced(manifest)),
  );
}

export function isOfPlacements({ object }: Manifest): boolean {
  return groupOf(object.apiVersion) === PLACEMENT_GROUP;
}
