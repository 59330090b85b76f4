/** The part of a report that says what became of a deploy. */
import type { ObjectRef } from './fleet/object.ts';
import type { DiagnosisOutcome, Outcome, TargetOutcome } from './outcome.ts';

/** What the targets come to, or why that could not be seen to the end. */
export type GateOutcome = TargetOutcome | 'timedOut' | 'unreachable' | 'notAllowed' | 'cancelled';

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
  /** What to give so that the content can be proven, as a clause; absent where it is proven, and where that would not help. */
  readonly toProve?: string;
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
