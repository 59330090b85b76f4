import type { Assumption, Finding } from '../../finding.ts';
import type {
  ApprovalReport,
  BadObject,
  ChainLink,
  Diagnosis,
  DoctorCheck,
  DoctorReport,
  GatedCluster,
  GatedPlacement,
  GatedRun,
  GateReport,
  JudgedApproval,
  Rollback,
  LintReport,
  Report,
  Removal,
  ReadyReport,
  TimelineEntry,
  ReportSettings,
  WatchReport,
} from '../../report.ts';
import { jsonText } from '../facts/words/json-text.ts';
import { planJson } from './plan-json.ts';
import { unevaluatedJson } from './unevaluated-json.ts';
import { refJson } from './ref-json.ts';

/** `report-v1`: exactly the contract's keys in the contract's order, two spaces; absent parts stay absent. */
export function renderJson(report: Report): string {
  return jsonText(orderedJson(report));
}

function orderedJson(report: Report): object {
  const {
    schema,
    tool,
    command,
    title,
    outcome,
    exitCode,
    message,
    removals,
    silenced,
    notes,
    settings,
    run,
    lint,
    plan,
    ready,
    gate,
    approval,
    doctor,
    watch,
  } = report;
  return {
    schema,
    tool: { name: tool.name, version: tool.version },
    command,
    title,
    outcome,
    exitCode,
    message,
    removals: removals?.map(removalJson),
    silenced,
    notes,
    settings: settings && settingsJson(settings),
    run,
    lint: lint && lintJson(lint),
    plan: plan && planJson(plan),
    ready: ready && readyJson(ready),
    gate: gate && gateJson(gate),
    approval: approval && approvalJson(approval),
    doctor: doctor && doctorJson(doctor),
    watch: watch && watchJson(watch),
  };
}

function readyJson({ checkedAt, placements, reasons, notChecked, found, dryRuns, windows }: ReadyReport): object {
  return {
    checkedAt,
    placements: placements.map(({ object, overlay, clusters, isNew }) => ({ object: refJson(object), overlay, clusters, isNew })),
    reasons: reasons.map(({ id, effect, object, overlay, clusters, message, until, remedy }) => ({
      id,
      effect,
      object: object && refJson(object),
      overlay,
      clusters,
      message,
      until,
      remedy,
    })),
    notChecked: notChecked.map(({ message, decides }) => ({ message, decides })),
    found,
    dryRuns: dryRuns && {
      clusters: dryRuns.clusters,
      tried: dryRuns.tried,
      notTried: dryRuns.notTried,
      unguarded: dryRuns.unguarded,
    },
    windows: windows && { count: windows.count, ignored: windows.ignored },
  };
}

function watchJson({ judgedAt, counts, bad, changes }: WatchReport): object {
  const { bad: failed, person, unknown, open, good } = counts;
  return {
    judgedAt,
    counts: { bad: failed, person, unknown, open, good },
    bad: bad.map(badJson),
    changes: changes.map(({ change, ...rest }) => ({ change, ...badJson(rest) })),
  };
}

function approvalJson({ run, message, requests, stop }: ApprovalReport): object {
  return {
    run: refJson(run),
    message,
    requests: requests.map(judgedApprovalJson),
    stop: stop && { result: stop.result, message: stop.message },
  };
}

function judgedApprovalJson({ request, stage, when, result, clusters, proven, notProven }: JudgedApproval): object {
  return { request: refJson(request), stage, when, result, clusters, proven, notProven };
}

function badJson({ object, since, cause, failure, step }: BadObject): object {
  return { object: refJson(object), since, cause, failure, step };
}

function doctorJson({ checks, role, roleTitle }: DoctorReport): object {
  return { checks: checks.map(checkJson), role, roleTitle };
}

function checkJson({ id, title, asks, outcome, evidence, remedy }: DoctorCheck): object {
  return { id, title, asks, outcome, evidence, remedy };
}

function removalJson({ kind, object, overlay, replacedBy, clusters, resources, reason, fails }: Removal): object {
  const replaced = replacedBy && refJson(replacedBy);
  return { kind, object: refJson(object), overlay, replacedBy: replaced, clusters, resources: resources.map(refJson), reason, fails };
}

function lintJson(lint: LintReport): object {
  const { files, documents, fleetObjects, target, schemas, counts, findings, unlisted, notEvaluated, assumptions } = lint;
  const { error, warning, notice, suppressed } = counts;
  return {
    files,
    documents,
    fleetObjects,
    target,
    ...(schemas === undefined ? {} : { schemas }),
    counts: { error, warning, notice, suppressed },
    findings: findings.map(findingJson),
    unlisted,
    notEvaluated: notEvaluated.map(unevaluatedJson),
    assumptions: assumptions?.map(assumptionJson),
  };
}

function assumptionJson({ kind, namespace, name, key, neededBy, clusters, because, state }: Assumption): object {
  return { kind, namespace, name, key, neededBy: neededBy.map(refJson), clusters, because, state };
}

function findingJson(finding: Finding): object {
  const { rule, effect, severity, message, remedy, docs, file, line, column, endLine, endColumn, pointer, object, related, state } =
    finding;
  const { alias, suppressed, serverMessage, later, open, rendered, page, touched, excerpt, clusters } = finding;
  return {
    rule,
    alias,
    effect,
    severity,
    message,
    serverMessage,
    later,
    open,
    remedy,
    page,
    docs,
    file,
    line,
    column,
    endLine,
    endColumn,
    pointer,
    object: object && refJson(object),
    clusters,
    related: related.map((place) => ({ file: place.file, line: place.line, column: place.column, message: place.message })),
    state,
    touched,
    excerpt,
    rendered: rendered && { overlays: rendered.overlays, command: rendered.command, quote: rendered.quote },
    suppressed: suppressed && { reason: suppressed.reason, until: suppressed.until },
  };
}

function gateJson(gate: GateReport): object {
  const { outcome, message, judgedAt, placements, runs, unplaced, unjudged, rollback, timeline, earlierChanges } = gate;
  return {
    outcome,
    message,
    judgedAt,
    placements: placements.map(gatedJson),
    runs: runs.map(runJson),
    unplaced: unplaced?.map(({ object, selectedBy }) => ({ object: refJson(object), selectedBy: selectedBy.map(refJson) })),
    unjudged: unjudged?.map(({ object, status }) => ({ object: refJson(object), status })),
    rollback: rollback?.map(rollbackJson),
    timeline: timeline.map(timelineJson),
    earlierChanges,
  };
}

function gatedJson(gated: GatedPlacement): object {
  const { object, verdict, summary, generation, snapshotIndex, freshness, toProve, clusters, groupedBy, diagnoses } = gated;
  return {
    object: refJson(object),
    verdict,
    summary,
    generation,
    snapshotIndex,
    freshness,
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

/** The order of the contract. */
const KEYS = [
  'config',
  'configFrom',
  'failOn',
  'failOnNew',
  'failOnNotEvaluated',
  'failOnAssumption',
  'target',
  'off',
  'severities',
  'options',
  'render',
  'renderOnly',
  'clusters',
  'paths',
  'exclude',
  'suppress',
  'gate',
] as const satisfies readonly (keyof ReportSettings)[];

function settingsJson(settings: ReportSettings): object {
  return Object.fromEntries(KEYS.map((key) => [key, settings[key]]));
}
