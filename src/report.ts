/**
 * The one value both halves end in and every renderer starts from: the JSON contract `report-v1`.
 * Only the parts a command computed are present. All times are RFC 3339 UTC.
 */
import type { FailLevel, Finding, NotEvaluated, Severity } from './finding.ts';
import type { ObjectRef } from './fleet/object.ts';
import type { HubProfile } from './fleet/kinds.ts';
import type { DiagnosisOutcome, Outcome, TargetOutcome } from './outcome.ts';

export const REPORT_SCHEMA = 'report-v1';

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly tool: { readonly name: 'fleet-gate'; readonly version: string };
  readonly command: 'lint' | 'plan' | 'wait' | 'diagnose' | 'demo';
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
  readonly lint?: LintReport;
  readonly plan?: PlanReport;
  readonly gate?: GateReport;
}

/**
 * `clean`, `findings` and `notEvaluated` (no finding fails, and something that must not pass unjudged was not judged) for `lint` and `plan`, the
 * gate's outcome otherwise; the other words are errors of the tool's own making.
 */
export type ReportOutcome = 'clean' | 'findings' | 'notEvaluated' | 'nothingToDo' | 'usage' | GateOutcome;

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
  /** A bug: nothing was judged, or not to the end. */
  ownFault: 99,
  cancelled: 130,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

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
}

export interface PlanReport {
  readonly clusters: number;
  /** What the plan takes for granted of the hub, in whole sentences; absent where the hub was asked. */
  readonly assumptions?: readonly string[];
  readonly placements: readonly PlannedPlacement[];
  /** Placements that only the base has: what their deletion takes off which clusters. */
  readonly deleted?: readonly DeletedPlacement[];
  /** Input that was seen and not planned; absent where there is none, or where the lint part of the report names it. */
  readonly notEvaluated?: readonly NotEvaluated[];
}

export interface DeletedPlacement {
  readonly object: ObjectRef;
  readonly overlay?: string;
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** A new placement of the tree that holds the same objects on the same clusters. */
  readonly replacedBy?: ObjectRef;
}

export interface PlannedPlacement {
  readonly object: ObjectRef;
  /** The overlay or chart it is deployed by; the same placement may be in several. */
  readonly overlay?: string;
  readonly policy: 'PickAll' | 'PickN' | 'PickFixed';
  readonly scheduled: 'True' | 'False' | 'Pending' | 'Stuck';
  readonly reason: string;
  /** Clusters asked for; absent under PickAll. */
  readonly wanted?: number;
  /** In pick order. */
  readonly picked: readonly string[];
  readonly unpicked: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources: readonly ObjectRef[];
  /** Why the hub refuses the placement as it stands, in whole sentences; absent where it takes it. */
  readonly refused?: readonly string[];
  /** Objects it is to bring to clusters, and the hub refuses to create: Pods and ReplicaSets. */
  readonly refusedResources?: readonly ObjectRef[];
  /** What it may select as well, and nobody can tell here: kinds that are not known, objects that are not among the manifests. */
  readonly open?: readonly OpenResource[];
  /** What of this rests on what could not be read or is not known here, in whole sentences. */
  readonly notVerified?: readonly string[];
  /** How many of the resources each resource snapshot would hold, by the size of the manifests; absent where one holds all. */
  readonly snapshots?: readonly number[];
  readonly change?: PlannedChange;
  /** Overrides of the tree that apply on a picked cluster, in the order they are applied. */
  readonly overrides?: readonly PlannedOverride[];
  /** Update runs of the tree that are for the placement. */
  readonly runs?: readonly PlannedRun[];
}

export interface PlannedChange {
  /** The base has no such placement. */
  readonly isNew?: true;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: number;
  /** Of clusters added, why they were not picked before; of clusters removed, why they are not any more. */
  readonly reasons?: readonly { readonly cluster: string; readonly plugin: string; readonly reason: string }[];
  readonly resources?: {
    readonly added: readonly ChangedResource[];
    readonly changed: readonly ChangedResource[];
    readonly removed: readonly ChangedResource[];
  };
  /** Fields of the policy whose edit makes the scheduler judge every cluster anew. */
  readonly reevaluatedFor?: readonly string[];
  /** Edits the hub refuses or never takes back, in whole sentences. */
  readonly warnings?: readonly string[];
}

export interface OpenResource {
  /** Absent where a whole selector is open. */
  readonly resource?: ObjectRef;
  readonly reason: string;
  /** It is only missing among what is known here: a hub has more than a tree. */
  readonly absent?: true;
}

export interface ChangedResource {
  readonly resource: ObjectRef;
  readonly reason: string;
  /** Where it is not so on every cluster that the placement keeps. */
  readonly clusters?: readonly string[];
}

export interface PlannedOverride {
  readonly object: ObjectRef;
  /** Picked clusters on which one of its rules applies. */
  readonly clusters: readonly string[];
  readonly resources: readonly ObjectRef[];
  /** Objects its Delete rules leave out. */
  readonly removed: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[] }[];
  /** Patches that fail for certain; nothing of the placement is synced to these clusters. */
  readonly failures: readonly { readonly resource: ObjectRef; readonly clusters: readonly string[]; readonly error: string }[];
}

export interface PlannedRun {
  readonly object: ObjectRef;
  /** Why the hub would not initialise the run. */
  readonly errors: readonly string[];
  /** Why its stages are not known, in whole sentences; absent where they are. */
  readonly notVerified?: readonly string[];
  /** With a base only: the base has no such run. */
  readonly added?: true;
  /** In order; empty where the strategy is not known. */
  readonly stages: readonly {
    readonly name: string;
    /** In the order they are updated. */
    readonly clusters: readonly string[];
    /** How many at a time. */
    readonly maxConcurrency: number;
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
}

/** What the targets come to, or why that could not be seen to the end. */
export type GateOutcome = TargetOutcome | 'timedOut' | 'unreachable' | 'notAllowed' | 'cancelled';

/** The exit code of an outcome; `waiting` (one look, not decided yet) shares the code of a time-out. */
export function exitCodeOf(outcome: GateOutcome): ExitCode {
  return outcome === 'waiting' ? EXIT_CODES.timedOut : EXIT_CODES[outcome];
}

export interface GateReport {
  readonly outcome: GateOutcome;
  /** One line that explains an outcome no placement or run explains (unreachable, not allowed, cancelled). */
  readonly message?: string;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** Objects of the deploy that no followed placement selects; absent where there are none. */
  readonly unplaced?: readonly UnplacedObject[];
  readonly timeline: readonly TimelineEntry[];
}

/** An object of the deploy that is placed nowhere, as far as the followed placements go. */
export interface UnplacedObject {
  readonly object: ObjectRef;
  /** Placements that are not followed and select it. */
  readonly selectedBy: readonly ObjectRef[];
}

export type Verdict = Exclude<Outcome, 'suspect' | 'waitingForPerson' | 'info'> | 'unknown';

export interface GatedPlacement {
  readonly object: ObjectRef;
  readonly verdict: Verdict;
  /** One line: what is awaited, or why the verdict is what it is. */
  readonly summary: string;
  readonly generation?: number;
  readonly snapshotIndex?: number;
  readonly freshness: 'proven' | 'assumed' | 'unproven';
  readonly clusters: readonly GatedCluster[];
  readonly diagnoses: readonly Diagnosis[];
}

export interface GatedRun extends GatedPlacement {
  readonly stages: readonly {
    readonly name: string;
    readonly verdict: Verdict;
    readonly clusters: readonly GatedCluster[];
    readonly tasks: readonly string[];
  }[];
}

export interface GatedCluster {
  readonly name: string;
  readonly verdict: Verdict;
  /** The condition the cluster stands at: Scheduled, RolloutStarted, Overridden, WorkSynchronized, Applied, Available, DiffReported. */
  readonly stage: string;
  readonly since?: string;
  /** Why it stands otherwise than in another part of the report: one clause. */
  readonly note?: string;
  /** It failed, and the target passes all the same (`--tolerate-failed`). */
  readonly forgiven?: true;
}

export interface Diagnosis {
  readonly id: string;
  readonly title: string;
  readonly outcome: DiagnosisOutcome;
  readonly cluster?: string;
  /** The cluster failed, which does not count (`--tolerate-failed`); the outcome is `info` then. */
  readonly forgiven?: true;
  readonly object?: ObjectRef;
  /** Since when a suspicion has stood, by the hub's clock; absent where nobody can tell, and on all that was certain at once. */
  readonly since?: string;
  /** Of a suspect: when it becomes a failure unless it heals, by the hub's clock. Where `since` is absent, the latest that can be. */
  readonly countsAt?: string;
  readonly evidence: readonly string[];
  readonly explain: string;
  readonly remedy: readonly string[];
  readonly docs: string;
  /** The page of Microsoft Learn on the same, for Azure Kubernetes Fleet Manager. */
  readonly learn?: string;
  /** The rule that finds the same fault before the deploy. */
  readonly seeAlso?: string;
}

export interface TimelineEntry {
  readonly at: string;
  readonly object: ObjectRef;
  readonly cluster?: string;
  readonly stage: string;
  readonly to: string;
}
