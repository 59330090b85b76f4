import type { Condition } from '../../fleet/condition.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { RolloutContext } from './context.ts';
import { sameApplyStrategy } from './apply-strategy.ts';
import { isOverride, liveOverrides, outdatedOverride, overrideDemand } from '../deploy/override.ts';
import type { RolloutStep } from '../../fleet/rollout-step.ts';
import type { HubState } from '../../fleet/hub-state.ts';
import type { BindingView } from '../view/binding.ts';
import { latestPolicySnapshot, worksOfBinding } from '../view/placement.ts';
import { seenObjects } from '../view/seen.ts';
import type { WorkView } from '../view/work.ts';

/** Why a binding is not yet told to roll out exactly this deploy; `undefined` when it is (KubeFleet pkg/controllers/rollout/controller.go). */
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

/** A binding may be ahead of its Works for a moment (KubeFleet pkg/controllers/rollout/controller.go). */
export function laggingWork(
  context: RolloutContext,
  binding: BindingView,
  works: readonly WorkView[] | undefined,
): { readonly step: RolloutStep; readonly condition: Condition | undefined; readonly awaiting: string } | undefined {
  const all = worksOfBinding(context.view, binding)?.filter((work) => !work.deleting);
  if (all === undefined || works === undefined || !context.steps.includes('Applied')) return undefined;
  const { freshness } = context;
  const empty = freshness.kind === 'fresh' && freshness.group?.objects.length === 0;
  if (all.length === 0 && !empty) return { step: 'WorkSynchronized', condition: undefined, awaiting: 'its Work is not written yet' };
  const old = all.find((work) => !works.includes(work));
  if (old !== undefined)
    return { step: 'WorkSynchronized', condition: undefined, awaiting: `Work ${old.name} is still of an older resource index` };
  const unapplied = all.find((work) => work.applied?.status !== 'True');
  if (unapplied !== undefined)
    return { step: 'Applied', condition: unapplied.applied, awaiting: `Work ${unapplied.name} is not applied yet` };
  if (!context.steps.includes('Available')) return undefined;
  const unavailable = all.find((work) => work.available?.status !== 'True');
  return unavailable && { step: 'Available', condition: unavailable.available, awaiting: `Work ${unavailable.name} is not available yet` };
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
