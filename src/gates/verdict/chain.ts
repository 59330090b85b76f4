import { findCondition, type Condition } from '../../fleet/kubernetes/condition.ts';
import { objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { ChainLink, Diagnosis } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { BindingView } from '../view/binding.ts';
import type { RunView } from '../view/run.ts';
import type { WorkView } from '../view/work.ts';
import { sinceOnHub } from './since-on-hub.ts';

/**
 * The diagnoses, each of a cluster or of the whole placement, with the steps of the content until it stopped. A diagnosis that only informs
 * has no chain.
 */
export function withChains(diagnoses: readonly Diagnosis[], context: PlacementContext): readonly Diagnosis[] {
  const states = new Map(context.clusters.map((state) => [state.cluster, state]));
  return diagnoses.map((diagnosis) => {
    const chain = diagnosis.outcome === 'info' ? [] : chainOf(diagnosis, context, states);
    return chain.length === 0 ? diagnosis : { ...diagnosis, chain };
  });
}

function chainOf(diagnosis: Diagnosis, context: PlacementContext, states: ReadonlyMap<string, ClusterState>): readonly ChainLink[] {
  const { view, run } = context;
  if (diagnosis.cluster === undefined) return run === undefined ? wholeChain(diagnosis, context) : runChain(diagnosis, run);
  const ahead = run === undefined ? [] : [linkOf(run.ref)];
  const state = states.get(diagnosis.cluster);
  if (state === undefined) return [];
  const since = sinceOnHub(context, state) ?? reachedAt(context, state);
  const placement = linkOf(view.ref, view.conditions.get(state.step));
  if (state.binding === undefined) return [...ahead, { ...placement, ...sinceAt(since) }];
  // A binding reports that its Works are synchronized, whatever they hold.
  const condition = state.unlikeSnapshot === undefined ? state.condition : findCondition(state.binding.conditions, state.step);
  const binding = { ...linkOf(refOfBinding(state.binding), condition, since), stage: state.step };
  return [...ahead, placement, binding, ...belowBinding(diagnosis, state)];
}

/** A diagnosis without a cluster stops at the placement itself. */
function wholeChain({ object }: Diagnosis, context: PlacementContext): readonly ChainLink[] {
  const { ref } = context.view;
  const condition = wholeCondition(context);
  const isOwn = object === undefined || objectKey(object) === objectKey(ref);
  return condition === undefined || !isOwn ? [] : [linkOf(ref, condition, condition.lastTransitionTime)];
}

/** A run that waits for a person stops at the object to approve. */
function runChain({ object }: Diagnosis, { ref, succeeded, progressing, initialized }: RunView): readonly ChainLink[] {
  const condition = succeeded ?? progressing ?? initialized;
  if (condition === undefined) return [];
  const stage = condition.status !== 'True' ? condition.type : condition === initialized ? 'Progressing' : undefined;
  const { stage: _reached, ...link } = linkOf(ref, condition, condition.lastTransitionTime);
  const run: ChainLink = { ...link, ...(stage === undefined ? {} : { stage }) };
  return object?.kind.endsWith('ApprovalRequest') === true ? [run, { ...linkOf(object), stage: 'Approved' }] : [run];
}

/** Works and their objects matter only after the binding reports that they exist. */
function belowBinding({ object, title }: Diagnosis, state: ClusterState): readonly ChainLink[] {
  const isSent = ROLLOUT_STEPS.indexOf(state.step) > ROLLOUT_STEPS.indexOf('WorkSynchronized');
  if (object?.kind === 'MemberCluster') return [{ ...linkOf(object), state: title }];
  const { leavingWork } = state;
  if (leavingWork !== undefined) {
    const { metadata } = leavingWork.object;
    const link = linkOf({ kind: 'Work', namespace: metadata.namespace, name: metadata.name }, undefined, metadata.deletionTimestamp);
    return [{ ...link, state: 'is being deleted' }];
  }
  if (!isSent) return [];
  const key = object === undefined ? undefined : objectKey(object);
  const holders = (state.works ?? []).flatMap((work) =>
    work.manifests.filter((manifest) => objectKey(manifest.object) === key).map((manifest) => ({ work, manifest })),
  );
  // An object may be in the Works twice, and fail once.
  const holder = holders.find(({ manifest }) => failingIn(manifest.conditions)?.status !== 'True') ?? holders[0];
  const work = holder?.work ?? failingWork(state.works ?? []);
  if (work === undefined) return [];
  const link = linkOf({ ...work.object, namespace: work.object.metadata.namespace, name: work.name }, conditionOf(work));
  return [link, ...(holder === undefined ? [] : [linkOf(holder.manifest.object, failingIn(holder.manifest.conditions))])];
}

function failingWork(works: readonly WorkView[]): WorkView | undefined {
  return works.find((work) => conditionOf(work)?.status === 'False');
}

function conditionOf({ applied, available, diffReported }: WorkView): Condition | undefined {
  return [applied, diffReported, available].find((condition) => condition !== undefined && condition.status !== 'True') ?? available;
}

function failingIn(conditions: readonly Condition[]): Condition | undefined {
  const asked = (['Applied', 'DiffReported', 'Available'] as const).map((type) => findCondition(conditions, type));
  return (
    asked.find((condition) => condition !== undefined && condition.status !== 'True') ?? asked.findLast((found) => found !== undefined)
  );
}

/** When the step before was reached: the wait for the next one starts there. */
function reachedAt({ steps }: PlacementContext, { binding, step }: ClusterState): string | undefined {
  const before = steps[steps.indexOf(step) - 1];
  const reached = before === undefined ? undefined : findCondition(binding?.conditions ?? [], before);
  return reached?.status === 'True' ? reached.lastTransitionTime : undefined;
}

/** The first step the placement as a whole has not reached. */
function wholeCondition({ view, steps }: PlacementContext): Condition | undefined {
  return steps.map((step) => view.conditions.get(step)).find((condition) => condition !== undefined && condition.status !== 'True');
}

function refOfBinding({ object }: BindingView): Pick<ObjectRef, 'kind' | 'namespace' | 'name'> {
  const { namespace, name } = object.metadata;
  return { kind: object.kind, ...(namespace === undefined ? {} : { namespace }), name };
}

function linkOf(
  { kind, namespace, name }: { readonly kind: string; readonly namespace?: string | undefined; readonly name: string },
  condition?: Condition,
  since?: string,
): ChainLink {
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(condition === undefined ? {} : { stage: condition.type, state: stateOf(condition) }),
    ...sinceAt(since),
  };
}

function stateOf({ type, status, reason }: Condition): string {
  return `${type} ${status}${reason === '' ? '' : ` ${reason}`}`;
}

function sinceAt(since: string | undefined): Pick<ChainLink, 'since'> {
  return since === undefined ? {} : { since };
}
