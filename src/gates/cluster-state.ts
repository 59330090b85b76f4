import { findCondition } from '../fleet/condition.ts';
import type { Condition } from '../fleet/condition.ts';
import { behindDeploy, laggingWork } from './behind-deploy.ts';
import type { ClusterQuestion } from './cluster-question.ts';
import { STAGES } from './sighting.ts';
import type { Stage } from './sighting.ts';
import type { BindingView } from './view/binding.ts';
import { worksOfBinding } from './view/placement.ts';
import { isCurrent } from './view/seen.ts';
import type { WorkView } from './view/work.ts';

/** Where one cluster stands with the content that is judged. */
export interface ClusterState {
  readonly cluster: string;
  readonly binding: BindingView | undefined;
  /** The Works of the binding at the judged index; `undefined` when Works cannot be read or the binding is not there. */
  readonly works: readonly WorkView[] | undefined;
  /** The first stage that is not reached, or the last one when all are. */
  readonly stage: Stage;
  /** The condition it stands at, if there is one that speaks of this content. */
  readonly condition: Condition | undefined;
  readonly good: boolean;
  /** What is read of it speaks of the judged content, so that a failure may be taken for this deploy's. */
  readonly current: boolean;
  readonly awaiting: string;
}

/** One state for each cluster the placement's status names or a living binding targets, by name. */
export function clusterStates(question: ClusterQuestion): readonly ClusterState[] {
  const states = statesOf(question);
  return question.isHeld === true ? states.map((state) => ({ ...state, current: false })) : states;
}

function statesOf(question: ClusterQuestion): readonly ClusterState[] {
  const { view } = question;
  const living = (view.bindings ?? []).filter((binding) => !binding.leaving && binding.cluster !== '');
  const names = new Set([...view.clusters.map((entry) => entry.cluster), ...living.map((binding) => binding.cluster)]);
  return [...names].toSorted().map((cluster) => {
    const bindings = living.filter((binding) => binding.cluster === cluster);
    if (question.stages.length === 1) return scheduledOnly(question, cluster);
    if (view.bindings === undefined) return byStatus(question, cluster, undefined);
    if (bindings.length === 0)
      return { ...byStatus(question, cluster, undefined), good: false, current: false, awaiting: 'no binding for it yet' };
    const states = bindings.map((binding) => byBinding(atItsSnapshot(question, binding), cluster, binding));
    return states.find((state) => !state.good) ?? states[0] ?? byStatus(question, cluster, undefined);
  });
}

function atItsSnapshot(question: ClusterQuestion, { snapshotName }: BindingView): ClusterQuestion {
  const { freshness, successors } = question;
  const group = successors?.find(({ masterName }) => masterName === snapshotName);
  return group === undefined || freshness.kind !== 'fresh'
    ? question
    : { ...question, freshness: { ...freshness, index: group.index, group } };
}

/** Asked only whether it is picked: what is rolled out there does not matter. */
function scheduledOnly(question: ClusterQuestion, cluster: string): ClusterState {
  const state = byStatus(question, cluster, undefined);
  return { ...state, good: state.condition?.status === 'True', current: state.condition !== undefined };
}

function byBinding(question: ClusterQuestion, cluster: string, binding: BindingView): ClusterState {
  const status = byStatus(question, cluster, binding);
  const { freshness } = question;
  const works =
    freshness.kind === 'fresh' ? worksOfBinding(question.view, binding)?.filter((work) => work.index === freshness.index) : undefined;
  const behind = behindDeploy(question, binding);
  if (behind !== undefined) {
    const stage = status.stage === 'Scheduled' ? 'Scheduled' : 'RolloutStarted';
    return { ...status, works, stage, condition: heldBack(binding, status), good: false, current: false, awaiting: behind };
  }
  for (const stage of question.stages) {
    if (stage === 'Scheduled') continue;
    const condition = findCondition(binding.conditions, stage);
    if (condition?.status === 'True' && isCurrent(condition, binding.generation)) continue;
    const spoken = isCurrent(condition, binding.generation) ? condition : undefined;
    return {
      ...status,
      works,
      stage,
      condition: spoken,
      good: false,
      current: true,
      awaiting: spoken?.message ?? `${stage} is not reported yet`,
    };
  }
  const lagging = laggingWork(question, binding, works);
  if (lagging !== undefined) return { ...status, works, ...lagging, good: false, current: true };
  if (question.ignoreStatus !== true) {
    // A failure that only the placement still tells is of before: it is computed from the bindings, and neither its generation nor its index need have moved.
    return { ...status, works, condition: status.good ? status.condition : undefined, current: true };
  }
  const stage = question.stages.at(-1) ?? 'Scheduled';
  return { ...status, works, stage, condition: findCondition(binding.conditions, stage), good: true, current: true, awaiting: '' };
}

/** What is said about a cluster that was not moved yet: conditions past RolloutStarted are of what it ran before. */
function heldBack(binding: BindingView, status: ClusterState): Condition | undefined {
  const own = findCondition(binding.conditions, 'RolloutStarted');
  if (own?.status === 'False' && isCurrent(own, binding.generation)) return own;
  return status.stage === 'RolloutStarted' || status.stage === 'Scheduled' ? status.condition : undefined;
}

/** What the placement's own status says of the cluster: the last word to become good, and the only one where bindings cannot be read. */
function byStatus(question: ClusterQuestion, cluster: string, binding: BindingView | undefined): ClusterState {
  const { view, freshness } = question;
  const entry = view.clusters.find((found) => found.cluster === cluster);
  const last = question.stages.at(-1) ?? 'Scheduled';
  const base = { cluster, binding, works: undefined };
  const atIndex = freshness.kind === 'fresh' && view.observedIndex === freshness.index;
  for (const stage of question.stages) {
    const condition = findCondition(entry?.conditions ?? [], stage);
    if (condition?.status === 'True' && isCurrent(condition, view.generation)) continue;
    const spoken = isCurrent(condition, view.generation) ? condition : undefined;
    return {
      ...base,
      stage,
      condition: spoken,
      good: false,
      current: atIndex && spoken !== undefined,
      awaiting: spoken?.message ?? `${stage} is not reported yet`,
    };
  }
  const condition = findCondition(entry?.conditions ?? [], last);
  return {
    ...base,
    stage: last,
    condition,
    good: atIndex,
    current: atIndex,
    awaiting: atIndex ? '' : 'its status is of an older resource index',
  };
}

/** How far a cluster has come, as a position in STAGES; past the end when all is good. */
export function progressOf(state: ClusterState): number {
  return state.good ? STAGES.length : STAGES.indexOf(state.stage);
}
