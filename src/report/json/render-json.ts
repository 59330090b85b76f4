import type {
  ApprovalReport,
  BadObject,
  DoctorCheck,
  DoctorReport,
  JudgedApproval,
  Report,
  Removal,
  ReadyReport,
  ReportSettings,
  WatchReport,
} from '../../report.ts';
import { jsonText } from '../facts/words/json-text.ts';
import { planJson } from './plan-json.ts';
import { refJson } from './ref-json.ts';
import { gateJson } from './gate-json.ts';
import { lintJson } from './lint-json.ts';

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

function judgedApprovalJson({ request, stage, when, result, clusters, proven, notProven, until }: JudgedApproval): object {
  return { request: refJson(request), stage, when, result, clusters, proven, notProven, until };
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

function removalJson({ kind, object, overlay, replacedBy, clusters, resources, reason, byRun, fails }: Removal): object {
  const replaced = replacedBy && refJson(replacedBy);
  return {
    kind,
    object: refJson(object),
    overlay,
    replacedBy: replaced,
    clusters,
    resources: resources.map(refJson),
    reason,
    byRun,
    fails,
  };
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
