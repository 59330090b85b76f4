import type { Condition } from '../fleet/condition.ts';
import type { KubeObject } from '../fleet/object.ts';
import type { ClusterQuestion } from './cluster-question.ts';
import { sameApplyStrategy } from './content/apply-strategy.ts';
import { isOverride, liveOverrides, outdatedOverride, overrideDemand } from './content/override.ts';
import type { Stage } from './sighting.ts';
import type { Snapshot } from './snapshot.ts';
import type { BindingView } from './view/binding.ts';
import { latestPolicySnapshot, worksOfBinding } from './view/placement.ts';
import { seenObjects } from './view/seen.ts';
import type { WorkView } from './view/work.ts';

/** Why a binding is not yet told to roll out exactly this deploy; `undefined` when it is (KubeFleet pkg/controllers/rollout/controller.go). */
export function behindDeploy(question: ClusterQuestion, binding: BindingView): string | undefined {
  const { view, freshness, snapshot } = question;
  if (freshness.kind !== 'fresh') return 'the content of this deploy is not being rolled out yet';
  if (binding.state !== 'Bound') return 'picked, not rolled out yet';
  const wanted = freshness.group?.masterName;
  if (wanted !== undefined && binding.snapshotName !== wanted)
    return `still on ${binding.snapshotName === '' ? 'no snapshot' : binding.snapshotName}`;
  const policy = latestPolicySnapshot(view);
  if (policy !== undefined && binding.policySnapshotName !== policy.object.metadata.name) return 'still of an older scheduling policy';
  if (!sameApplyStrategy(view.object, binding.applyStrategy)) return 'still with the former apply strategy';
  return behindOverrides(question, binding, snapshot);
}

/** A binding may be ahead of its Works for a moment (KubeFleet pkg/controllers/rollout/controller.go). */
export function laggingWork(
  question: ClusterQuestion,
  binding: BindingView,
  works: readonly WorkView[] | undefined,
): { readonly stage: Stage; readonly condition: Condition | undefined; readonly awaiting: string } | undefined {
  const all = worksOfBinding(question.view, binding)?.filter((work) => !work.deleting);
  if (all === undefined || works === undefined || !question.stages.includes('Applied')) return undefined;
  const { freshness } = question;
  const empty = freshness.kind === 'fresh' && freshness.group?.objects.length === 0;
  if (all.length === 0 && !empty) return { stage: 'WorkSynchronized', condition: undefined, awaiting: 'its Work is not written yet' };
  const old = all.find((work) => !works.includes(work));
  if (old !== undefined)
    return { stage: 'WorkSynchronized', condition: undefined, awaiting: `Work ${old.name} is still of an older resource index` };
  const unapplied = all.find((work) => work.applied?.status !== 'True');
  if (unapplied !== undefined)
    return { stage: 'Applied', condition: unapplied.applied, awaiting: `Work ${unapplied.name} is not applied yet` };
  if (!question.stages.includes('Available')) return undefined;
  const unavailable = all.find((work) => work.available?.status !== 'True');
  return unavailable && { stage: 'Available', condition: unavailable.available, awaiting: `Work ${unavailable.name} is not available yet` };
}

/** Neither generation nor index moves when an override changes; only the binding's list of override snapshots does (KubeFleet pkg/controllers/rollout/controller.go). */
function behindOverrides(question: ClusterQuestion, binding: BindingView, snapshot: Snapshot): string | undefined {
  const outdated = outdatedOverride(snapshot, binding.overrides, question.view.ref.namespace);
  if (outdated !== undefined) return `override snapshot ${outdated} is not the newest any more`;
  if (question.view.external) return undefined;
  const { freshness, members } = question;
  const cluster = members?.get(binding.cluster)?.object;
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  if (cluster === undefined) return undefined;
  const deployed = question.manifests.filter((override) => isOverride(override) && hasSnapshots(snapshot, override));
  for (const override of deployed) {
    const demand = overrideDemand(snapshot, override, question.view.object, content, cluster);
    if (demand.kind === 'wait') return demand.message;
    if (demand.kind === 'inForce' && !binding.overrides.includes(demand.snapshotName))
      return `override snapshot ${demand.snapshotName} is not in force yet`;
  }
  for (const override of liveOverrides(snapshot, question.view.ref.namespace).filter((found) => hasSnapshots(snapshot, found))) {
    const demand = overrideDemand(snapshot, override, question.view.object, content, cluster);
    if (demand.kind === 'wait') return demand.message;
  }
  return undefined;
}

function hasSnapshots(snapshot: Snapshot, override: KubeObject): boolean {
  return seenObjects(snapshot, `${override.kind}Snapshot`, override.metadata.namespace) !== undefined;
}
