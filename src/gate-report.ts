/** The part of a report that says what became of a deploy. */
import type { ObjectRef } from './fleet/kubernetes/object.ts';
import type { DiagnosisOutcome, Outcome, TargetOutcome } from './outcome.ts';

/** What the targets come to, or why that could not be seen to the end. */
export type GateOutcome = TargetOutcome | 'timedOut' | 'unreachable' | 'notAllowed' | 'cancelled';

export interface GateReport {
  readonly outcome: GateOutcome;
  /** One line that explains an outcome no placement or run explains (unreachable, not allowed, cancelled). */
  readonly message?: string;
  /** The hub's time of the last look; absent where there was none. What lasts has lasted until then. */
  readonly judgedAt?: string;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** Objects of the deploy that no followed placement selects; absent where there are none. */
  readonly unplaced?: readonly UnplacedObject[];
  readonly timeline: readonly TimelineEntry[];
  /** How much moved before that; absent where the timeline has all. */
  readonly earlierChanges?: number;
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
  /** What to give so that the content can be proven, as a clause; absent where it is proven, and where that would not help. */
  readonly toProve?: string;
  readonly clusters: readonly GatedCluster[];
  /** What the groups of its clusters are: `stage`, or the label that has them as values. Absent where nothing the hub holds tells clusters apart. */
  readonly groupedBy?: string;
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
  /** The group it belongs to, see `groupedBy`; absent where nothing says which. */
  readonly group?: string;
  /** Why it stands otherwise than in another part of the report: one clause. */
  readonly note?: string;
  /** It failed, and the target passes all the same (`--tolerate-failed`). */
  readonly forgiven?: true;
  /** It failed or is stuck although it reached that condition: a difference or a drift was found there. Absent where it did not reach it. */
  readonly reached?: true;
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
  /** From what was asked to what broke: run, placement, binding, Work and object, as far as it came. The last one is where it stopped. */
  readonly chain?: readonly ChainLink[];
  readonly explain: string;
  readonly remedy: readonly string[];
  readonly docs: string;
  /** The page of Microsoft Learn on the same, for Azure Kubernetes Fleet Manager. */
  readonly learn?: string;
  /** The rule that finds the same fault before the deploy. */
  readonly seeAlso?: string;
}

/** One object on the way of the content to a cluster; of the hub, but for the last, which may be on the member. */
export interface ChainLink {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The step it stands at, as in `GatedCluster.stage`. */
  readonly stage?: string;
  /** What its condition says of that: `Applied False ManifestApplyFailed`. */
  readonly state?: string;
  /** Since when, by the hub's clock. */
  readonly since?: string;
}

export interface TimelineEntry {
  readonly at: string;
  readonly object: ObjectRef;
  readonly cluster?: string;
  readonly stage: string;
  readonly to: string;
  /** As of `GatedCluster`. */
  readonly reached?: true;
}
