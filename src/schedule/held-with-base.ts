import { objectAt } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { policyOf } from '../fleet/kubefleet/placement-policy.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { isNewPolicy, type Existing } from './existing.ts';
import type { Scheduling } from './outcome.ts';
import { schedule } from './schedule.ts';

/** A placement in the base of a change. */
export interface BasePlacement {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
  /** The members before the change. */
  readonly clusters: readonly MemberCluster[];
  readonly now: Date;
  readonly target?: HubProfile | undefined;
}

/** The scheduler's start state after the base is on the hub, and the decisions that lead to it. @param hub what the hub shows now */
export function heldWithBase(
  { object, namespace, clusters, now, target }: BasePlacement,
  hub: Existing | undefined,
): { readonly existing: Existing; readonly scheduling: Scheduling } {
  const policy = objectAt(object, 'spec', 'policy');
  const scheduling = schedule({ placement: object, namespace, clusters, now, target, existing: hub });
  const isRenewed = hub === undefined || isNewPolicy(hub.policy, policy, object.kind, target);
  const numberOfClusters = policyOf(object).numberOfClusters ?? (isRenewed ? undefined : hub.numberOfClusters);
  return { existing: { policy, numberOfClusters, bindings: scheduling.bindings }, scheduling };
}
