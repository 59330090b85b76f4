import { spanText } from '../../../duration.ts';
import { pendingOverride } from '../../rollout/behind-deploy.ts';
import type { ClusterState, UnlikeSnapshot } from '../../rollout/cluster-state.ts';
import type { Reason } from '../../../fleet/kubefleet/reasons.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { LeavingCluster } from '../../view/leaving.ts';
import { contentMoments, msSinceOnMember, msSinceLatest, shorter } from '../failing-since.ts';
import { crashedSince, failedJobs } from '../member/member-causes.ts';
import { leavingFrom } from '../placement/leaving-from.ts';
import { leavingText, remainsOf, silentAgent } from '../placement/remains.ts';
import { lostOverride } from './lost-override.ts';
import { manifestObservations } from './manifests.ts';
import { isCurrent } from '../../view/seen.ts';
import { quote } from '../placement/scheduling.ts';
import { isUndecided, mayStillMove } from '../placement/undecided.ts';
import { memberObservations } from './member-observations.ts';
import { onCluster } from './on-cluster.ts';

/**
 * The problems on each cluster. A failure is final only if it is about the judged content. Problems of content come before problems of
 * members, regardless of the names of the clusters: a reader must first see what the deploy itself brought.
 */
export function clusterObservations(context: PlacementContext): readonly Observation[] {
  return [
    ...unsynchronized(context),
    ...context.clusters.flatMap((state) => contentProblems(context, state)),
    ...context.clusters.flatMap((state) => memberObservations(context, state)),
    ...leavingFrom(context).map((leaving) => leavingObservation(context, leaving)),
  ];
}

function leavingObservation(context: PlacementContext, { cluster, evidence, since, awaitsRun, isGivenUp }: LeavingCluster): Observation {
  const { view, hub, options } = context;
  const age = msSinceLatest(hub, since) ?? 0;
  const isLate = age > options.grace.removal;
  const held = isLate ? remainsOf(hub, view.ref).flatMap((left) => (left.cluster === cluster ? left.evidence : [])) : [];
  return {
    scope: 'cluster',
    step: 'RolloutStarted',
    fact: 'binding-leaving',
    target: view.ref,
    cluster,
    object: view.ref,
    evidence: [evidence, ...held, ...silentAgent(context, cluster)],
    words: { awaitsRun: String(awaitsRun), isGivenUp: String(isGivenUp), ...(isLate ? { late: spanText(age) } : {}) },
  };
}

/** Works that cannot be written, if nothing but the condition of the placement shows it. */
function unsynchronized(context: PlacementContext): readonly Observation[] {
  const { view, hub, clusters, freshness } = context;
  const condition = view.conditions.get('WorkSynchronized');
  if (condition?.status !== 'False' || !isCurrent(condition, view.generation) || view.bindings !== undefined) return [];
  if (clusters.some((state) => state.condition?.status === 'False' || (!state.good && listedFailures(context, state).length > 0)))
    return [];
  const lastedMs = msSinceLatest(hub, condition.lastTransitionTime, ...contentMoments(context, undefined));
  const base = { scope: 'placement', step: 'WorkSynchronized', fact: 'works-unwritten', target: view.ref, object: view.ref } as const;
  const seen = { ...base, condition, evidence: [quote(condition)], lastedMs };
  return [freshness.kind === 'fresh' ? seen : { ...seen, behind: true }];
}

/** The main one is the lowest object that has a cause. */
function contentProblems(context: PlacementContext, state: ClusterState): readonly Observation[] {
  return [
    ...contentOn(context, state),
    ...(state.current ? failedJobs(context, state) : []),
    ...(state.good ? crashedSince(context, state) : []),
  ];
}

function contentOn(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { condition, step } = state;
  if (state.good) return [];
  const lost = lostOverride(context, state);
  if (lost !== undefined) return [state.current ? lost : { ...lost, behind: true }];
  if (context.freshness.kind !== 'fresh') return listedFailures(context, state);
  if (state.unlikeSnapshot !== undefined) return [unlikeSnapshot(context, state, state.unlikeSnapshot)];
  if (!state.current && !isUnanswered(context, state))
    return isHeldBack(context, state) ? heldBack(context, state) : listedFailures(context, state);
  if (isUnanswered(context, state)) return [unanswered(context, state)];
  const manifests = step === 'Applied' || step === 'Available' || step === 'DiffReported' ? manifestObservations(context, state) : [];
  const isExplainedByWorks = condition === undefined || condition.status !== 'False' || OF_WORKS.has(condition.reason);
  if (manifests.length > 0 && (isExplainedByWorks || manifests.some((seen) => seen.condition?.type === step))) return manifests;
  if (isExplainedByWorks && areWorksAhead(state)) return [statusBehindWorks(context, state)];
  return condition === undefined || (isUndecided(state) && isTurnToCome(context)) ? [] : [onCluster(context, state)];
}

/**
 * The placement's status has no condition that explains why the cluster waits, and nothing moves: the hub agent has not processed its
 * binding, or has not made one.
 */
function isUnanswered(context: PlacementContext, state: ClusterState): boolean {
  const { view, clusters } = context;
  if (!isWithoutTurn(state) || view.external || view.bindings === undefined) return false;
  if (context.deployed.some((object) => object.state === 'pending')) return false;
  // A cluster that only waits for an override is an observation of that override.
  if (state.binding !== undefined && pendingOverride(context, state.binding) !== undefined) return false;
  return !mayStillMove({ ...context, clusters: clusters.filter((other) => !isWithoutTurn(other)) });
}

function isWithoutTurn({ step, condition, good }: ClusterState): boolean {
  return !good && step === 'RolloutStarted' && condition === undefined;
}

function unanswered({ view }: PlacementContext, { cluster, step, binding, awaiting }: ClusterState): Observation {
  const named = binding === undefined ? [] : [`binding ${binding.name} is at generation ${String(binding.generation)}`];
  return {
    scope: 'cluster',
    step,
    fact: 'rollout-undecidable',
    target: view.ref,
    cluster,
    object: view.ref,
    evidence: [awaiting, ...named],
    words: { undecided: 'unanswered' },
  };
}

/** No condition shows it: the binding reports that its Works are synchronized. */
function unlikeSnapshot(context: PlacementContext, state: ClusterState, unlike: UnlikeSnapshot): Observation {
  const { view } = context;
  const { cluster, step, binding, awaiting, leavingWork } = state;
  const named = binding === undefined ? [] : [`binding ${binding.name} reports that its Works are synchronized`];
  const seen = leavingWork === undefined ? [awaiting] : [leavingText(leavingWork.object), ...silentAgent(context, cluster)];
  const evidence = [...seen, ...named];
  return {
    scope: 'cluster',
    step,
    fact: 'works-unlike-snapshot',
    target: view.ref,
    cluster,
    object: view.ref,
    evidence,
    words: { unlike },
  };
}

/** Reasons for which a binding has not reached a step and which its Works explain. They do not explain other reasons. */
const OF_WORKS: ReadonlySet<string> = new Set<Reason>([
  'ApplyInProgress',
  'NotAllWorkHaveBeenApplied',
  'NotAllWorkAreAvailable',
  'DiffReportInProgress',
  'NotAllWorkHaveDiffReported',
]);

/** The cluster was not moved yet, and the placement's status says so about the newest content. */
function isHeldBack(context: PlacementContext, state: ClusterState): boolean {
  const { view, freshness } = context;
  return (
    !view.external &&
    state.step === 'RolloutStarted' &&
    state.condition !== undefined &&
    freshness.kind === 'fresh' &&
    view.observedIndex === freshness.index
  );
}

function heldBack(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const seen = onCluster(context, state);
  if (!isUndecided(state)) return [seen];
  return isTurnToCome(context) ? [] : [{ ...seen, fact: 'rollout-undecidable' }];
}

/**
 * A cluster that waits for its turn beside moving ones is undecided too, so this is a problem only if no cluster moves. Under External, an
 * undecided cluster waits for an update run.
 */
function isTurnToCome(context: PlacementContext): boolean {
  return context.view.external || mayStillMove(context);
}

function statusBehindWorks(context: PlacementContext, state: ClusterState): Observation {
  const seen = onCluster(context, state);
  const answered = (state.works ?? []).flatMap((work) => [work.applied, work.available, work.diffReported]);
  const newest = answered.flatMap((condition) => condition?.lastTransitionTime ?? []).toSorted();
  const lastedMs = shorter(seen.lastedMs, msSinceOnMember(context, state.cluster, newest.at(-1)));
  if (lastedMs === undefined || lastedMs >= BUSY) return { ...seen, fact: 'status-behind-works', lastedMs };
  return { ...seen, evidence: [...seen.evidence, 'every Work of it has got past this stage'], words: { answered: 'true' } };
}

/** A busy hub agent may need this long to copy the status of Works, in ms. */
const BUSY = 60_000;

/** The binding's status can stay outdated although every Work is good (KubeFleet issue 558). */
function areWorksAhead(state: ClusterState): boolean {
  const works = state.works ?? [];
  if (state.condition?.status !== 'False' || works.length === 0) return false;
  if (state.step === 'DiffReported') return works.every((work) => work.diffReported?.status === 'True');
  const isApplied = works.every((work) => work.applied?.status === 'True');
  if (state.step === 'Applied') return isApplied;
  return state.step === 'Available' && isApplied && works.every((work) => work.available?.status === 'True');
}

/**
 * The failed objects that the placement's status lists for a cluster. A single evaluation uses them if it can see nothing closer to the
 * objects. It is not known which content they belong to: the status may be of an earlier deploy. So they are reported as probable causes
 * and never fail the gate.
 */
function listedFailures(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { memory, view } = context;
  if (memory.watching || view.bindings !== undefined || view.works !== undefined) return [];
  return manifestObservations(context, state).map(({ lastedMs: _lasting, ...seen }) => ({
    ...seen,
    behind: true,
    evidence: [...seen.evidence, 'from the status of the placement: of which content it is cannot be seen'],
  }));
}
