import { displayName } from '../fleet/object.ts';
import type { GatedCluster, GatedRun, Verdict } from '../report.ts';
import { decisive, told } from './effect.ts';
import type { Judged } from './effect.ts';
import type { Identified } from './identified.ts';
import type { GateMemory } from './memory.ts';
import type { PlacementQuestion } from './question.ts';
import type { RunClusterView, RunView, StageView } from './view/run.ts';

/**
 * A judged update run as the report shows it.
 * @param pending why it may not pass yet; absent when nothing keeps it
 */
export function gatedRun(
  run: RunView,
  question: PlacementQuestion | undefined,
  { effect, found, pending, memory }: GatedRunInput,
): GatedRun {
  const stages = run.stages.map((stage) => toStage(stage, found));
  const { generation } = run.object.metadata;
  return {
    object: run.ref,
    verdict: effect === 'human' || effect === 'undecided' ? 'waiting' : effect,
    summary: summaryOf(question, effect, found, pending),
    ...(generation === undefined ? {} : { generation }),
    ...(run.usedIndex === undefined ? {} : { snapshotIndex: run.usedIndex }),
    freshness: question?.freshness.kind === 'fresh' ? question.freshness.proof : 'unproven',
    clusters: stages.flatMap((stage) => stage.clusters),
    diagnoses: told(found, memory.watching),
    stages,
  };
}

interface GatedRunInput {
  readonly effect: Judged['effect'];
  readonly found: readonly Identified[];
  readonly pending: string | undefined;
  readonly memory: GateMemory;
}

/** The clusters of the delete stage are on their way out and have no verdict of their own. */
function toStage(stage: StageView, found: readonly Identified[]): GatedRun['stages'][number] {
  const clusters = stage.removes ? [] : stage.clusters.map((cluster) => toCluster(cluster, found));
  return {
    name: stage.name,
    verdict: stageVerdict(stage, found),
    clusters,
    tasks: stage.tasks.map((task) => `${task.type} ${task.when} the stage${task.approval === undefined ? '' : ` (${task.approval})`}`),
  };
}

function stageVerdict(stage: StageView, found: readonly Identified[]): Verdict {
  if (stage.succeeded !== undefined) return stage.succeeded.status === 'True' ? 'passed' : 'failed';
  const names = new Set(stage.clusters.map((cluster) => cluster.name));
  return found.some((entry) => entry.effect === 'stuck' && names.has(entry.diagnosis.cluster ?? '')) ? 'stuck' : 'waiting';
}

function toCluster(cluster: RunClusterView, found: readonly Identified[]): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === cluster.name);
  const since = cluster.started?.lastTransitionTime;
  const stage = cluster.succeeded !== undefined ? 'Available' : cluster.started !== undefined ? 'RolloutStarted' : 'Scheduled';
  return { name: cluster.name, verdict: clusterVerdict(cluster, mine), stage, ...(since === undefined ? {} : { since }) };
}

function clusterVerdict(cluster: RunClusterView, mine: readonly Identified[]): Verdict {
  if (cluster.succeeded?.status === 'False' || mine.some((entry) => entry.effect === 'fails')) return 'failed';
  if (mine.some((entry) => entry.effect === 'stuck')) return 'stuck';
  return cluster.succeeded?.status === 'True' ? 'passed' : 'waiting';
}

function summaryOf(
  question: PlacementQuestion | undefined,
  effect: Judged['effect'],
  found: readonly Identified[],
  pending: string | undefined,
): string {
  if (effect === 'passed') {
    const note = question?.freshness.kind === 'fresh' ? question.freshness.note : '';
    return `succeeded on every cluster; ${note}`;
  }
  const cause = decisive(found);
  if (cause === undefined) return pending ?? 'waiting';
  return `${cause.title}${cause.object === undefined ? '' : ` (${displayName(cause.object)})`}`;
}
