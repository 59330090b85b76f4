import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { couldBecome } from '../../fleet/text/literal-parts.ts';
import { groupOf, isNameless } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/**
 * The manifests of a kind of KubeFleet's placement group, without kinds of the same name in other groups, and without those that have no
 * name: no API server creates them.
 */
export function placementKind(world: World, kind: string): readonly Manifest[] {
  const known = placementKinds(world);
  const isIt = ({ object }: Manifest): boolean => groupOf(object.apiVersion) === PLACEMENT_GROUP && !isNameless(object);
  const found = known.get(kind) ?? world.ofKind(kind).filter(isIt);
  known.set(kind, found);
  return found;
}

const placementKinds = oncePer((_world: World) => new Map<string, readonly Manifest[]>());

/** Cluster-scoped ones first, then the namespaced ones. */
export const allPlacements = oncePer((world: World): readonly Manifest[] => [...clusterPlacements(world), ...namespacedPlacements(world)]);

export function clusterPlacements(world: World): readonly Manifest[] {
  return placementKind(world, 'ClusterResourcePlacement');
}

export function namespacedPlacements(world: World): readonly Manifest[] {
  return placementKind(world, 'ResourcePlacement');
}

/** Whether name and namespace are those that the hub will see; if not, the manifest could be any object of its kind. */
export function isNamed(manifest: Manifest): boolean {
  return isResolved(manifest, '/metadata/name', '/metadata/namespace');
}

/** Whether an object may have this name on the hub: it has it, or a variable in its name may expand to it. */
export function couldBeNamed(manifest: Manifest, name: string): boolean {
  return isResolved(manifest, '/metadata/name') ? nameOf(manifest) === name : couldBecome(nameOf(manifest), name);
}

export function nameOf({ object }: Manifest): string {
  return object.metadata.name;
}
