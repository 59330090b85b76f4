import { objectAt } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { policyOf } from '../fleet/kubefleet/placement-policy.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { isNewPolicy, type Existing } from './existing.ts';
import type { Scheduling } from './outcome.ts';
import { schedule } from './schedule.ts';

/** A placement as the base of a change has it. */
export interface BasePlacement {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
  /** The members before the change. */
  readonly clusters: readonly MemberCluster[];
  readonly now: Date;
  readonly target?: HubProfile | undefined;
}

/** What the scheduler starts from once the base is on the hub, and what it decided to get there. @param hub what the hub shows today */
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
