import { fleetLabel } from './fleet-metadata.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/** The label that names the placement. */
export const PARENT_LABEL = 'kubernetes-fleet.io/parent-CRP';

/** The placement from which KubeFleet derived an object (a binding, a snapshot or a Work). `undefined` if it has no such label. */
export function derivedFrom(object: KubeObject): string | undefined {
  const name = fleetLabel(object, 'parent-CRP');
  if (name === undefined) return undefined;
  // A Work is in the namespace of a cluster. Names alone are not unique (KubeFleet apis/placement/v1beta1/commons.go).
  const namespace = object.kind === 'Work' ? fleetLabel(object, 'parent-placement-namespace') : object.metadata.namespace;
  return placementKey(namespace, name);
}

/** The same text for equal placements. A placement without a namespace is a ClusterResourcePlacement. */
export function placementKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
