import type { GatedCluster, GatedPlacement, Verdict } from '../report.ts';
import type { ClusterState } from './cluster-state.ts';
import { decisive, told } from './effect.ts';
import type { Judged } from './effect.ts';
import type { Identified } from './identified.ts';
import type { PlacementQuestion } from './question.ts';

/**
 * A judged placement as the report shows it.
 * @param pending why it may not pass yet; absent when nothing keeps it
 */
export function gatedPlacement(
  question: PlacementQuestion,
  effect: Judged['effect'],
  found: readonly Identified[],
  pending: string | undefined,
): GatedPlacement {
  const { view, freshness } = question;
  const clusters = question.clusters.map((state) => gatedCluster(question, state, found));
  return {
    object: view.ref,
    verdict: verdictOf(effect, clusters, found),
    summary: summaryOf(question, effect, found, pending),
    ...(view.generation === undefined ? {} : { generation: view.generation }),
    ...(view.observedIndex === undefined ? {} : { snapshotIndex: view.observedIndex }),
    freshness: freshness.kind === 'fresh' ? freshness.proof : 'unproven',
    clusters,
    diagnoses: told(found, question.memory.watching),
  };
}

function gatedCluster(question: PlacementQuestion, state: ClusterState, found: readonly Identified[]): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === state.cluster);
  const since = state.condition?.lastTransitionTime;
  const verdict = clusterVerdict(question, state, mine);
  return { name: state.cluster, verdict, stage: state.stage, ...(since === undefined ? {} : { since }) };
}

function clusterVerdict(question: PlacementQuestion, state: ClusterState, mine: readonly Identified[]): Verdict {
  if (mine.some((entry) => entry.effect === 'fails')) return 'failed';
  if (mine.some((entry) => entry.effect === 'stuck')) return 'stuck';
  if (!state.good || mine.some((entry) => entry.effect === 'suspect')) return 'waiting';
  const blind =
    state.binding?.conditions.some(
      (condition) => condition.type === 'Available' && condition.reason === 'NotAllWorkAreAvailabilityTrackable',
    ) === true;
  return blind && question.stages.includes('Available') ? 'notVerified' : 'passed';
}

function verdictOf(effect: Judged['effect'], clusters: readonly GatedCluster[], found: readonly Identified[]): Verdict {
  if (effect === 'failed' && found.every((entry) => entry.effect !== 'fails' || entry.diagnosis.id === 'eviction-not-executed')) {
    return clusters.every((cluster) => cluster.verdict === 'passed') ? 'passed' : 'waiting';
  }
  if (effect === 'human' || effect === 'undecided') return 'waiting';
  if (effect !== 'passed') return effect;
  return clusters.some((cluster) => cluster.verdict === 'notVerified') ? 'notVerified' : 'passed';
}

function summaryOf(
  question: PlacementQuestion,
  effect: Judged['effect'],
  found: readonly Identified[],
  pending: string | undefined,
): string {
  if (effect === 'passed') {
    const count = question.clusters.length;
    const note = question.freshness.kind === 'fresh' ? question.freshness.note : '';
    return `good on ${String(count)} ${count === 1 ? 'cluster' : 'clusters'}; ${note}`;
  }
  const cause = effect === 'undecided' ? undefined : decisive(found);
  if (cause === undefined) return pending ?? 'waiting';
  // How many others is for the report to count: a number here would be news at every poll.
  const others = found.some(({ diagnosis: { id, cluster } }) => id === cause.id && cluster !== cause.cluster) ? ' and others' : '';
  return `${cause.title}${cause.cluster === undefined ? '' : ` (${cause.cluster}${others})`}`;
}
