/** When the hub's scheduler runs again because a MemberCluster changed; source: `pkg/scheduler/watchers/membercluster`. */
import { isDeepStrictEqual } from 'node:util';

import { field, listAt, objectAt } from '../../src/fleet/json/json.ts';
import { memberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { ineligibility } from '../../src/schedule/ineligibility.ts';

/** `fulfilled`: the placement's Scheduled condition is True; then only PickAll is looked at again, unless a cluster is gone. */
export function wakesScheduler(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
  now: Date,
  placementType: string,
  fulfilled: boolean,
): boolean {
  if (after === undefined) return before !== undefined;
  if (fulfilled && placementType !== 'PickAll') return false;
  // A cluster joins as an empty object whose status comes later: an update as any other.
  if (after.metadata.deletionTimestamp !== undefined) return false;
  return before === undefined || isRelevant(before, after, now);
}

function isRelevant(before: KubeObject, after: KubeObject, now: Date): boolean {
  const differs = (...path: string[]): boolean => !isDeepStrictEqual(field(before, ...path), field(after, ...path));
  const taints = listAt(after, 'spec', 'taints');
  return (
    differs('metadata', 'labels') ||
    listAt(before, 'spec', 'taints').some((taint) => !taints.some((kept) => isDeepStrictEqual(kept, taint))) ||
    !isDeepStrictEqual(values(before), values(after)) ||
    differs('status', 'namespaces') ||
    ['capacity', 'allocatable', 'available'].some((part) => differs('status', 'resourceUsage', part)) ||
    (isIneligible(before, now) && !isIneligible(after, now))
  );
}

/** Property values; when they were observed does not count. */
function values(object: KubeObject): ReadonlyMap<string, unknown> {
  const properties = Object.entries(objectAt(object, 'status', 'properties') ?? {});
  return new Map(properties.map(([name, property]) => [name, field(property, 'value')]));
}

function isIneligible(object: KubeObject, now: Date): boolean {
  return ineligibility(memberCluster(object), now.getTime()) !== undefined;
}
