import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { objectSelector, type ObjectSelection } from '../../selection/object-selection.ts';
import { matchedBy } from './candidates.ts';
import { placedItemsOf } from './placed-objects.ts';
import { manifestContent, manifestEntry, manifestSurroundings } from '../world/manifest-content.ts';
import { keyOf } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { candidateCarriers, candidatePlacements } from './placement-candidates.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { readSelectors, selectorsOf } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

/** Whether a placement sends a manifest's object to its clusters, as far as its selectors are known. */
export function sends(placement: Manifest, manifest: Manifest, world: World): boolean {
  return selectionOf(placement, manifest, world).kind === 'selected';
}

/** The same, or it may send it: a selector, a name or a label is not known. */
export function maySend(placement: Manifest, manifest: Manifest, world: World): boolean {
  return ['selected', 'open'].includes(selectionOf(placement, manifest, world).kind);
}

/** Whether certainly no placement selects a manifest's object. */
export function isUnplaced(manifest: Manifest, world: World): boolean {
  return candidatePlacements(manifest, world).every((placement) =>
    ['missed', 'foreign'].includes(selectionOf(placement, manifest, world).kind),
  );
}

/** The placements that send a manifest's object to their clusters. */
export const placementsSending = oncePerWorld((manifest, world): readonly Manifest[] =>
  candidatePlacements(manifest, world).filter((placement) => sends(placement, manifest, world)),
);

/**
 * The same, but a custom resource of an unknown kind, with a namespace in its manifest, is treated as namespaced. Else findings about
 * custom resources would need their CustomResourceDefinitions.
 */
export function placementsLikelySending(manifest: Manifest, world: World): readonly Manifest[] {
  if (!isNamespacedAsWritten(manifest)) return placementsSending(manifest, world);
  return candidatePlacements(manifest, world).filter((placement) => {
    const selection = selectionOf(placement, manifest, world);
    return selection.kind === 'selected' || (selection.kind === 'open' && selection.reason === 'unknownKind');
  });
}

/** Some tools write a namespace into all objects, also into cluster-scoped ones, whose kinds often have such names. */
function isNamespacedAsWritten({ object: { kind, metadata } }: Pick<Manifest, 'object'>): boolean {
  return metadata.namespace !== undefined && !kind.startsWith('Cluster') && !kind.endsWith('Class');
}

/** A cache, because hundreds of workloads refer to the same object. */
const knownCarriers = oncePer<World, Map<string, readonly Manifest[]>>(() => new Map());

/** The placements that send an object, which need not be in the manifests, or may do so. */
export function placementsMaybeSending(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }, world: World): readonly Manifest[] {
  const known = knownCarriers(world);
  const key = keyOf(ref);
  const found = known.get(key) ?? candidateCarriers(ref, world).filter((placement) => mayPlace(placement, ref, world));
  known.set(key, found);
  return found;
}

/** Whether a selector of a placement selects a manifest's object, even if the hub never places it. */
export function picks(placement: Manifest, manifest: Manifest, world: World): boolean {
  return ['selected', 'leftOut'].includes(selectionOf(placement, manifest, world).kind);
}

/** The manifests that a placement sends to its clusters, including envelopes, but not their content. */
export const placedBy = oncePerWorld((placement, world): readonly Manifest[] =>
  [...nearby(placement, world)].filter((manifest) => sends(placement, manifest, world)),
);

/** Whether a placement sends one of the manifests for which `isSo` holds. `isSo` is evaluated first. */
export function sendsSome(placement: Manifest, isSo: (manifest: Manifest) => boolean, world: World): boolean {
  return nearby(placement, world)
    .values()
    .some((manifest) => isSo(manifest) && sends(placement, manifest, world));
}

/** Those of `placedBy` for which `isSo` holds, which is evaluated first. */
export function placedAmong(placement: Manifest, isSo: (manifest: Manifest) => boolean, world: World): readonly Manifest[] {
  return [...nearby(placement, world)].filter((manifest) => isSo(manifest) && sends(placement, manifest, world));
}

/** The manifests that a placement sends, and few others. */
function nearby(placement: Manifest, world: World): ReadonlySet<Manifest> {
  const { home } = readSelectors(placement, world);
  const content = manifestContent(world);
  const near = selectorsOf(placement, world).flatMap((selector) => matchedBy(selector, home, world));
  const inside = placedItemsOf(placement, world).flatMap((placed) =>
    placed.kind === 'namespace' ? content.inNamespace(placed.namespace).map(({ item }) => item) : [],
  );
  return new Set([...near, ...inside]);
}

/** Whether a placement sends an object, which need not be in the manifests, or may do so. */
export function mayPlace(placement: Manifest, ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }, world: World): boolean {
  const declared = world.find(ref);
  if (declared.some((manifest) => maySend(placement, manifest, world))) return true;
  return placedItemsOf(placement, world).some((placed) => {
    if (placed.kind === 'namespace') return declared.length === 0 && placed.namespace === ref.namespace;
    const isThere = (placed.namespace ?? ref.namespace) === ref.namespace;
    return isThere && placed.group === ref.group && placed.objectKind === ref.kind && placed.name === ref.name;
  });
}

function selectionOf(placement: Manifest, manifest: Manifest, world: World): ObjectSelection {
  const hasLabels = isResolved(manifest, '/metadata/labels') || selectorsOf(placement, world).every(({ labels }) => labels === undefined);
  if (!isNamed(manifest) || !hasLabels) return { kind: 'open', reason: 'unread' };
  return selectorOf(placement, world)(manifestEntry(manifest, world));
}

const selectorOf = oncePerWorld((placement, world) =>
  objectSelector(readSelectors(placement, world), manifestSurroundings(world), world.target),
);
