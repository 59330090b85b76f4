import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isOverride } from '../../selection/override.ts';
import { mistyped } from '../answers/mistyped.ts';
import { placerOfOverride } from '../placing/placer-of-override.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { isGone } from '../world/is-gone.ts';
import type { Manifest } from '../world/manifest.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import { allPlacements, isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import type { Named } from './hindrances.ts';

/**
 * The placement that an eviction, a disruption budget or an override names, if it is not in the manifests and no rule reports that: only
 * the hub may have it.
 */
export function placementElsewhere(manifest: Manifest, world: World): Named | undefined {
  const need = namedPlacement(manifest, world);
  if (need === undefined || need.name === '' || need.name.includes('/') || isGone(need, world)) return undefined;
  const held = hubHolds(need, world);
  if (held === true || (held === false && (isWhole(world) || manifest.object.kind === BUDGET))) return undefined;
  const placements = allPlacements(world);
  if (manifestsNamed(need.name, placements).length > 0) return undefined;
  const alike = placements.filter((each) => isNamed(each) && each.object.kind === need.kind);
  return mistyped(need.name, alike.map(nameOf)) === undefined ? need : undefined;
}

const BUDGET = 'ClusterResourcePlacementDisruptionBudget';

function namedPlacement(manifest: Manifest, world: World): Named | undefined {
  const { object, namespace } = manifest;
  const [group, kind] = [PLACEMENT_GROUP, 'ClusterResourcePlacement'];
  if (object.kind === BUDGET) return isNamed(manifest) ? { group, kind, name: nameOf(manifest) } : undefined;
  if (object.kind === 'ClusterResourcePlacementEviction') {
    // An older one was executed, or ended as invalid.
    const name =
      isResolved(manifest, '/spec') && world.before(manifest) === undefined ? stringAt(object, 'spec', 'placementName') : undefined;
    return name === undefined ? undefined : { group, kind, name };
  }
  if (!isOverride(object) || !isResolved(manifest, '/spec/placement') || !isNamed(manifest)) return undefined;
  const name = stringAt(object, 'spec', 'placement', 'name');
  if (name === undefined || placerOfOverride(manifest, world) !== undefined) return undefined;
  if (object.kind !== 'ResourceOverride' || stringAt(object, 'spec', 'placement', 'scope') !== 'Namespaced') return { group, kind, name };
  return namespace === undefined ? undefined : { group, kind: 'ResourcePlacement', namespace, name };
}
