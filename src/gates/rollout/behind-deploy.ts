import type { KubeObject } from '../../fleet/object.ts';
import type { RolloutContext } from './context.ts';
import { sameApplyStrategy } from './apply-strategy.ts';
import { liveOverrides, outdatedOverride, overrideDemand } from '../deploy/override.ts';
import { isOverride } from '../../selection/override.ts';
import type { HubState } from '../../fleet/hub-state.ts';
import type { BindingView } from '../view/binding.ts';
import { latestPolicySnapshot } from '../view/placement.ts';
import { seenObjects } from '../view/seen.ts';

/** Why a binding is not yet set to roll out exactly this deploy; `undefined` when it is (KubeFleet pkg/controllers/rollout/controller.go). */
export function behindDeploy(context: RolloutContext, binding: BindingView): string | undefined {
  const { view, freshness, hub } = context;
  if (freshness.kind !== 'fresh') return 'the content of this deploy is not being rolled out yet';
  if (binding.state !== 'Bound') return 'picked, not rolled out yet';
  const wanted = freshness.group?.masterName;
  if (wanted !== undefined && binding.snapshotName !== wanted)
    return `still on ${binding.snapshotName === '' ? 'no snapshot' : binding.snapshotName}`;
  const policy = latestPolicySnapshot(view);
  if (policy !== undefined && binding.policySnapshotName !== policy.object.metadata.name) return 'still of an older scheduling policy';
  if (!sameApplyStrategy(view.object, binding.applyStrategy)) return 'still with the former apply strategy';
  return behindOverrides(context, binding, hub);
}

/** Neither generation nor index moves when an override changes; only the binding's list of override snapshots does (KubeFleet pkg/controllers/rollout/controller.go). */
function behindOverrides(context: RolloutContext, binding: BindingView, hub: HubState): string | undefined {
  const outdated = outdatedOverride(hub, binding.overrides, context.view.ref.namespace);
  if (outdated !== undefined) return `override snapshot ${outdated} is not the newest any more`;
  if (context.view.external) return undefined;
  const { freshness, members } = context;
  const cluster = members?.get(binding.cluster)?.object;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  if (cluster === undefined) return undefined;
  const deployed = (context.deploy ?? []).filter((override) => isOverride(override) && hasSnapshots(hub, override));
  for (const override of deployed) {
    const demand = overrideDemand(hub, override, context.view.object, content, cluster);
    if (demand.kind === 'wait') return demand.message;
    if (demand.kind === 'inForce' && !binding.overrides.includes(demand.snapshotName))
      return `override snapshot ${demand.snapshotName} is not in force yet`;
  }
  for (const override of liveOverrides(hub, context.view.ref.namespace).filter((found) => hasSnapshots(hub, found))) {
    const demand = overrideDemand(hub, override, context.view.object, content, cluster);
    if (demand.kind === 'wait') return demand.message;
  }
  return undefined;
}

function hasSnapshots(hub: HubState, override: KubeObject): boolean {
  return seenObjects(hub, `${override.kind}Snapshot`, override.metadata.namespace) !== undefined;
}
