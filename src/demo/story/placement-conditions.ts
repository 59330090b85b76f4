import type { Judgement } from './cluster-rollout.ts';

/**
 * Derives the placement's own conditions from those of its clusters, type by type. Unknown takes precedence over False, and False over
 * True. The first condition that is not True is the last in the list. Source: `setPlacementConditions` in
 * `pkg/controllers/placement/placement_status.go` of KubeFleet v0.3.1.
 */
export function placementConditions(clusters: readonly (readonly Judgement[])[]): readonly Judgement[] {
  const conditions: Judgement[] = [];
  for (const [type, texts] of Object.entries(TEXTS)) {
    const statuses = clusters.map((cluster) => cluster.find((judgement) => judgement.type === type)?.status);
    const count = (status: string | undefined): number => statuses.filter((other) => other === status).length;
    const status = count('Unknown') > 0 ? 'Unknown' : count('False') > 0 ? 'False' : 'True';
    if (count(undefined) === clusters.length) break;
    const [reason, message] = texts[status];
    conditions.push({ type: `ClusterResourcePlacement${type}`, status, reason, message: message.replace('%d', String(count(status))) });
    if (status !== 'True') break;
  }
  return conditions;
}

type Texts = Readonly<Record<Judgement['status'], readonly [reason: string, message: string]>>;

const TEXTS: Readonly<Record<string, Texts>> = {
  RolloutStarted: {
    True: ['RolloutStarted', 'All %d cluster(s) start rolling out the latest resource'],
    False: ['RolloutNotStartedYet', 'The rollout is being blocked by the rollout strategy in %d cluster(s)'],
    Unknown: [
      'RolloutStartedUnknown',
      'There are still %d cluster(s) in the process of deciding whether to roll out the latest resources or not',
    ],
  },
  Overridden: {
    True: ['NoOverrideSpecified', 'No override rules are configured for the selected resources'],
    False: ['OverriddenFailed', 'Failed to override resources in %d cluster(s)'],
    Unknown: [
      'OverriddenPending',
      'There are still %d cluster(s) in the process of overriding the selected resources if there is any override defined',
    ],
  },
  WorkSynchronized: {
    True: ['WorkSynchronized', "Works(s) are succcesfully created or updated in %d target cluster(s)' namespaces"],
    False: ['WorkNotSynchronizedYet', 'There are %d cluster(s) which have not finished creating or updating work(s) yet'],
    Unknown: [
      'WorkSynchronizedUnknown',
      'There are still %d cluster(s) in the process of creating or updating the work object(s) in the hub cluster',
    ],
  },
  Applied: {
    True: ['ApplySucceeded', 'The selected resources are successfully applied to %d cluster(s)'],
    False: ['ApplyFailed', 'Failed to apply resources to %d cluster(s), please check the `failedPlacements` status'],
    Unknown: ['ApplyPending', 'There are still %d cluster(s) in the process of applying the resources on the member cluster'],
  },
  Available: {
    True: ['ResourceAvailable', 'The selected resources in %d cluster(s) are available now'],
    False: ['ResourceNotAvailableYet', 'The selected resources in %d cluster(s) are still not available yet'],
    Unknown: [
      'ResourceAvailableUnknown',
      'There are still %d cluster(s) in the process of checking the availability of the selected resources',
    ],
  },
};
