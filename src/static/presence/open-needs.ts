import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { isOverride } from '../../selection/override.ts';
import { placementsMaybeSending, placementsSending } from '../placing/placements-of-object.ts';
import { isMadeEverywhere } from '../references/made-everywhere.ts';
import { makerOf } from '../references/makers.ts';
import { REFERRING_KINDS } from '../references/references-of.ts';
import { isDeclared } from '../world/envelopes.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { isCoverageOpen } from './lacking.ts';
import { patchedNeeds, placedNeeds, type Need } from './needs.ts';
import { shortfallOf } from './shortfall.ts';

/**
 * The objects of these manifests that a placement needs on its clusters and that only other placements send, if the clusters are not known
 * and the policies do not decide whether the objects reach all of them.
 */
export function openNeeds(world: World): ReadonlyMap<Manifest, readonly string[]> {
  const found = new Map<Manifest, Set<string>>();
  const add = (placement: Manifest, need: Need, isForSome: boolean): void => {
    if (!isOpen(placement, need, isForSome, world)) return;
    const names = found.get(placement) ?? new Set<string>();
    found.set(placement, names.add(displayName(need)));
  };
  for (const manifest of world.judged) {
    if (isOverride(manifest.object))
      for (const { fault: need, delivery } of patchedNeeds(manifest, world)) add(delivery.placement, need, true);
    else if (KINDS.has(manifest.object.kind) && isNamed(manifest))
      for (const placement of placementsSending(manifest, world))
        for (const { need, isOpen: isForSome } of placedNeeds(manifest, world)(placement)) add(placement, need, isForSome === true);
  }
  return new Map([...found].map(([placement, names]) => [placement, [...names].toSorted()]));
}

const KINDS = new Set([...REFERRING_KINDS, ...ENVELOPE_KINDS]);

/** @param isForSome overrides give the need to clusters that are not known: it may be that only these get the object */
function isOpen(placement: Manifest, need: Need, isForSome: boolean, world: World): boolean {
  const { entry } = need;
  if (entry !== undefined || isMadeEverywhere(need) || makerOf(need, world) !== undefined) return false;
  if (!isDeclared(need, world)) return false;
  const shortfall = shortfallOf(need, placement, world);
  if (shortfall !== undefined) return isForSome && shortfall.kind === 'lacking';
  return isCoverageOpen(placement, placementsMaybeSending(need, world), world);
}
