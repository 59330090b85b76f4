import { kindInScopeOf } from '../../../fleet/kubefleet/kinds.ts';
import { fleetLabel } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { numberAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, isDeleting } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Observation } from '../observation.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { msSinceLatest } from '../failing-since.ts';
import { latestPolicySnapshot, viewPlacement } from '../../view/placement.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { targetRef } from '../../deploy/target.ts';
import { typeOf } from '../../view/seen.ts';

/**
 * The state of the placement since the run was planned. `removed`: deleted, or being deleted. `renewed`: deleted and created again before
 * the run failed. `edited`: its policy changed. `there`: none of these, as far as can be seen. `unread`: files hold no placement at all,
 * because it was deleted or is missing from the files. The final message of a run does not always distinguish these. A deleted placement
 * loses its snapshots first. A placement that asks for more clusters than exist is not scheduled, and neither is one that lost a cluster
 * (KubeFleet pkg/controllers/updaterun/validation.go).
 */
export function placementUnderRun(hub: HubState, run: RunView): 'removed' | 'renewed' | 'edited' | 'there' | 'unread' {
  const type = typeOf(kindInScopeOf(run.ref, 'ResourcePlacement'));
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

/** Created between the plan of the run and its failure: the plan was for another placement of that name. */
function isCreatedUnder({ initialized, succeeded }: RunView, { metadata }: KubeObject): boolean {
  if (initialized?.status !== 'True' || succeeded?.status !== 'False') return false;
  const [planned, created, ended] = [initialized.lastTransitionTime, metadata.creationTimestamp, succeeded.lastTransitionTime].map((time) =>
    Date.parse(time ?? ''),
  );
  return Number(planned) < Number(created) && Number(created) <= Number(ended);
}

/**
 * Whether the placement is not the one that a run, which has not failed, was planned for: it was created after the run and after its plan.
 * The API server sets the two creation times, and a run that finds no placement ends at once (KubeFleet
 * pkg/controllers/updaterun/initialization.go). A run that waited for its hub agent may have been planned for a newer placement.
 */
function isRenewedSince({ object, initialized, succeeded }: RunView, { metadata }: KubeObject): boolean {
  if (succeeded?.status === 'False') return false;
  const created = Date.parse(metadata.creationTimestamp ?? '');
  const before = [object.metadata.creationTimestamp, initialized?.lastTransitionTime].map((time) => Date.parse(time ?? ''));
  return before.every((time) => time < created);
}

/** The placement was created again, and its snapshots do not hold what the run was planned for. */
export function renewedObservations(run: RunView, { view, freshness }: PlacementContext): readonly Observation[] {
  if (freshness.kind === 'fresh' || view.groups === undefined || !isRenewedSince(run, view.object)) return [];
  const evidence = [`${displayName(view.ref)} was created ${String(view.object.metadata.creationTimestamp)}, after the run`];
  return [{ scope: 'run', step: 'RolloutStarted', fact: 'run-placement-renewed', target: run.ref, object: run.ref, evidence }];
}

/** Milliseconds. */
const WATCH_DELAY = 10_000;

/** If a placement is removed, the content that a run brought to its clusters is removed too, and an open run ends. */
export function lostPlacementObservations(hub: HubState, run: RunView): readonly Observation[] {
  if (placementUnderRun(hub, run) !== 'removed') return [];
  const kind = kindInScopeOf(run.ref, 'ResourcePlacement');
  const { namespace } = run.ref;
  const placement = targetRef({ kind, ...(namespace === undefined ? {} : { namespace }), name: run.placementName });
  const isThere = hub.get(typeOf(kind), namespace, run.placementName) !== undefined;
  const isOpen = run.succeeded === undefined;
  // Each kind has its own watch: a run may be seen before the placement that was created just before it.
  if (isOpen && !isThere && (msSinceLatest(hub, run.initialized?.lastTransitionTime) ?? WATCH_DELAY) < WATCH_DELAY) return [];
  return [
    {
      scope: 'placement',
      step: 'Scheduled',
      fact: isThere ? 'placement-deleting' : 'placement-removed',
      target: placement,
      object: placement,
      evidence: [`${displayName(placement)} ${isThere ? 'is being deleted' : 'is no longer on the hub'}`],
      ...(isOpen && !isThere ? { words: { openRun: 'true' } } : {}),
    },
  ];
}
