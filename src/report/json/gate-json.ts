import type { ChainLink, Diagnosis, GatedCluster, GatedPlacement, GatedRun, GateReport, Rollback, TimelineEntry } from '../../report.ts';
import { refJson } from './ref-json.ts';

/** The gate part of `report-v1`. */
export function gateJson(gate: GateReport): object {
  const { outcome, message, judgedAt, placements, runs, unplaced, unjudged, idleOverrides, rollback, timeline, earlierChanges } = gate;
  return {
    outcome,
    message,
    judgedAt,
    placements: placements.map(gatedJson),
    runs: runs.map(runJson),
    unplaced: unplaced?.map(({ object, selectedBy }) => ({ object: refJson(object), selectedBy: selectedBy.map(refJson) })),
    unjudged: unjudged?.map(({ object, status, annotation }) => ({ object: refJson(object), status, annotation })),
    idleOverrides: idleOverrides?.map(({ object, why, names }) => ({ object: refJson(object), why, names: names.map(refJson) })),
    rollback: rollback?.map(rollbackJson),
    timeline: timeline.map(timelineJson),
    earlierChanges,
  };
}

function gatedJson(gated: GatedPlacement): object {
  const {
    object,
    verdict,
    summary,
    generation,
    snapshotIndex,
    freshness,
    isAdjusted,
    hubDiffers,
    hasUnplacedFields,
    notVerified,
    toProve,
    clusters,
    groupedBy,
    diagnoses,
  } = gated;
  return {
    object: refJson(object),
    verdict,
    summary,
    generation,
    snapshotIndex,
    freshness,
    isAdjusted,
    hubDiffers,
    hasUnplacedFields,
    notVerified,
    toProve,
    clusters: clusters.map(clusterJson),
    groupedBy,
    diagnoses: diagnoses.map(diagnosisJson),
  };
}

function runJson(run: GatedRun): object {
  const stages = run.stages.map(({ name, verdict, clusters, tasks }) => ({ name, verdict, clusters: clusters.map(clusterJson), tasks }));
  return { ...gatedJson(run), stages };
}

function clusterJson({ name, verdict, stage, since, group, note, forgiven, reached }: GatedCluster): object {
  return { name, verdict, stage, since, group, note, forgiven, reached };
}

function diagnosisJson(diagnosis: Diagnosis): object {
  const { id, title, outcome, cluster, forgiven, object, since, countsAt, evidence, log, chain, explain, remedy, docs, learn, seeAlso } =
    diagnosis;
  return {
    id,
    title,
    outcome,
    cluster,
    forgiven,
    object: object && refJson(object),
    since,
    countsAt,
    evidence,
    log: log && { pod: log.pod, container: log.container, previous: log.previous, text: log.text },
    chain: chain?.map(linkJson),
    explain,
    remedy,
    docs,
    learn,
    seeAlso,
  };
}

function linkJson({ kind, namespace, name, stage, state, since }: ChainLink): object {
  return { kind, namespace, name, stage, state, since };
}

function rollbackJson({ placement, by, message, notes, index, provenBy, manifest, steps, undoes }: Rollback): object {
  const change = undoes && {
    from: undoes.from,
    to: undoes.to,
    added: undoes.added.map(refJson),
    changed: undoes.changed.map(refJson),
    removed: undoes.removed.map(refJson),
  };
  return {
    placement: refJson(placement),
    by,
    message,
    notes,
    index,
    provenBy: provenBy && refJson(provenBy),
    manifest,
    steps,
    undoes: change,
  };
}

function timelineJson({ at, object, cluster, stage, to, reached }: TimelineEntry): object {
  return { at, object: refJson(object), cluster, stage, to, reached };
}
