import { displayName } from '../../fleet/object.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { GatedCluster, GatedRun, Verdict } from '../../report.ts';
import { decisive, shownDiagnoses } from './target-verdict.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { GateMemory } from '../memory.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { RunClusterView, RunView, StageView } from '../view/run.ts';

/**
 * A judged update run as the report shows it.
 * @param pending why it may not pass yet; absent when nothing keeps it
 */
export function gatedRun(
  run: RunView,
  context: PlacementContext | undefined,
  { outcome, found, pending, memory }: GatedRunInput,
): GatedRun {
  const stages = run.stages.map((stage) => toStage(stage, found));
  const { generation } = run.object.metadata;
  return {
    object: run.ref,
    verdict: outcome === 'waitingForPerson' ? 'waiting' : outcome,
    summary: summaryOf(context, outcome, found, pending),
    ...(generation === undefined ? {} : { generation }),
    ...(run.usedIndex === undefined ? {} : { snapshotIndex: run.usedIndex }),
    freshness: context?.freshness.kind === 'fresh' ? context.freshness.proof : 'unproven',
    clusters: stages.flatMap((stage) => stage.clusters),
    diagnoses: shownDiagnoses(found, memory.watching),
    stages,
  };
}

interface GatedRunInput {
  readonly outcome: TargetOutcome;
  readonly found: readonly Diagnosed[];
  readonly pending: string | undefined;
  readonly memory: GateMemory;
}

/** The clusters of the delete stage are on their way out and have no verdict of their own. */
function toStage(stage: StageView, found: readonly Diagnosed[]): GatedRun['stages'][number] {
  const clusters = stage.removes ? [] : stage.clusters.map((cluster) => toCluster(cluster, found));
  return {
    name: stage.name,
    verdict: stageVerdict(stage, found),
    clusters,
    tasks: stage.tasks.map((task) => `${task.type} ${task.when} the stage${task.approval === undefined ? '' : ` (${task.approval})`}`),
  };
}

function stageVerdict(stage: StageView, found: readonly Diagnosed[]): Verdict {
  if (stage.succeeded !== undefined) return stage.succeeded.status === 'True' ? 'passed' : 'failed';
  const names = new Set(stage.clusters.map((cluster) => cluster.name));
  return found.some((entry) => entry.outcome === 'stuck' && names.has(entry.diagnosis.cluster ?? '')) ? 'stuck' : 'waiting';
}

function toCluster(cluster: RunClusterView, found: readonly Diagnosed[]): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === cluster.name);
  const since = cluster.started?.lastTransitionTime;
  const stage = cluster.succeeded !== undefined ? 'Available' : cluster.started !== undefined ? 'RolloutStarted' : 'Scheduled';
  return { name: cluster.name, verdict: clusterVerdict(cluster, mine), stage, ...(since === undefined ? {} : { since }) };
}

function clusterVerdict(cluster: RunClusterView, mine: readonly Diagnosed[]): Verdict {
  if (cluster.succeeded?.status === 'False' || mine.some((entry) => entry.outcome === 'failed')) return 'failed';
  if (mine.some((entry) => entry.outcome === 'stuck')) return 'stuck';
  return cluster.succeeded?.status === 'True' ? 'passed' : 'waiting';
}

function summaryOf(
  context: PlacementContext | undefined,
  outcome: TargetOutcome,
  found: readonly Diagnosed[],
  pending: string | undefined,
): string {
  if (outcome === 'passed') {
    const note = context?.freshness.kind === 'fresh' ? context.freshness.note : '';
    return `succeeded on every cluster; ${note}`;
  }
  const cause = decisive(found);
  if (cause === undefined) return pending ?? 'waiting';
  return `${cause.title}${cause.object === undefined ? '' : ` (${displayName(cause.object)})`}`;
}
