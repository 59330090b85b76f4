import { findCondition } from '../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { behindDeploy } from './behind-deploy.ts';
import type { ClusterState } from './cluster-state.ts';
import type { RolloutContext } from './context.ts';
import { laggingWork, unverifiedContent } from './lagging-work.ts';
import { otherLabelsClause } from './matched-later.ts';
import type { BindingView } from '../view/binding.ts';
import { worksOfBinding } from '../view/placement.ts';
import { isCurrent, unreachedText } from '../view/seen.ts';

/** One state for each cluster that the placement's status names or a binding that is not being removed targets, by name. */
export function clusterStates(context: RolloutContext): readonly ClusterState[] {
  const states = statesOf(context);
  return context.unproven?.remaining !== undefined ? states.map((state) => ({ ...state, current: false })) : states;
}

function statesOf(context: RolloutContext): readonly ClusterState[] {
  const { view } = context;
  const living = (view.bindings ?? []).filter((binding) => !binding.leaving && binding.cluster !== '');
  const names = new Set([...view.clusters.map((entry) => entry.cluster), ...living.map((binding) => binding.cluster)]);
  return [...names].toSorted().map((cluster) => {
    const bindings = living.filter((binding) => binding.cluster === cluster);
    if (context.steps.length === 1) return scheduledOnly(context, cluster);
    if (view.bindings === undefined) return byStatus(context, cluster, undefined);
    if (bindings.length === 0)
      return { ...byStatus(context, cluster, undefined), good: false, current: false, awaiting: 'no binding for it yet' };
    const states = bindings.map((binding) => byBinding(atItsSnapshot(context, binding), cluster, binding));
    return states.find((state) => !state.good) ?? states[0] ?? byStatus(context, cluster, undefined);
  });
}

function atItsSnapshot(context: RolloutContext, { snapshotName }: BindingView): RolloutContext {
  const { freshness, successors } = context;
  const group = successors.find(({ masterName }) => masterName === snapshotName);
  return group === undefined || freshness.kind !== 'fresh'
    ? context
    : { ...context, freshness: { ...freshness, index: group.index, group } };
}

/** The state if only scheduling is required: the content on the cluster does not matter. */
function scheduledOnly(context: RolloutContext, cluster: string): ClusterState {
  const state = byStatus(context, cluster, undefined);
  return { ...state, good: state.condition?.status === 'True', current: state.condition !== undefined };
}

function byBinding(context: RolloutContext, cluster: string, binding: BindingView): ClusterState {
  const status = byStatus(context, cluster, binding);
  const { freshness } = context;
  const works =
    freshness.kind === 'fresh' ? worksOfBinding(context.view, binding)?.filter((work) => work.index === freshness.index) : undefined;
  const awaiting = behindDeploy(context, binding);
  if (awaiting !== undefined) {
    const step = status.step === 'Scheduled' ? 'Scheduled' : 'RolloutStarted';
    return { ...status, works, step, condition: heldBack(binding, status), good: false, current: false, awaiting };
  }
  for (const step of context.steps) {
    if (step === 'Scheduled') continue;
    const condition = findCondition(binding.conditions, step);
    if (condition?.status === 'True' && isCurrent(condition, binding.generation)) continue;
    const reported = isCurrent(condition, binding.generation) ? condition : undefined;
    return {
      ...status,
      works,
      step,
      condition: reported,
      good: false,
      current: true,
      awaiting: unreachedText(step, condition, binding.generation),
    };
  }
  const lagging = laggingWork(context, binding, works);
  if (lagging !== undefined) return { ...status, works, ...lagging, good: false, current: true };
  const why = otherLabelsClause(context, binding, works !== undefined) ?? unverifiedContent(context, binding);
  const unverified = why === undefined ? {} : { unverified: why };
  if (context.run === undefined) {
    // A failure that only the placement still reports is outdated. Its status is computed from the bindings, and its generation and index
    // may be unchanged.
    return { ...status, ...unverified, works, condition: status.good ? status.condition : undefined, current: true };
  }
  const step = context.steps.at(-1) ?? 'Scheduled';
  return {
    ...status,
    works,
    step,
    condition: findCondition(binding.conditions, step),
    good: true,
    current: true,
    awaiting: '',
    ...unverified,
  };
}

/** The condition of a cluster that was not moved yet: conditions after RolloutStarted are about its former content. */
function heldBack(binding: BindingView, status: ClusterState): Condition | undefined {
  const own = findCondition(binding.conditions, 'RolloutStarted');
  if (own?.status === 'False' && isCurrent(own, binding.generation)) return own;
  return status.step === 'RolloutStarted' || status.step === 'Scheduled' ? status.condition : undefined;
}

/** The state in the placement's own status: the last one to become good, and the only one if bindings cannot be read. */
function byStatus(context: RolloutContext, cluster: string, binding: BindingView | undefined): ClusterState {
  const { view, freshness } = context;
  const entry = view.clusters.find((found) => found.cluster === cluster);
  const last = context.steps.at(-1) ?? 'Scheduled';
  const base = { cluster, binding, works: undefined };
  // While clusters have different snapshots, the placement as a whole has no observed index.
  const observed = view.external ? (entry?.observedIndex ?? view.observedIndex) : view.observedIndex;
  const atIndex = freshness.kind === 'fresh' && observed === freshness.index;
  for (const step of context.steps) {
    const condition = findCondition(entry?.conditions ?? [], step);
    if (condition?.status === 'True' && isCurrent(condition, view.generation)) continue;
    const reported = isCurrent(condition, view.generation) ? condition : undefined;
    return {
      ...base,
      step,
      condition: reported,
      good: false,
      current: atIndex && reported !== undefined,
      awaiting: unreachedText(step, condition, view.generation),
    };
  }
  const condition = findCondition(entry?.conditions ?? [], last);
  return {
    ...base,
    step: last,
    condition,
    good: atIndex,
    current: atIndex,
    awaiting: atIndex ? '' : 'its status is of an older resource index',
  };
}
