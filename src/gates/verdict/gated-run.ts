import { displayName } from '../../fleet/kubernetes/object.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { GatedCluster, GatedRun, Verdict } from '../../report.ts';
import { withChains } from './chain.ts';
import { BY_STAGE } from './cluster-groups.ts';
import { forgivenText, type Forgiveness } from './forgiveness.ts';
import { reservations, toProve } from './gated-placement.ts';
import { goodVerdict } from './good-cluster.ts';
import { reachedDespiteFault } from './reached-despite-fault.ts';
import { notInRun } from '../observations/run/not-in-run.ts';
import { listed } from '../../fleet/text/listed.ts';
import { sinceOnHub } from './since-on-hub.ts';
import { decisive, shownDiagnoses } from './target-verdict.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import { hasLeft } from '../rollout/has-left.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { RunClusterView, RunView, StageView } from '../view/run.ts';

/**
 * A judged update run in the form of the report.
 * @param pending why it may not pass yet; absent if nothing prevents it
 */
export function gatedRun(
  run: RunView,
  context: PlacementContext | undefined,
  { outcome, found, forgiven, pending }: GatedRunInput,
): GatedRun {
  const isLost = outcome === 'superseded' && context?.freshness.kind !== 'fresh';
  const judged = run.succeeded?.status === 'False' || isLost ? undefined : context;
  const stages = run.stages.map((stage) => toStage(run, stage, { found, forgiven }, judged));
  const clusters = stages.flatMap((stage) => stage.clusters);
  const { generation } = run.object.metadata;
  return {
    object: run.ref,
    verdict: verdictOf(outcome, clusters),
    summary: summaryOf(run, context, { outcome, found, forgiven, pending }),
    ...(generation === undefined ? {} : { generation }),
    ...(run.usedIndex === undefined ? {} : { snapshotIndex: run.usedIndex }),
    freshness: context?.freshness.kind === 'fresh' ? context.freshness.proof : 'unproven',
    ...(context === undefined ? {} : { ...reservations(context), ...toProve(context) }),
    clusters,
    ...(clusters.length === 0 ? {} : { groupedBy: BY_STAGE }),
    diagnoses: context === undefined ? shownDiagnoses(found) : withChains(shownDiagnoses(found), context),
    stages,
  };
}

interface GatedRunInput extends Forgiveness {
  readonly outcome: TargetOutcome;
  readonly pending: string | undefined;
}

function verdictOf(outcome: TargetOutcome, clusters: readonly GatedCluster[]): Verdict {
  if (outcome === 'waitingForPerson') return 'waiting';
  return outcome === 'passed' && clusters.some(({ verdict }) => verdict === 'notVerified') ? 'notVerified' : outcome;
}

/**
 * The clusters of the delete stage are being removed and have no verdict of their own.
 * @param judged the input by which finished clusters are judged; absent if the run has ended and only its own status is left
 */
function toStage(
  run: RunView,
  stage: StageView,
  forgiveness: Forgiveness,
  judged: PlacementContext | undefined,
): GatedRun['stages'][number] {
  const clusters = stage.removes
    ? []
    : stage.clusters.map((cluster) => ({ ...toCluster(run, cluster, forgiveness, judged), group: stage.name }));
  return {
    name: stage.name,
    verdict: stageVerdict(run, stage, forgiveness.found),
    clusters,
    tasks: stage.tasks.map((task) => `${task.type} ${task.when} the stage${task.approval === undefined ? '' : ` (${task.approval})`}`),
  };
}

function stageVerdict(run: RunView, stage: StageView, found: readonly Diagnosed[]): Verdict {
  if (stage.succeeded !== undefined) return stage.succeeded.status === 'True' ? 'passed' : 'failed';
  const names = new Set(stage.clusters.map((cluster) => cluster.name));
  return found.some((entry) => entry.outcome === 'stuck' && names.has(entry.diagnosis.cluster ?? '')) ? 'stuck' : openVerdict(run);
}

/** After a run ended without success, nothing more will come: it is not known whether clusters that it did not reach have this content. */
function openVerdict({ succeeded, initialized }: RunView): Verdict {
  return succeeded?.status === 'False' || initialized?.status === 'False' ? 'notVerified' : 'waiting';
}

function toCluster(
  run: RunView,
  cluster: RunClusterView,
  { found, forgiven }: Forgiveness,
  judged: PlacementContext | undefined,
): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === cluster.name);
  const isForgiven = forgiven.has(cluster.name);
  const verdict = isForgiven ? 'failed' : clusterVerdict(run, cluster, { mine, isLost: found.some(isOfLostPlacement) }, judged);
  const broken = verdict === 'passed' || judged === undefined ? undefined : stateOf(cluster, judged);
  const isFinished = cluster.succeeded !== undefined;
  const unverified = verdict === 'notVerified' && judged !== undefined ? stateOf(cluster, judged)?.unverified : undefined;
  const note = isLeftBehind(run, cluster, judged) ? 'it has left the fleet since' : unverified;
  const step = isFinished ? (broken?.step ?? 'Available') : cluster.started === undefined ? 'Scheduled' : stepUnderWay(cluster, judged);
  const since =
    broken?.good === false && isFinished && judged !== undefined ? sinceOnHub(judged, broken) : cluster.started?.lastTransitionTime;
  return {
    name: cluster.name,
    verdict,
    stage: step,
    ...(since === undefined ? {} : { since }),
    ...(isForgiven ? { forgiven: true } : {}),
    ...(note === undefined ? {} : { note }),
    ...(isFinished ? reachedDespiteFault(verdict, broken) : {}),
  };
}

/** The run itself only reports that it started. The cluster's progress since then is in its binding, if that is about this content. */
function stepUnderWay(cluster: RunClusterView, judged: PlacementContext | undefined): RolloutStep {
  const state = judged?.freshness.kind === 'fresh' ? stateOf(cluster, judged) : undefined;
  return state?.current === true ? state.step : 'RolloutStarted';
}

function clusterVerdict(
  run: RunView,
  cluster: RunClusterView,
  { mine, isLost }: { readonly mine: readonly Diagnosed[]; readonly isLost: boolean },
  judged: PlacementContext | undefined,
): Verdict {
  if (cluster.succeeded?.status === 'False' || mine.some((entry) => entry.outcome === 'failed')) return 'failed';
  if (mine.some((entry) => entry.outcome === 'stuck')) return 'stuck';
  if (cluster.succeeded?.status !== 'True') return openVerdict(run);
  if (isLost) return 'notVerified';
  if (mine.some((entry) => entry.outcome === 'suspect')) return openVerdict(run);
  return judged === undefined ? 'passed' : finishedVerdict(run, cluster, judged);
}

/** If the placement is removed, the content that the run brought is removed too. */
function isOfLostPlacement({ diagnosis, outcome }: Diagnosed): boolean {
  const isLost = diagnosis.id === 'run-placement-deleted' || diagnosis.id === 'placement-deleting';
  return isLost && (outcome === 'failed' || outcome === 'suspect');
}

/**
 * A run may have finished a cluster with other content. While it continues, bindings show the cluster's state; if they cannot be read, it
 * is not known.
 */
function finishedVerdict(run: RunView, cluster: RunClusterView, judged: PlacementContext): Verdict {
  if (judged.freshness.kind !== 'fresh') return 'notVerified';
  if (judged.view.bindings === undefined && run.succeeded === undefined) return 'notVerified';
  if (isLeftBehind(run, cluster, judged)) return 'notVerified';
  const state = stateOf(cluster, judged);
  return state?.good === true ? goodVerdict(judged, state) : 'waiting';
}

/** The content that a run brought to a cluster which has left the fleet cannot be read any more. */
function isLeftBehind(run: RunView, cluster: RunClusterView, judged: PlacementContext | undefined): boolean {
  return run.succeeded?.status === 'True' && judged !== undefined && hasLeft(cluster.name, judged);
}

function stateOf(cluster: RunClusterView, { clusters }: PlacementContext): ClusterState | undefined {
  return clusters.find((state) => state.cluster === cluster.name);
}

/** Names of clusters in one line. */
const MOST_NAMES = 3;

function summaryOf(run: RunView, context: PlacementContext | undefined, { outcome, found, forgiven, pending }: GatedRunInput): string {
  if (outcome === 'passed') {
    const note = context?.freshness.kind === 'fresh' ? context.freshness.note : '';
    const hasLost = run.stages.some((stage) => stage.clusters.some((cluster) => isLeftBehind(run, cluster, context)));
    const where = forgiven.size > 0 ? '' : hasLost ? ' on every cluster that is still in the fleet' : ' on every cluster';
    const others = context === undefined ? [] : notInRun(run, context).map(({ cluster }) => cluster);
    const shown =
      others.length === 0
        ? where
        : ` on its clusters, and ${listed(others, MOST_NAMES)} ${others.length === 1 ? 'is not one' : 'are none'} of them`;
    return `succeeded${shown}; ${forgivenText(forgiven)}${note}`;
  }
  const cause = decisive(found);
  if (cause === undefined) return pending ?? 'waiting';
  return `${cause.title}${cause.object === undefined ? '' : ` (${displayName(cause.object)})`}`;
}
