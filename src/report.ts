/**
 * The JSON contract `report-v1`: the result of each command, and the input of all renderers. Only the parts that a command computed are
 * present. All times are RFC 3339 UTC.
 */
import type { Assumption, FailLevel, Finding, NotEvaluated, Severity } from './finding.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';
import type { HubProfile } from './fleet/kubefleet/kinds.ts';
import type { ApprovalReport } from './approval-report.ts';
import type { DoctorReport } from './doctor-report.ts';
import type { GateOutcome, GateReport } from './gate-report.ts';
import type { PlanReport } from './plan-report.ts';
import type { ReadyReport } from './ready-report.ts';
import type { WatchReport } from './watch-report.ts';

// One contract; most parts are in files of their own.
export type * from './gate-report.ts';
export type * from './owns-report.ts';
export type * from './plan-report.ts';
export type * from './rollback-report.ts';
export type * from './ready-report.ts';
export type * from './doctor-report.ts';
export type * from './status-report.ts';
export type * from './approval-report.ts';
export { CONTENT_DIFFERS } from './approval-report.ts';
export type * from './watch-report.ts';

export { READY_REASONS } from './ready-report.ts';

export const REPORT_SCHEMA = 'report-v1';

/** The maximum number of timeline changes in a report; it keeps the last ones. */
export const MOST_CHANGES = 20_000;

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly tool: { readonly name: 'fleet-gate'; readonly version: string };
  /** `none` if no known command was given; in such a report the outcome can only be wrong usage. */
  readonly command: JudgingCommand | 'init' | 'status' | 'snapshot' | 'clusters' | 'explain' | 'owns' | 'mcp' | 'none';
  /** The user's title for the run, such as `prod hub`. Absent if none was given. */
  readonly title?: string;
  readonly outcome: ReportOutcome;
  readonly exitCode: ExitCode;
  /** One line that explains an outcome for which no part is the reason: wrong usage, nothing to do. */
  readonly message?: string;
  /**
   * Sentences about findings that the change itself hides or stops from failing, now or later, by its configuration or suppressions. Each
   * sentence begins with the setting that does it.
   */
  readonly silenced?: readonly string[];
  /** Other facts to know before the details, in whole sentences. */
  readonly notes?: readonly string[];
  /** Objects that a change removes from clusters, the most serious first; absent if there are none, and without a base. */
  readonly removals?: readonly Removal[];
  /** Settings of the run that are not the default. */
  readonly settings?: ReportSettings;
  /** The page of the pipeline run that made the report. */
  readonly run?: string;
  readonly lint?: LintReport;
  readonly plan?: PlanReport;
  readonly ready?: ReadyReport;
  readonly gate?: GateReport;
  /** The result of `approve`. */
  readonly approval?: ApprovalReport;
  /** The result of `doctor`, also for a gate that could not read the hub. */
  readonly doctor?: DoctorReport;
  /** What `watch` found; its `gate` has only the placements and runs that are not good. */
  readonly watch?: WatchReport;
}

/** A command that ends with a verdict. */
export type JudgingCommand = 'lint' | 'plan' | 'ready' | 'wait' | 'diagnose' | 'watch' | 'doctor' | 'approve' | 'demo';

/**
 * `lint` and `plan`: `clean`, `findings` or `notEvaluated`. `ready`: `ready`, `notReady`, `wait` or `notEvaluated`. The last one means that
 * no finding fails, but something that must be checked was not. A gate has its own outcomes. The other words are errors of usage or of the
 * tool.
 */
export type ReportOutcome = 'clean' | 'findings' | 'notEvaluated' | 'nothingToDo' | 'usage' | 'ownFault' | ReadyOutcome | GateOutcome;

/** `wait`: nothing is wrong, and a window or the former rollout must be waited for. */
export type ReadyOutcome = 'ready' | 'notReady' | 'wait';

export const EXIT_CODES = {
  passed: 0,
  failed: 1,
  usage: 2,
  nothingToDo: 3,
  unreachable: 4,
  notAllowed: 5,
  notEvaluated: 6,
  waitingForPerson: 10,
  superseded: 11,
  stuck: 12,
  timedOut: 70,
  /** A bug: the check did not run, or did not finish. */
  ownFault: 99,
  cancelled: 130,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The exit code of an outcome. `waiting` (observed once, not decided yet) has the code of a time-out. */
export function exitCodeOf(outcome: GateOutcome): ExitCode {
  return outcome === 'waiting' ? EXIT_CODES.timedOut : EXIT_CODES[outcome];
}

/** The reason of a removal that happens only if the object is deleted on the hub. */
export const NOT_IN_FILES = 'no longer in the deployed files';
/** The same of a namespace in which the files still have objects. */
export const NAMESPACE_NOT_IN_FILES = `${NOT_IN_FILES}; selected, with all that is in it, until it is deleted on the hub`;

/** The start of the reason of a removal of which it is not known whether the object was placed; more follows after a semicolon. */
export const OPEN_GONE = 'gone';

/** Objects that a change removes from member clusters. */
export interface Removal {
  /** `placement`: it is deleted. `clusters`: it leaves some clusters. `resources`: it stays, but no longer places them. */
  readonly kind: 'placement' | 'clusters' | 'resources';
  readonly object: ObjectRef;
  readonly overlay?: string;
  /**
   * A new placement with the same objects on the same clusters, or this one, if it or its objects are deleted on the hub and created again:
   * the objects are removed and placed again.
   */
  readonly replacedBy?: ObjectRef;
  /** Absent if the clusters of the placement are not known. */
  readonly clusters?: readonly string[];
  /** Empty if the objects are not known. */
  readonly resources: readonly ObjectRef[];
  /** The reason, if it is known. */
  readonly reason?: string;
  /** The rollout strategy is External: only a new update run removes it or, with `replacedBy`, places it again. */
  readonly byRun?: boolean;
  /** It makes the run fail, as requested. */
  readonly fails?: boolean;
}

export interface ReportSettings {
  /** The configuration file. */
  readonly config?: string;
  /** The tree that the configuration was read from; absent if it is the judged one. */
  readonly configFrom?: string;
  /** Absent if it has no effect, as in a gate. */
  readonly failOn?: FailLevel;
  /** The kind of hub to judge for, if the configuration or a flag sets it. */
  readonly target?: HubProfile;
  /** Only findings that the base lacks make the run fail. */
  readonly failOnNew?: boolean;
  readonly failOnNotEvaluated?: boolean;
  /** Objects that the change needs from elsewhere make the run fail. */
  readonly failOnAssumption?: boolean;
  /** Rules that are turned off. */
  readonly off?: readonly string[];
  /** Rules with a changed severity. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Rules with changed options. */
  readonly options?: readonly string[];
  /** The only tool that may render kustomizations and charts; `off` if none may. */
  readonly render?: 'kustomize' | 'helm' | 'off';
  /** The only kustomizations and charts that are rendered. */
  readonly renderOnly?: readonly string[];
  /** The file with the member clusters, if the configuration names it and no flag or hub replaces it. */
  readonly clusters?: string;
  /** The paths that the configuration sets, if the command line names none. */
  readonly paths?: readonly string[];
  /** Globs of files that were left out. */
  readonly exclude?: readonly string[];
  /** Number of findings that the configuration accepts. */
  readonly suppress?: number;
  /** Gate options that are not the default, formatted for a reader. */
  readonly gate?: Readonly<Record<string, string>>;
}

export interface LintReport {
  readonly files: number;
  readonly documents: number;
  /** Number of KubeFleet objects among the checked documents. */
  readonly fleetObjects?: number;
  readonly target: HubProfile;
  /**
   * `hub`: schemas and CEL rules come from the hub itself; only what its webhooks refuse depends on the target. `files`: the same, from
   * CustomResourceDefinitions in files.
   */
  readonly schemas?: 'hub' | 'files';
  readonly counts: { readonly error: number; readonly warning: number; readonly notice: number; readonly suppressed: number };
  readonly findings: readonly Finding[];
  /** Number of findings that are in `counts` but not in the list, which would be too long; absent if the list is complete. */
  readonly unlisted?: number;
  readonly notEvaluated: readonly NotEvaluated[];
  /**
   * Objects that the change needs and the files do not have; absent if there are none. They change the exit code only if that is
   * requested.
   */
  readonly assumptions?: readonly Assumption[];
}
