import { fleetLabel } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { numberAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, isDeleting } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Observation } from '../observation.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { latestPolicySnapshot, viewPlacement } from '../../view/placement.ts';
import type { RunView } from '../../view/run.ts';
import { targetRef } from '../../deploy/target.ts';
import { typeOf } from '../../view/seen.ts';

/**
 * What became of the placement since the run was planned. `removed`: deleted, or being deleted. `renewed`: deleted and created again before
 * the run failed. `edited`: its policy changed. `there`: nothing of these, as far as can be seen. `unread`: files hold no placement at all,
 * because it was deleted or nobody wrote it down. The text a run ends with does not always distinguish these. A deleted placement loses its
 * snapshots first. One that asks for more clusters than there are is not scheduled, just as one that a cluster has left (KubeFleet
 * pkg/controllers/updaterun/validation.go).
 */
export function placementUnderRun(hub: HubState, run: RunView): 'removed' | 'renewed' | 'edited' | 'there' | 'unread' {
  const type = typeOf(run.ref.namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement');
  const visibility = hub.visibility(type, run.ref.namespace);
  if (visibility.kind !== 'seen') return visibility.kind === 'unread' ? 'unread' : 'there';
  const placement = hub.get(type, run.ref.namespace, run.placementName);
  if (placement === undefined || isDeleting(placement)) return 'removed';
  if (isCreatedUnder(run, placement)) return 'renewed';
  const view = viewPlacement(hub, placement);
  const latest = latestPolicySnapshot(view);
  const planned = stringAt(run.object, 'status', 'policySnapshotIndexUsed');
  if (latest !== undefined && planned !== undefined && fleetLabel(latest.object, 'policy-index') !== planned) return 'edited';
  const counted = numberAt(run.object, 'status', 'policyObservedClusterCount');
  return view.policy.type === 'PickN' && counted !== undefined && view.policy.wanted !== counted ? 'edited' : 'there';
}

/** Created between the plan of the run and its failure: the plan was made for another placement of that name. */
function isCreatedUnder({ initialized, succeeded }: RunView, { metadata }: KubeObject): boolean {
  if (initialized?.status !== 'True' || succeeded?.status !== 'False') return false;
  const [planned, created, ended] = [initialized.lastTransitionTime, metadata.creationTimestamp, succeeded.lastTransitionTime].map((time) =>
    Date.parse(time ?? ''),
  );
  return Number(planned) < Number(created) && Number(created) <= Number(ended);
}

/**
 * The placement is another one than that which a run has succeeded on: created after the run was, and after its plan. The first two times
 * are of the API server, and a run that finds no placement ends at once (KubeFleet pkg/controllers/updaterun/initialization.go). One that
 * waited for its hub agent may have been planned for a younger placement.
 */
export function isRenewedSince({ object, initialized, succeeded }: RunView, { metadata }: KubeObject): boolean {
  if (succeeded?.status !== 'True') return false;
  const created = Date.parse(metadata.creationTimestamp ?? '');
  const before = [object.metadata.creationTimestamp, initialized?.lastTransitionTime].map((time) => Date.parse(time ?? ''));
  return before.every((time) => time < created);
}

/** What a run has brought to its clusters goes with its placement. */
export function lostPlacementObservations(hub: HubState, run: RunView): readonly Observation[] {
  if (placementUnderRun(hub, run) !== 'removed') return [];
  const kind = run.ref.namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement';
  const { namespace } = run.ref;
  const placement = targetRef({ kind, ...(namespace === undefined ? {} : { namespace }), name: run.placementName });
  const isThere = hub.get(typeOf(kind), namespace, run.placementName) !== undefined;
  return [
    {
      scope: 'placement',
      step: 'Scheduled',
      fact: isThere ? 'placement-deleting' : 'placement-removed',
      target: placement,
      object: placement,
      evidence: [`${displayName(placement)} ${isThere ? 'is being deleted' : 'is no longer on the hub'}`],
    },
  ];
}
