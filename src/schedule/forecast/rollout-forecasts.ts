import { parseDuration } from '../../duration.ts';
import { field, numberAt, stringAt } from '../../fleet/json/json.ts';
import { trackingOf } from '../../fleet/kubefleet/availability.ts';
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { scaledShare } from '../../fleet/kubernetes/scaled-share.ts';
import type { PlannedChange, PlannedRun, RolloutForecast } from '../../report.ts';
import {
  ASSUMED_UNTIL_AVAILABLE,
  MOST_OF_DELETION,
  MOST_OF_STEP,
  MOST_UNTIL_RUN_SEES,
  MOST_UNTIL_SNAPSHOT,
  MOST_UNTIL_TASK_SEEN,
} from './delays.ts';

/** A placement whose clusters are known. */
export interface Rollout {
  readonly placement: KubeObject;
  readonly picked: readonly string[];
  /** The selected objects, as far as they are known. */
  readonly content: readonly KubeObject[];
  /** Absent if it is not known what the clusters have now. */
  readonly change: PlannedChange | undefined;
  /** The runs that the change starts. */
  readonly runs: readonly PlannedRun[];
}

/**
 * Forecasts how the content of a placement will reach its clusters, as far as KubeFleet decides it. Empty if nothing is rolled out: no
 * cluster changes, the placement only reports differences, or it waits for an update run that is not among the manifests. Source:
 * `pkg/controllers/rollout/controller.go` (calculateMaxToRemove, calculateMaxToAdd, isBindingReady) and `pkg/controllers/updaterun/`.
 */
export function rolloutForecasts(rollout: Rollout): readonly RolloutForecast[] {
  const { placement, picked, content, change, runs } = rollout;
  const strategy = field(placement, 'spec', 'strategy');
  if (picked.length === 0 || content.length === 0 || stringAt(strategy, 'applyStrategy', 'type') === 'ReportDiff') return [];
  if (stringAt(strategy, 'type') === 'External')
    return runs.filter(startsNow).map((run) => ofRun(run, paceOf(content), change?.removed.length !== 0));
  if (change === undefined) return [firstRollout(picked.length, rollout), update(picked.length, rollout)];
  if (change.isNew) return [firstRollout(picked.length, rollout)];
  const updated = updatedClusters(change);
  return [
    ...(updated === 0 ? [] : [update(updated, rollout)]),
    ...(change.added.length === 0 ? [] : [firstRollout(change.added.length, rollout)]),
  ];
}

/** How soon KubeFleet sees that a cluster has the content. */
interface Pace {
  /** The most seconds until workloads are available, by the assumption of the forecast; 0 if there are none. */
  readonly available: number;
  /** Whether a cluster becomes ready only after `unavailablePeriodSeconds`. */
  readonly isUntracked: boolean;
}

function paceOf(content: readonly KubeObject[]): Pace {
  const tracking = content.flatMap(objectsWithin).map(({ object }) => trackingOf(object, object));
  return {
    available: tracking.every((each) => each === 'data') ? 0 : ASSUMED_UNTIL_AVAILABLE,
    isUntracked: tracking.includes('untracked'),
  };
}

/** All clusters that do not have the placement yet are updated at once: the budget is only for clusters that have it. */
function firstRollout(clusters: number, { content }: Rollout): RolloutForecast {
  return {
    of: 'firstRollout',
    clusters,
    atOnce: clusters,
    steps: 1,
    seconds: { least: 0, most: MOST_UNTIL_SNAPSHOT + MOST_OF_STEP + paceOf(content).available },
    atOnceAfterFailure: clusters,
  };
}

function update(clusters: number, { placement, picked, content }: Rollout): RolloutForecast {
  const rollingUpdate = field(placement, 'spec', 'strategy', 'rollingUpdate');
  const budget = scaledShare(field(rollingUpdate, 'maxUnavailable') ?? '25%', targetNumber(placement, picked)) ?? 0;
  const atOnce = Math.min(budget, clusters);
  const common = { of: 'update', clusters, atOnce, atOnceAfterFailure: Math.min(budget - 1, clusters) } as const;
  if (budget <= 0) return { ...common, atOnceAfterFailure: 0, steps: 0 };
  const { available, isUntracked } = paceOf(content);
  const steps = Math.ceil(clusters / atOnce);
  const pauses = isUntracked ? (steps - 1) * (numberAt(rollingUpdate, 'unavailablePeriodSeconds') ?? 60) : 0;
  return {
    ...common,
    steps,
    seconds: { least: pauses, most: MOST_UNTIL_SNAPSHOT + steps * (MOST_OF_STEP + available) + pauses },
  };
}

/** The number that percentages of the budget refer to: the requested number of clusters, found or not. */
function targetNumber(placement: KubeObject, picked: readonly string[]): number {
  const { placementType, clusterNames, numberOfClusters } = policyOf(placement);
  if (placementType === 'PickFixed') return clusterNames.length;
  return (placementType === 'PickN' ? numberOfClusters : undefined) ?? picked.length;
}

/** Kept clusters whose content changes. */
function updatedClusters({ kept, resources }: PlannedChange): number {
  const changes = resources === undefined ? [] : [...resources.added, ...resources.changed, ...resources.removed];
  if (changes.some(({ clusters }) => clusters === undefined)) return kept;
  return new Set(changes.flatMap(({ clusters = [] }) => clusters)).size;
}

function startsNow({ errors, notVerified = [], stages }: PlannedRun): boolean {
  return errors.length === 0 && notVerified.length === 0 && stages.some(({ clusters }) => clusters.length > 0);
}

/** @param mayDelete whether clusters may have the placement that are not picked any more */
function ofRun({ object, stages }: PlannedRun, { available }: Pace, mayDelete: boolean): RolloutForecast {
  const batch = available === 0 ? MOST_OF_STEP : MOST_UNTIL_RUN_SEES + MOST_OF_STEP;
  const tasks = stages.flatMap(({ before, after }) => [before, after]);
  const waits = tasks.map((each) => Math.max(0, ...each.map(waitSeconds)));
  const wait = waits.reduce((sum, seconds) => sum + seconds, 0);
  const sizes = stages.map(({ clusters, maxConcurrency }) => Math.min(clusters.length, maxConcurrency));
  const steps = stages.reduce((sum, { clusters, maxConcurrency }) => sum + Math.ceil(clusters.length / maxConcurrency), 0);
  const atOnce = Math.max(...sizes);
  const lookingAtTasks = tasks.filter((each) => each.length > 0).length * MOST_UNTIL_TASK_SEEN;
  const approvals = tasks.flat().filter((task) => task === 'Approval').length;
  return {
    of: 'run',
    run: object,
    clusters: stages.reduce((sum, { clusters }) => sum + clusters.length, 0),
    atOnce,
    steps,
    seconds: { least: wait, most: wait + steps * batch + lookingAtTasks + (mayDelete ? MOST_OF_DELETION : 0) },
    ...(approvals === 0 ? {} : { approvals }),
    atOnceAfterFailure: Math.max(0, atOnce - 1),
  };
}

/** `TimedWait 1h0m0s` in seconds; other tasks end when a person acts. */
function waitSeconds(task: string): number {
  const [type, time = ''] = task.split(' ');
  return type === 'TimedWait' ? (parseDuration(time) ?? 0) / 1000 : 0;
}
