import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { deletionText } from '../../deploy/deletion-of.ts';
import { leavingOverride, liveOverrides, outdatedOverride, overrideDemand, overrideSnapshot } from '../../deploy/override.ts';
import type { BindingView } from '../../view/binding.ts';
import { overridesOfBinding } from '../../view/overrides-of-binding.ts';
import { isCurrent, seenObjects, typeOf } from '../../view/seen.ts';
import { contentMoments, msSinceLatest, type Moment } from '../failing-since.ts';
import type { Observation } from '../observation.ts';
import { mayStillMove } from './undecided.ts';

/**
 * Overrides without `spec.placement` that changed while nothing else did. The rollout controller ignores their events, so it does not check
 * the bindings until another change starts a rollout (KubeFleet pkg/controllers/rollout/controller.go, handleResourceOverrideSnapshot). A
 * deleted override leaves no trace of whether it named a placement.
 */
export function unnoticedOverrides(context: PlacementContext): readonly Observation[] {
  const { view, freshness, hub } = context;
  if (view.external || freshness.kind !== 'fresh' || mayStillMove(context)) return [];
  const forAll = liveOverrides(hub, view.ref.namespace).filter((override) => stringAt(override, 'spec', 'placement', 'name') === undefined);
  return context.clusters.flatMap(({ cluster, binding, good, current }): readonly Observation[] => {
    if (good || current || binding === undefined || !isSettled(binding, freshness.group?.masterName)) return [];
    const found = [...missingFrom(context, cluster, binding, forAll), ...leftIn(context, binding, forAll)];
    return found.map(({ object, evidence, moment, words }) => ({
      scope: 'cluster',
      step: 'Overridden',
      fact: 'override-unnoticed',
      target: view.ref,
      cluster,
      object,
      evidence: [evidence],
      lastedMs: msSinceLatest(hub, ...contentMoments(context, binding), moment),
      ...(words === undefined ? {} : { words }),
    }));
  });
}

interface Unnoticed {
  readonly object: ObjectRef;
  readonly evidence: string;
  readonly moment: Moment;
  readonly words?: Readonly<Record<string, string>>;
}

/** Whether the binding waits only for its overrides. */
function isSettled({ conditions, generation, snapshotName, state }: BindingView, wanted: string | undefined): boolean {
  const started = findCondition(conditions, 'RolloutStarted');
  return state === 'Bound' && snapshotName === wanted && started?.status === 'True' && isCurrent(started, generation);
}

function missingFrom(
  { hub, view, freshness, members }: PlacementContext,
  cluster: string,
  { name, overrides }: BindingView,
  forAll: readonly KubeObject[],
): readonly Unnoticed[] {
  const content = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []) : [];
  return forAll.flatMap((override): readonly Unnoticed[] => {
    const demand = overrideDemand(hub, override, view.object, content, members?.get(cluster)?.object);
    if (demand.kind !== 'inForce' || overrides.includes(demand.snapshotName)) return [];
    const moment = overrideSnapshot(hub, demand.snapshotName)?.metadata.creationTimestamp;
    return [{ object: refOf(override), evidence: `binding ${name} does not list ${demand.snapshotName}`, moment }];
  });
}

/** Overrides that the binding still lists although they were deleted, are being deleted, or no longer match the cluster. */
function leftIn({ hub, view, deploy = [] }: PlacementContext, binding: BindingView, forAll: readonly KubeObject[]): readonly Unnoticed[] {
  const refs = overridesOfBinding(binding);
  return binding.overrides.flatMap((name, at): readonly Unnoticed[] => {
    const object = refs[at];
    if (object === undefined || outdatedOverride(hub, [name], view.ref.namespace) === undefined) return [];
    const isThere = forAll.some((override) => objectKey(refOf(override)) === objectKey(object));
    const leaving = leavingOverride(hub, name);
    const isGone =
      seenObjects(hub, object.kind, object.namespace) !== undefined &&
      hub.get(typeOf(object.kind), object.namespace, object.name) === undefined;
    const isWanted = deploy.some((deployed) => objectKey(refOf(deployed)) === objectKey(object));
    const gone = leaving !== undefined && !isWanted ? 'leaving' : isGone ? 'true' : undefined;
    if (!isThere && gone === undefined) return [];
    const evidence = `binding ${binding.name} still lists ${name}${leaving === undefined ? '' : `, and ${deletionText(leaving)}`}`;
    return [{ object, evidence, moment: leaving?.metadata.deletionTimestamp, ...(gone === undefined ? {} : { words: { gone } }) }];
  });
}
