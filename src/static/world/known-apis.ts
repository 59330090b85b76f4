import type { ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import type { FleetKind } from '../../fleet/kubefleet/kinds.ts';
import { manifestContent } from './manifest-content.ts';
import type { World } from './world.ts';

/** The kinds that are certain: those the hub lists, if it was asked, else built in and KubeFleet's own; or defined by a CRD among the manifests. */
export function knownApis(world: World): ApiResources {
  return manifestContent(world).apis;
}

/** Whether the manifests bring the CustomResourceDefinition of a kind along. */
export function isBrought({ group, plural }: FleetKind, world: World): boolean {
  return world.find({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name: `${plural}.${group}` }).length > 0;
}
