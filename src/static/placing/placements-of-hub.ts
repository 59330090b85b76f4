import { stringAt } from '../../fleet/json/json.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isForPlacement, isOverride, overrideOf, placementKey, selectedRefs } from '../../selection/override.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements } from '../world/placements.ts';
import { runReference } from '../world/run-reference.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';
import { movesByCluster } from './cluster-moves.ts';
import { placementsLikelySending } from './placements-of-object.ts';

/**
 * The placements that only the hub has and on which the manifests act: they select a manifest or the target of an override, an update run
 * or an eviction names them, or they follow a MemberCluster. Marked `onHub`. Empty if no hub was read.
 */
export const placementsOfHub = oncePer((world: World): readonly Manifest[] => {
  const whole = withHub(world);
  const onHub = new Set(allPlacements(whole).filter((placement) => placement.onHub === true));
  if (onHub.size === 0) return [];
  const found = new Set(world.manifests.flatMap((manifest) => placementsUnder(manifest, whole, world)));
  return [...onHub.intersection(found)];
});

function placementsUnder(manifest: Manifest, whole: World, world: World): readonly Manifest[] {
  const { object } = manifest;
  const { kind } = object;
  const group = groupOf(object.apiVersion);
  if (isOverride(object)) return overriddenPlacements(manifest, whole);
  if (group === PLACEMENT_GROUP && (kind === 'ClusterStagedUpdateRun' || kind === 'StagedUpdateRun')) {
    const named = runReference(manifest, 'placement');
    return named === undefined ? [] : whole.find(named);
  }
  if (group === PLACEMENT_GROUP && kind === 'ClusterResourcePlacementEviction')
    return whole.find({ group, kind: 'ClusterResourcePlacement', name: stringAt(object, 'spec', 'placementName') ?? '' });
  if (group === CLUSTER_GROUP && kind === 'MemberCluster') {
    const names = new Set((movesByCluster(world).get(object.metadata.name) ?? []).map(({ placement }) => placement));
    return allPlacements(whole).filter((placement) => names.has(displayName(manifestRef(placement))));
  }
  return placementsLikelySending(manifest, whole);
}

/** The objects that only the hub has and that overrides of the manifests select, with their Namespaces; marked `onHub`. */
export function overriddenOnHub(world: World): readonly Manifest[] {
  const whole = withHub(world);
  const targets = world.manifests.filter(({ object }) => isOverride(object)).flatMap((override) => targetsOf(override, whole));
  const homes = targets.flatMap(({ namespace }) =>
    namespace === undefined ? [] : whole.find({ group: '', kind: 'Namespace', name: namespace }),
  );
  return [...new Set([...targets, ...homes])].filter(({ onHub }) => onHub === true);
}

/** The placements that send an object that the override changes. */
function overriddenPlacements(manifest: Manifest, whole: World): readonly Manifest[] {
  const override = overrideOf(manifest.object, manifest.namespace);
  if (override === undefined) return [];
  return targetsOf(manifest, whole)
    .flatMap((target) => placementsLikelySending(target, whole))
    .filter((placement) => isForPlacement(override, placementKey(placement.object, placement.namespace)));
}

function targetsOf({ object, namespace }: Manifest, whole: World): readonly Manifest[] {
  return selectedRefs(object, namespace).flatMap((ref) => whole.find(withGroup(ref)));
}

function withGroup({ apiVersion, ...ref }: ObjectRef): Omit<ObjectRef, 'apiVersion'> & { readonly group: string } {
  return { group: groupOf(apiVersion), ...ref };
}
