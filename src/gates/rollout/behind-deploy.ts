import { stringAt } from '../../fleet/json/json.ts';
import { displayName, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { RolloutContext } from './context.ts';
import { sameApplyStrategy } from './apply-strategy.ts';
import { isMatchedLater } from './matched-later.ts';
import {
  holdsOverride,
  isPassedByRuns,
  isSnapshotOf,
  leavingOverride,
  liveOverrides,
  outdatedOverride,
  overrideDemand,
  overrideSnapshot,
} from '../deploy/override.ts';
import { isOverride } from '../../selection/override.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { BindingView } from '../view/binding.ts';
import { latestPolicySnapshot } from '../view/placement.ts';
import { seenObjects } from '../view/seen.ts';

/** Why a binding does not roll out exactly this deploy yet; `undefined` if it does (KubeFleet pkg/controllers/rollout/controller.go). */
export function behindDeploy(context: RolloutContext, binding: BindingView): string | undefined {
  const { view, freshness } = context;
  if (freshness.kind !== 'fresh') return 'the content of this deploy is not being rolled out yet';
  if (binding.state !== 'Bound') return 'picked, not rolled out yet';
  const wanted = freshness.group?.masterName;
  if (wanted !== undefined && binding.snapshotName !== wanted)
    return `still on ${binding.snapshotName === '' ? 'no snapshot' : binding.snapshotName}`;
  const policy = latestPolicySnapshot(view);
  if (policy !== undefined && binding.policySnapshotName !== policy.object.metadata.name) return 'still of an older scheduling policy';
  if (!sameApplyStrategy(view.object, binding.applyStrategy)) return 'still with the former apply strategy';
  return pendingOverride(context, binding)?.message;
}

/** Why a binding lacks overrides that it must get. */
export interface PendingOverride {
  readonly message: string;
  /** Their snapshots exist: only a binding is behind. */
  readonly isTaken: boolean;
}

/**
 * If an override changes, neither generation nor index changes, only the binding's list of override snapshots (KubeFleet
 * pkg/controllers/rollout/controller.go).
 */
export function pendingOverride(context: RolloutContext, binding: BindingView): PendingOverride | undefined {
  const { hub } = context;
  const deployed = (context.deploy ?? []).filter((override) => isOverride(override) && hasSnapshots(hub, override));
  const kept = keptByRun(context, binding, deployed);
  const others = binding.overrides.filter((name) => !kept.has(name));
  const outdated = outdatedOverride(hub, others, context.view.ref.namespace);
  if (outdated !== undefined) {
    const leaving = leavingOverride(hub, outdated);
    const message =
      leaving === undefined
        ? `override snapshot ${outdated} is not the newest any more`
        : `${displayName(refOf(leaving))} is being deleted, and is still in effect`;
    return { message, isTaken: true };
  }
  const { freshness, members, view } = context;
  const cluster = members?.get(binding.cluster)?.object;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  if (cluster === undefined) return undefined;
  const touches = (override: KubeObject): boolean => overrideDemand(hub, override, view.object, content, cluster).kind !== 'none';
  for (const { ref, state, manifest, live } of context.deployed) {
    if (state !== 'pending' || live === undefined || !isOverride(manifest)) continue;
    if (touches(manifest) || touches(live)) return { message: `${displayName(ref)} is not on the hub as deployed yet`, isTaken: false };
  }
  for (const override of deployed) {
    if (isPassedByRuns(view.object, override) || [...kept.values()].some((snapshot) => isSnapshotOf(snapshot, override))) continue;
    const demand = overrideDemand(hub, override, view.object, content, cluster);
    if (demand.kind === 'wait') return { message: demand.message, isTaken: false };
    if (demand.kind === 'inForce' && isOnItsWay(context, binding, demand.snapshotName))
      return { message: `override snapshot ${demand.snapshotName} is not in effect yet`, isTaken: true };
  }
  if (view.external) return undefined;
  for (const override of liveOverrides(hub, view.ref.namespace).filter((found) => hasSnapshots(hub, found))) {
    const demand = overrideDemand(hub, override, view.object, content, cluster);
    if (demand.kind === 'wait') return { message: demand.message, isTaken: false };
    // The rollout controller handles an override that names its placement at once, and only then (handleResourceOverrideSnapshot).
    const isNamed = stringAt(override, 'spec', 'placement', 'name') !== undefined;
    if (demand.kind === 'inForce' && isNamed && isOnItsWay(context, binding, demand.snapshotName))
      return { message: `override snapshot ${demand.snapshotName} is not in effect yet`, isTaken: true };
  }
  return undefined;
}

function isOnItsWay(context: RolloutContext, binding: BindingView, snapshotName: string): boolean {
  return !binding.overrides.includes(snapshotName) && !isMatchedLater(context, binding, snapshotName);
}

/**
 * The override snapshots of the binding that its run's plan has for the cluster, by name. A run keeps them even if the overrides change
 * later (KubeFleet pkg/controllers/updaterun/initialization.go). Snapshots that lack the deployed override are omitted.
 */
function keptByRun(
  { hub, run }: RolloutContext,
  { cluster, overrides }: BindingView,
  deployed: readonly KubeObject[],
): ReadonlyMap<string, KubeObject> {
  const planned = run?.stages.flatMap((stage) => stage.clusters.flatMap((found) => (found.name === cluster ? found.overrides : []))) ?? [];
  const found = overrides.filter((name) => planned.includes(name)).map((name) => [name, overrideSnapshot(hub, name)] as const);
  return new Map(
    found.flatMap(([name, snapshot]) => {
      if (snapshot === undefined) return [];
      const own = deployed.filter((override) => isSnapshotOf(snapshot, override));
      return own.every((override) => holdsOverride(snapshot, override)) ? [[name, snapshot] as const] : [];
    }),
  );
}

function hasSnapshots(hub: HubState, override: KubeObject): boolean {
  return seenObjects(hub, `${override.kind}Snapshot`, override.metadata.namespace) !== undefined;
}
