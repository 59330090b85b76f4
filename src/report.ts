/**
 * The one value both halves end in and every renderer starts from: the JSON contract `report-v1`.
 * Only the parts a command computed are present. All times are RFC 3339 UTC.
 */
import type { Assumption, FailLevel, Finding, NotEvaluated, Severity } from './finding.ts';
import type { ObjectRef } from './fleet/kubernetes/object.ts';
import type { HubProfile } from './fleet/kubefleet/kinds.ts';
import type { DoctorReport } from './doctor-report.ts';
import type { GateOutcome, GateReport } from './gate-report.ts';
import type { PlanReport } from './plan-report.ts';

// One contract; most parts stand in files of their own.
export type * from './gate-report.ts';
export type * from './owns-report.ts';
export type * from './plan-report.ts';
export type * from './doctor-report.ts';

export const REPORT_SCHEMA = 'report-v1';

/** Changes of a timeline that a report lists at most, the last ones. */
export const MOST_CHANGES = 20_000;

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly tool: { readonly name: 'fleet-gate'; readonly version: string };
  /** `none` where nobody named a command there is; only wrong usage ends in one that judges nothing. */
  readonly command: JudgingCommand | 'snapshot' | 'explain' | 'owns' | 'mcp' | 'none';
  /** What the run is about, in the words of whoever started it, such as `prod hub`. Absent unless it was given. */
  readonly title?: string;
  readonly outcome: ReportOutcome;
  readonly exitCode: ExitCode;
  /** One line that explains an outcome no part explains: wrong usage, nothing to do. */
  readonly message?: string;
  /**
   * What a change keeps from being told or from failing, by its configuration or its suppressions, at once or once it counts: whole sentences
   * that begin with what does it.
   */
  readonly silenced?: readonly string[];
  /** What else a reader must know before the details, in whole sentences. */
  readonly notes?: readonly string[];
  /** What a change takes off clusters, the gravest first; absent where it takes nothing, and without a base. */
  readonly removals?: readonly Removal[];
  /** What the run went by, where that is not the default. */
  readonly settings?: ReportSettings;
  /** The page of the run of a pipeline that judged. */
  readonly run?: string;
  readonly lint?: LintReport;
  readonly plan?: PlanReport;
  readonly gate?: GateReport;
  /** The way to the hub: what `doctor` found, and what is in the way of a gate that could not look. */
  readonly doctor?: DoctorReport;
}

/** A command that ends in a judgement. */
export type JudgingCommand = 'lint' | 'plan' | 'wait' | 'diagnose' | 'doctor' | 'demo';

/**
 * `clean`, `findings` and `notEvaluated` (no finding fails, and something that must not pass unjudged was not checked) for `lint` and `plan`, the
 * gate's outcome otherwise; the other words are errors of the tool's own making.
 */
export type ReportOutcome = 'clean' | 'findings' | 'notEvaluated' | 'nothingToDo' | 'usage' | 'ownFault' | GateOutcome;

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
  /** A bug: nothing was checked, or not to the end. */
  ownFault: 99,
  cancelled: 130,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The exit code of an outcome; `waiting` (one look, not decided yet) shares the code of a time-out. */
export function exitCodeOf(outcome: GateOutcome): ExitCode {
  return outcome === 'waiting' ? EXIT_CODES.timedOut : EXIT_CODES[outcome];
}

/** Objects that a change takes off member clusters. */
export interface Removal {
  /** `placement`: it is gone. `clusters`: it leaves some. `resources`: it stays, and no longer places them. */
  readonly kind: 'placement' | 'clusters' | 'resources';
  readonly object: ObjectRef;
  readonly overlay?: string;
  /** A new placement that holds the same objects on the same clusters: they are taken off, and placed anew. */
  readonly replacedBy?: ObjectRef;
  /** Absent where it is not known which clusters the placement holds. */
  readonly clusters?: readonly string[];
  /** Empty where it is not known what is there. */
  readonly resources: readonly ObjectRef[];
  /** Why, where that is known. */
  readonly reason?: string;
  /** It makes the run fail, as was asked for. */
  readonly fails?: boolean;
}

export interface ReportSettings {
  /** The configuration file. */
  readonly config?: string;
  /** The tree its text is from; absent where that is the judged one. */
  readonly configFrom?: string;
  /** Absent where nothing of `lint` and `plan` decides: in a gate. */
  readonly failOn?: FailLevel;
  /** The hub to judge for, where the configuration or a flag says so. */
  readonly target?: HubProfile;
  /** Only what the base lacks fails. */
  readonly failOnNew?: boolean;
  readonly failOnNotEvaluated?: boolean;
  /** What the change needs from elsewhere fails. */
  readonly failOnAssumption?: boolean;
  /** Rules that are turned off. */
  readonly off?: readonly string[];
  /** Rules whose findings have another severity than their own. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Rules with options of their own. */
  readonly options?: readonly string[];
  /** The only tool that kustomizations and charts were rendered with, or none. */
  readonly render?: 'kustomize' | 'helm' | 'off';
  /** Kustomizations and charts that are rendered, and no other. */
  readonly renderOnly?: readonly string[];
  /** The file with the member clusters. */
  readonly clusters?: string;
  /** What the configuration has judged, where the command line names nothing. */
  readonly paths?: readonly string[];
  /** Globs of files that were left out. */
  readonly exclude?: readonly string[];
  /** How many findings the configuration accepts. */
  readonly suppress?: number;
  /** Of a gate: options that are not the default, as a person would write them. */
  readonly gate?: Readonly<Record<string, string>>;
}

export interface LintReport {
  readonly files: number;
  readonly documents: number;
  /** Objects of KubeFleet among the documents that were checked. */
  readonly fleetObjects?: number;
  readonly target: HubProfile;
  /**
   * `hub`: schemas and CEL rules are those of the hub itself, and only what its webhooks refuse is of the target. `files`: the same, by
   * CustomResourceDefinitions in files.
   */
  readonly schemas?: 'hub' | 'files';
  readonly counts: { readonly error: number; readonly warning: number; readonly notice: number; readonly suppressed: number };
  readonly findings: readonly Finding[];
  /** Findings that stand and are in `counts`, and not in the list, as it would be too long; absent where all are. */
  readonly unlisted?: number;
  readonly notEvaluated: readonly NotEvaluated[];
  /** What the change needs and the files do not have; absent where there is nothing. It decides no exit code, unless that is asked for. */
  readonly assumptions?: readonly Assumption[];
}
