import { stringAt } from '../json/json.ts';

/** Labels that KubeFleet sets on the objects that it writes, without their domain. Source: `apis/placement/v1beta1`. */
export type FleetLabel =
  | 'envelope-name'
  | 'envelope-namespace'
  | 'envelope-work'
  | 'is-latest-snapshot'
  | 'parent-CRP'
  | 'parent-placement-namespace'
  | 'parent-resource-binding'
  | 'parent-resource-override'
  | 'parent-resource-snapshot-index'
  | 'policy-index'
  | 'resource-index';

/** Annotations that KubeFleet sets on the objects that it writes, without their domain. Source: `apis/placement/v1beta1`. */
export type FleetAnnotation =
  | 'CRP-generation'
  | 'next-resource-snapshot-candidate-detection-time'
  | 'number-of-clusters'
  | 'number-of-resource-snapshots'
  | 'previous-binding-state';

/** The prefix of KubeFleet's labels, annotations and finalizers. */
export const FLEET_DOMAIN = 'kubernetes-fleet.io/';

/** `parent-CRP` names a placement of either kind. */
export function fleetLabel(object: unknown, key: FleetLabel): string | undefined {
  return stringAt(object, 'metadata', 'labels', `${FLEET_DOMAIN}${key}`);
}

export function fleetAnnotation(object: unknown, key: FleetAnnotation): string | undefined {
  return stringAt(object, 'metadata', 'annotations', `${FLEET_DOMAIN}${key}`);
}

/** Whether a snapshot is the latest one of its placement or override. */
export function isLatestSnapshot(object: unknown): boolean {
  return fleetLabel(object, 'is-latest-snapshot') === 'true';
}
