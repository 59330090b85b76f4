import { PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { objectAt, stringAt } from '../fleet/json.ts';
import { groupOf } from '../fleet/object.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** The manifests of a kind of KubeFleet's placement group; namesakes of other groups are left out. */
export function placementKind(world: World, kind: string): readonly Manifest[] {
  return world.ofKind(kind).filter(({ object }) => groupOf(object.apiVersion) === PLACEMENT_GROUP);
}

export function clusterPlacements(world: World): readonly Manifest[] {
  return placementKind(world, 'ClusterResourcePlacement');
}

export function namespacedPlacements(world: World): readonly Manifest[] {
  return placementKind(world, 'ResourcePlacement');
}

/** Whether name and namespace are what the hub will see; a manifest for which they are not could be any object of its kind. */
export function isNamed(manifest: Manifest): boolean {
  return isResolved(manifest, '/metadata/name', '/metadata/namespace');
}

/** The namespace an object of a namespaced kind lands in; kubectl puts it into `default` where nothing names one. */
export function sameNamespace(a: Manifest, b: Manifest): boolean {
  return a.namespace === b.namespace;
}

export function nameOf({ object }: Manifest): string {
  return object.metadata.name;
}

/** `spec.policy.placementType`, PickAll where it is left out. */
export function placementType({ object }: Manifest): string {
  return stringAt(object, 'spec', 'policy', 'placementType') ?? 'PickAll';
}

export function policyOf({ object }: Manifest): Readonly<Record<string, unknown>> {
  return objectAt(object, 'spec', 'policy') ?? {};
}
