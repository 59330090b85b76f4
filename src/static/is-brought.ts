import type { FleetKind } from '../fleet/kinds.ts';
import type { World } from './world.ts';

/** Whether the manifests bring the CustomResourceDefinition of a kind along. */
export function isBrought({ group, plural }: FleetKind, world: World): boolean {
  return world.find({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name: `${plural}.${group}` }).length > 0;
}
