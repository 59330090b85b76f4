import { fleetLabel } from './fleet-metadata.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/** The label that names the placement. */
export const PARENT_LABEL = 'kubernetes-fleet.io/parent-CRP';

/** The placement KubeFleet derived an object from: its bindings, snapshots and Works. `undefined` where no label says so. */
export function derivedFrom(object: KubeObject): string | undefined {
  const name = fleetLabel(object, 'parent-CRP');
  if (name === undefined) return undefined;
  // A Work lives in the namespace of a cluster. Names alone collide (KubeFleet apis/placement/v1beta1/commons.go).
  const namespace = object.kind === 'Work' ? fleetLabel(object, 'parent-placement-namespace') : object.metadata.namespace;
  return placementKey(namespace, name);
}

/** Equal for equal placements; one without a namespace is a ClusterResourcePlacement. */
export function placementKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
