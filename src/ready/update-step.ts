import { isExternal } from '../fleet/kubefleet/is-external.ts';
import { field } from '../fleet/json/json.ts';
import { policyOf } from '../fleet/kubefleet/placement-policy.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { scaledShare } from '../fleet/kubernetes/scaled-share.ts';
import { hasFailed, isReady } from '../gates/view/binding-readiness.ts';
import { type PlacementView } from '../gates/view/placement.ts';
import type { NotChecked, ReadyReason } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { aboutOf } from './former-rollouts.ts';

/** What `calculateMaxToRemove` and `determineBindingsToUpdate` of KubeFleet's `pkg/controllers/rollout/controller.go` would allow. */
export interface StepAnswer {
  readonly reasons: readonly ReadyReason[];
  readonly notChecked: readonly NotChecked[];
}

/**
 * Whether a rolling update could update at least one cluster now. Ready clusters may be updated as long as at most `maxUnavailable` are not
 * ready; failed ones are updated outside of the budget. A new cluster needs only room for it (`maxSurge`). A ClusterResourcePlacementDisruptionBudget limits only evictions.
 * @param view the placement on the hub; absent if the hub does not have it: a first rollout is not stepped
 */
export function updateStep(placement: ChangedPlacement, view: PlacementView | undefined): StepAnswer {
  const nothing = { reasons: [], notChecked: [] };
  if (view === undefined || !placement.isChanged || isExternal(placement.object)) return nothing;
  const name = displayName(placement.ref);
  if (view.bindings === undefined)
    return { reasons: [], notChecked: [{ message: `Whether ${name} can be updated: its bindings may not be read.`, decides: true }] };
  const bindings = view.bindings.filter(({ leaving }) => !leaving);
  if (bindings.length === 0 || bindings.some(hasFailed)) return nothing;
  const target = targetOf(placement, bindings.length);
  const shareOf = (limit: string): unknown => field(placement.object, 'spec', 'strategy', 'rollingUpdate', limit) ?? '25%';
  const bound = new Set(bindings.map(({ cluster }) => cluster));
  const room = target + (scaledShare(shareOf('maxSurge'), target) ?? 0) - view.bindings.length;
  if (room > 0 && placement.clusters.some((cluster) => !bound.has(cluster))) return nothing;
  const share = shareOf('maxUnavailable');
  const allowed = scaledShare(share, target) ?? 0;
  const ready = view.bindings.filter(isReady).length;
  if (ready - (target - allowed) > 0) return nothing;
  const message = `No cluster of ${name} can be updated: ${ready} of ${target} clusters are ready, and with maxUnavailable ${String(share)} at most ${allowed} may be unavailable.`;
  const remedy = 'Wait until more clusters are ready, or raise maxUnavailable of the placement.';
  return { reasons: [{ id: 'no-update-step', effect: 'blocks', ...aboutOf(placement), message, remedy }], notChecked: [] };
}

/** `calculateRealTarget`: the number of clusters that the policy of the change asks for; with PickAll, those that the scheduler picks. */
function targetOf({ object, clusters, unknown }: ChangedPlacement, held: number): number {
  const { placementType, clusterNames, numberOfClusters } = policyOf(object);
  if (placementType === 'PickFixed') return clusterNames.length;
  if (placementType === 'PickN') return numberOfClusters ?? held;
  return unknown === undefined ? clusters.length : held;
}
