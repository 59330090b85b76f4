import type {
  ChangedResource,
  PlannedChange,
  PlannedDiff,
  PlannedDiffs,
  PlannedOverride,
  PlannedPlacement,
  PlannedRun,
  RolloutForecast,
  PlanReport,
  UnverifiedDiff,
} from '../../report.ts';
import { refJson } from './ref-json.ts';
import { unevaluatedJson } from './unevaluated-json.ts';

/** The plan part of `report-v1`. */
export function planJson({ clusters, assumptions, placements, deleted, notEvaluated, diff }: PlanReport): object {
  return {
    clusters,
    assumptions,
    placements: placements.map(plannedJson),
    deleted: deleted?.map((gone) => ({
      object: refJson(gone.object),
      overlay: gone.overlay,
      unknown: gone.unknown,
      clusters: gone.clusters,
      resources: gone.resources.map(refJson),
      runs: gone.runs?.map(refJson),
      runsUnderWay: gone.runsUnderWay,
      replacedBy: gone.replacedBy && refJson(gone.replacedBy),
      byRun: gone.byRun,
      diff: gone.diff?.map(diffJson),
      diffNotVerified: gone.diffNotVerified?.map(unverifiedJson),
    })),
    notEvaluated: notEvaluated?.map(unevaluatedJson),
    diff: diff && diffsJson(diff),
  };
}

function plannedJson(placement: PlannedPlacement): object {
  const { object, policy, scheduled, reason, unknown, wanted, picked, unpicked, resources, refused, refusedResources, open, notVerified } =
    placement;
  const { snapshots, change, diff, diffNotVerified, overrides, runs, forecasts, overlay } = placement;
  return {
    object: refJson(object),
    overlay,
    policy,
    scheduled,
    reason,
    unknown,
    wanted,
    picked,
    unpicked: unpicked.map(reasonJson),
    resources: resources.map(refJson),
    refused,
    refusedResources: refusedResources?.map(refJson),
    open: open?.map(({ resource, reason: why, absent }) => ({ resource: resource && refJson(resource), reason: why, absent })),
    notVerified,
    snapshots,
    change: change && changeJson(change),
    diff: diff?.map(diffJson),
    diffNotVerified: diffNotVerified?.map(unverifiedJson),
    overrides: overrides?.map(overrideJson),
    runs: runs?.map(runJson),
    forecasts: forecasts?.map(forecastJson),
  };
}

function changeJson({
  isNew,
  added,
  removed,
  leftFleet,
  kept,
  byRun,
  reasons,
  resources,
  evicted,
  reevaluatedFor,
  refused,
  warnings,
}: PlannedChange): object {
  return {
    isNew,
    added,
    removed,
    leftFleet,
    kept,
    byRun,
    reasons: reasons?.map(reasonJson),
    resources: resources && {
      added: resources.added.map(resourceJson),
      changed: resources.changed.map(resourceJson),
      removed: resources.removed.map(resourceJson),
    },
    evicted: evicted?.map(({ cluster, reason }) => ({ cluster, reason })),
    reevaluatedFor,
    refused,
    warnings,
  };
}

function reasonJson({ cluster, plugin, reason }: PlannedPlacement['unpicked'][number]): object {
  return { cluster, plugin, reason };
}

function resourceJson({ resource, reason, clusters, replacedBy }: ChangedResource): object {
  return { resource: refJson(resource), reason, clusters, replacedBy: replacedBy && refJson(replacedBy) };
}

function diffJson({ resource, clusters, what, movedFrom, lines, omitted }: PlannedDiff): object {
  return { resource: refJson(resource), clusters, what, movedFrom: movedFrom && refJson(movedFrom), lines, omitted };
}

function unverifiedJson({ resource, clusters, reason }: UnverifiedDiff): object {
  return { resource: resource && refJson(resource), clusters, reason };
}

function diffsJson({ cluster, objects, clusters, omitted, unlisted, notVerified }: PlannedDiffs): object {
  return { cluster, objects, clusters, omitted, unlisted, notVerified };
}

function overrideJson({ object, clusters, resources, removed, failures, mayFail, refused }: PlannedOverride): object {
  return {
    object: refJson(object),
    clusters,
    resources: resources.map(refJson),
    removed: removed.map((entry) => ({ resource: refJson(entry.resource), clusters: entry.clusters })),
    failures: failures.map((entry) => ({ resource: refJson(entry.resource), clusters: entry.clusters, error: entry.error })),
    mayFail: mayFail?.map(({ resource, clusters: on, error, unless }) => ({ resource: refJson(resource), clusters: on, error, unless })),
    refused,
  };
}

function runJson({ object, errors, notVerified, added, stages }: PlannedRun): object {
  return {
    object: refJson(object),
    errors,
    notVerified,
    added,
    stages: stages.map(({ name, clusters, maxConcurrency, before, after }) => ({ name, clusters, maxConcurrency, before, after })),
  };
}

function forecastJson(forecast: RolloutForecast): object {
  const { of, run, clusters, atOnce, steps, seconds, approvals, atOnceAfterFailure } = forecast;
  return {
    of,
    run: run && refJson(run),
    clusters,
    atOnce,
    steps,
    seconds: seconds && { least: seconds.least, most: seconds.most },
    approvals,
    atOnceAfterFailure,
  };
}
