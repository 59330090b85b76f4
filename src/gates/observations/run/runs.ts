import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { refOf } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import type { BindingView } from '../../view/binding.ts';
import { viewRun } from '../../view/run.ts';
import type { RunView } from '../../view/run.ts';
import { isActiveRun, runsOf } from '../../view/runs-of.ts';
import { isCurrent } from '../../view/seen.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { correctedSince } from './corrected-since.ts';
import { clustersInFlight } from './clusters-in-flight.ts';
import { taskObservations } from './approvals.ts';
import { msSinceLatest } from '../failing-since.ts';
import type { Moment } from '../failing-since.ts';
import { lostPlacementObservations, placementUnderRun } from './placement-under-run.ts';
import { evidenceOfOwnMove, preemptionOf } from './preemption.ts';
import { renewedBinding } from './renewed-binding.ts';
import { quote } from '../placement/scheduling.ts';
import { stuckClusters } from './stuck-clusters.ts';

/** Observations from an update run's own status. Terminal conditions are used at any generation (KubeFleet pkg/controllers/updaterun). */
export function runObservations(hub: HubState, run: RunView): readonly Observation[] {
  const { initialized, progressing, succeeded } = run;
  const base = { scope: 'run', step: 'RolloutStarted', target: run.ref, object: run.ref } as const;
  if (initialized?.status === 'False') {
    const corrected = correctedSince(hub, run);
    const words = { placementName: run.placementName, ...(corrected === undefined ? {} : { corrected }), ...stoppedWord(run) };
    return [{ ...base, condition: initialized, evidence: [quote(initialized), corrected ?? ''], words }];
  }
  if (succeeded?.status === 'False') {
    const preemption = preemptionOf(hub, run);
    const renewed = preemption === undefined ? renewedBinding(hub, run) : undefined;
    const own = preemption === undefined && renewed === undefined ? evidenceOfOwnMove(hub, run) : undefined;
    const words = {
      placement: placementUnderRun(hub, run),
      winner: preemption?.winner ?? 'another update run',
      ...(preemption?.isWinnerOlder === true ? { isWinnerOlder: 'true' } : {}),
      ...(renewed === undefined ? {} : { renewed: renewed.cluster }),
      ...(own === undefined ? {} : { own: 'true' }),
    };
    return [{ ...base, condition: succeeded, evidence: [quote(succeeded), (preemption ?? renewed)?.evidence ?? own ?? ''], words }];
  }
  if (succeeded?.status === 'True') return lostPlacementObservations(hub, run);
  if (initialized === undefined) {
    const lastedMs = msSinceLatest(hub, run.object.metadata.creationTimestamp);
    return [{ ...base, fact: 'run-unanswered', evidence: ['status has no Initialized condition'], lastedMs }];
  }
  const lost = lostPlacementObservations(hub, run);
  if (lost.length > 0) return lost;
  if (progressing === undefined)
    return run.state === 'Initialize' ? [{ ...base, fact: 'run-not-started', evidence: ['spec.state is Initialize'] }] : [];
  if (!isCurrent(progressing, run.object.metadata.generation)) return [];
  if (progressing.reason === 'UpdateRunStopped' || progressing.reason === 'UpdateRunStopping') {
    const removing = new Set(run.stages.flatMap(({ removes, clusters }) => (removes ? clusters : [])));
    const inFlight = clustersInFlight(run);
    const open = inFlight.filter((cluster) => !removing.has(cluster)).map(({ name }) => name);
    const evidence = inFlight.map((cluster) =>
      removing.has(cluster) ? `objects are still being removed from ${cluster.name}` : `${cluster.name} is still being updated`,
    );
    const words = open.length === 0 ? {} : { open: listed(open, NAMED) };
    return [{ ...base, condition: progressing, evidence: [quote(progressing), ...evidence], words }];
  }
  if (progressing.reason === 'UpdateRunStuck') return stuckObservations(run, hub.now);
  const known = progressing.status === 'True' || progressing.reason === 'UpdateRunWaiting';
  return known ? taskObservations(hub, run) : [{ ...base, condition: progressing, evidence: [quote(progressing)] }];
}

/** Whether a copy of the run would not start. */
export function stoppedWord({ state }: RunView): { readonly isStopped?: 'true' } {
  return state === 'Stop' ? { isStopped: 'true' } : {};
}

/** The number of clusters that are named. */
const NAMED = 5;

/**
 * Another run on the same placement: the run that moves a cluster last has it, even if it is older (KubeFleet
 * pkg/controllers/updaterun/execution.go).
 */
export function concurrentObservations(hub: HubState, run: RunView, context: PlacementContext): readonly Observation[] {
  if (!isActiveRun(run.object)) return [];
  return otherActiveRuns(hub, run, context).map((other) => ({
    scope: 'run',
    step: 'RolloutStarted',
    fact: 'run-concurrent',
    target: run.ref,
    object: other,
    evidence: [`${other.name} names the same placement`],
  }));
}

/**
 * A retry with content that has already failed on a cluster. KubeFleet skips the cluster without marking it started, so the timer for
 * "stuck" never starts. The run continues after the binding is good (KubeFleet pkg/controllers/updaterun). A healthy run may also show no
 * change for minutes, so a False condition of the binding is required.
 */
export function stalledObservations(hub: HubState, run: RunView, context: PlacementContext): readonly Observation[] {
  if (run.progressing?.status !== 'True' || context.freshness.kind !== 'fresh' || otherActiveRuns(hub, run, context).length > 0) return [];
  const stage = run.stages.find((found) => found.succeeded === undefined);
  if (stage === undefined || stage.clusters.some((cluster) => cluster.started !== undefined && cluster.succeeded === undefined)) return [];
  return stage.clusters.flatMap((cluster): readonly Observation[] => {
    const state = context.clusters.find((found) => found.cluster === cluster.name);
    const failed =
      cluster.started === undefined && state?.current === true && state.binding !== undefined ? failedCondition(state.binding) : undefined;
    if (failed === undefined) return [];
    return [
      {
        scope: 'run',
        step: 'Applied',
        fact: 'run-stalled',
        target: run.ref,
        object: run.ref,
        cluster: cluster.name,
        evidence: [`${cluster.name} was never started`, quote(failed)],
        lastedMs: msSinceLatest(hub, run.progressing?.lastTransitionTime, failed.lastTransitionTime, ...endsOfOthers(hub, run, context)),
      },
    ];
  });
}

/** After another run ended, this one may still need time to continue its work. */
function endsOfOthers(hub: HubState, run: RunView, context: PlacementContext): readonly Moment[] {
  return (runsOf(hub, context.view.object) ?? [])
    .filter((other) => other.metadata.name !== run.ref.name)
    .map((other) => viewRun(other))
    .flatMap(({ succeeded, initialized }) => succeeded?.lastTransitionTime ?? initialized?.lastTransitionTime ?? []);
}

/** The clusters that hold up the run; the run itself if its status names none. */
function stuckObservations(run: RunView, now: Date): readonly Observation[] {
  const evidence = run.progressing === undefined ? [] : [quote(run.progressing)];
  const base = { scope: 'run', step: 'Applied', fact: 'run-stuck-cluster', target: run.ref, object: run.ref, evidence } as const;
  const clusters = stuckClusters(run, now);
  return clusters.length === 0 ? [base] : clusters.map((cluster) => ({ ...base, cluster }));
}

function otherActiveRuns(hub: HubState, run: RunView, context: PlacementContext): readonly ReturnType<typeof refOf>[] {
  const runs = runsOf(hub, context.view.object) ?? [];
  return runs
    .filter((other) => other.metadata.name !== run.ref.name && isActiveRun(other) && other['status'] !== undefined)
    .filter(isStarted)
    .map(refOf);
}

function isStarted(run: { readonly [field: string]: unknown }): boolean {
  const spec = run['spec'];
  return typeof spec === 'object' && spec !== null && 'state' in spec && spec.state === 'Run';
}

function failedCondition(binding: BindingView): ReturnType<typeof findCondition> {
  return ['Overridden', 'WorkSynchronized', 'Applied', 'Available', 'DiffReported']
    .map((type) => findCondition(binding.conditions, type))
    .find((condition) => condition?.status === 'False' && isCurrent(condition, binding.generation));
}
