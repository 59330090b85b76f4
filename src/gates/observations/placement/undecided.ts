import { isDeleting } from '../../../fleet/kubernetes/object.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { numberAt } from '../../../fleet/json/json.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { BindingView } from '../../view/binding.ts';
import { latestGroup, writtenAt } from '../../view/resource-snapshot.ts';
import type { SnapshotGroup } from '../../view/resource-snapshot.ts';
import { msSinceLatest } from '../failing-since.ts';
import { unclearPolicy } from './unclear-policy.ts';

/**
 * Problems that stop the hub agent and that no status shows. There is not exactly one latest snapshot, a snapshot lacks some of its parts,
 * or one cluster has two bindings. Each is normal for a moment. They are reported only after the deploy is on the hub.
 */
export function undecidedObservations(context: PlacementContext): readonly Observation[] {
  if (context.deployed.some((object) => object.state === 'pending')) return [];
  return context.freshness.kind === 'fresh' ? rivalBindings(context) : [...unclearLatest(context), ...stoppedByPolicy(context)];
}

/** Whether undecided clusters may still get their turn: others are moving, or a former rollout is still being cleaned up. */
export function mayStillMove({ view, clusters, hub }: PlacementContext): boolean {
  const bindings = view.bindings ?? [];
  const isCleanedUp = bindings.some(
    (leaving) => isDeleting(leaving.object) && bindings.some((other) => !isDeleting(other.object) && other.cluster === leaving.cluster),
  );
  if (isCleanedUp) return true;
  const period = (numberAt(view.object, 'spec', 'strategy', 'rollingUpdate', 'unavailablePeriodSeconds') ?? 60) * 1000;
  return clusters.some((state) => {
    if (!state.current || isUndecided(state)) return false;
    const available = findCondition(state.binding?.conditions ?? [], 'Available');
    const isTimed = available?.reason === 'NotAllWorkAreAvailabilityTrackable';
    return !state.good || (isTimed && (msSinceLatest(hub, available.lastTransitionTime) ?? period) < period);
  });
}

/** It is not decided yet whether the cluster gets the newest content. Only the placement's status shows this, never a binding. */
export function isUndecided({ condition }: ClusterState): boolean {
  return condition?.type === 'RolloutStarted' && condition.reason === 'RolloutStartedUnknown';
}

function unclearLatest({ view, hub }: PlacementContext): readonly Observation[] {
  const groups = view.groups ?? [];
  const latest = latestGroup(groups);
  if (latest.kind === 'one' || groups.length === 0) return [];
  // The time at which a part was deleted is not known.
  const lastedMs = latest.kind === 'partial' ? undefined : msSinceLatest(hub, ...latest.groups.map((group) => group.writtenAt));
  return [placementObservation('snapshots', view.ref, [latest.message, ...latest.groups.slice(0, SHOWN).map(groupText)], lastedMs)];
}

function stoppedByPolicy({ view, hub }: PlacementContext): readonly Observation[] {
  const evidence = unclearPolicy(view);
  if (evidence.length === 0) return [];
  const written = (view.policySnapshots ?? []).map((object) => writtenAt(object));
  return [placementObservation('policies', view.ref, evidence, msSinceLatest(hub, ...written))];
}

function placementObservation(
  undecided: 'snapshots' | 'policies',
  target: Observation['target'],
  evidence: readonly string[],
  lastedMs: number | undefined,
): Observation {
  return {
    scope: 'placement',
    step: 'RolloutStarted',
    fact: 'rollout-undecidable',
    target,
    object: target,
    evidence,
    lastedMs,
    words: { undecided },
  };
}

/** The number of groups that are shown, newest first. */
const SHOWN = 3;

function groupText({ masterName, index, latest }: SnapshotGroup): string {
  const name = masterName === '' ? 'a snapshot without a master' : masterName;
  return `${name}: resource-index ${String(index)}, is-latest-snapshot ${String(latest)}`;
}

/** The rollout controller stops for all clusters while one of them has two bindings (KubeFleet pkg/controllers/rollout/controller.go). */
function rivalBindings({ view, clusters, hub }: PlacementContext): readonly Observation[] {
  if (clusters.every((state) => state.good)) return [];
  const living = (view.bindings ?? []).filter((binding) => !isDeleting(binding.object) && binding.cluster !== '');
  const rivals = [...Map.groupBy(living, (binding) => binding.cluster)].filter(([, bindings]) => bindings.length > 1);
  return rivals.map(([cluster, bindings]) => ({
    scope: 'cluster',
    step: 'RolloutStarted',
    fact: 'rollout-undecidable',
    target: view.ref,
    cluster,
    object: view.ref,
    evidence: [`${cluster} has more than one binding, which stops the rollout on every cluster: ${namesOf(bindings)}`],
    lastedMs: msSinceLatest(hub, ...bindings.map((binding) => binding.object.metadata.creationTimestamp)),
    words: { undecided: 'bindings' },
  }));
}

function namesOf(bindings: readonly BindingView[]): string {
  return bindings.map((binding) => binding.name).join(', ');
}
