import type { ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import type { FleetKind } from '../../fleet/kubefleet/kinds.ts';
import { manifestContent } from './manifest-content.ts';
import type { World } from './world.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * The known kinds: those that the hub lists, if it was read, else Kubernetes' and KubeFleet's own; and those that a CRD in the manifests
 * defines.
 */
export function knownApis(world: World): ApiResources {
  return manifestContent(world).apis;
}

/** Whether the manifests contain the CustomResourceDefinition of a kind. */
export function isDefinedByManifests({ group, plural }: FleetKind, world: World): boolean {
  return world.find({ ...DEFINITION, name: `${plural}.${group}` }).length > 0;
}

/** Whether the manifests, the hub, or the given definitions have a kind in this group. */
export function isServed(group: string, kind: string, world: World): boolean {
  return knownApis(world).find(group, kind) !== undefined || world.contracts?.definition(group, kind) !== undefined;
}
