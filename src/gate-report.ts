/** The part of a report with the result of a deploy. */
import type { ObjectRef } from './fleet/kubernetes/object.ts';
import type { Rollback } from './rollback-report.ts';
import type { DiagnosisOutcome, Outcome, TargetOutcome } from './outcome.ts';

/** The combined outcome of the targets, or why they could not be followed to the end. */
export type GateOutcome = TargetOutcome | 'timedOut' | 'unreachable' | 'notAllowed' | 'cancelled';

export interface GateReport {
  readonly outcome: GateOutcome;
  /** One line that explains an outcome for which no placement or run is the reason (unreachable, not allowed, cancelled). */
  readonly message?: string;
  /** The hub's time of the last observation; absent if there was none. Ongoing conditions lasted at least until then. */
  readonly judgedAt?: string;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** Objects of the deploy that none of the followed placements selects; absent if there are none. */
  readonly unplaced?: readonly UnplacedObject[];
  /** Objects of the deploy that no verdict is about; absent if there are none. */
  readonly unjudged?: readonly UnjudgedObject[];
  /** Overrides of the deploy of which a part changes nothing that was judged; absent if there are none. */
  readonly idleOverrides?: readonly IdleOverride[];
  /** How the content before can be brought back, for each placement that failed; absent if there is none. */
  readonly rollback?: readonly Rollback[];
  readonly timeline: readonly TimelineEntry[];
  /** Number of changes before the timeline; absent if the timeline is complete. */
  readonly earlierChanges?: number;
}
/** An object of the deploy that none of the followed placements places. */
export interface UnplacedObject {
  readonly object: ObjectRef;
  /** Placements that select it but are not followed. */
  readonly selectedBy: readonly ObjectRef[];
}

/** An object of KubeFleet, of a kind that is not judged; or one of another kind that the deploy may not create. */
export interface UnjudgedObject {
  readonly object: ObjectRef;
  /** The conditions on the hub; empty if it has none. */
  readonly status: string;
  /** The annotation by which helm, Argo CD or kustomize may not create it; absent for objects of KubeFleet. */
  readonly annotation?: string;
}

/** An override of the deploy that selects something that is not judged. */
export interface IdleOverride {
  readonly object: ObjectRef;
  /** `placementMissing`: its placement is neither on the hub nor in the deploy. `notSent`: no followed placement sends what it selects. */
  readonly why: 'placementMissing' | 'placementNotFollowed' | 'notSent';
  /** The placement, or the objects that it selects. */
  readonly names: readonly ObjectRef[];
}

export type Verdict = Exclude<Outcome, 'suspect' | 'waitingForPerson' | 'info'> | 'unknown';

export interface GatedPlacement {
  readonly object: ObjectRef;
  readonly verdict: Verdict;
  /** One line: what is awaited, or the reason for the verdict. */
  readonly summary: string;
  readonly generation?: number;
  readonly snapshotIndex?: number;
  readonly freshness: 'proven' | 'assumed' | 'unproven';
  /** The hub changed what was deployed, which is no fault: its admission rewrote an object, or an autoscaler set replicas. */
  readonly isAdjusted?: true;
  /** The hub itself lacks an object of the deploy, or has it with other content, whatever the judged resource snapshot holds. */
  readonly hubDiffers?: true;
  /** KubeFleet does not place some fields of the deploy, a fixed `nodePort` for example. The summary of a pass names them. */
  readonly hasUnplacedFields?: true;
  /** Clauses: what was not seen, and does not decide about the content, such as whether members still answer. */
  readonly notVerified?: readonly string[];
  /** A clause: what to add so that the content can be compared. Absent if it was compared, or if nothing would help. */
  readonly toProve?: string;
  readonly clusters: readonly GatedCluster[];
  /**
   * How its clusters are grouped: `stage`, or the label whose values are the groups. Absent if the hub's data does not distinguish
   * clusters.
   */
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
  /**
   * The condition that the cluster has reached or is stuck at: Scheduled, RolloutStarted, Overridden, WorkSynchronized, Applied,
   * Available, DiffReported.
   */
  readonly stage: string;
  readonly since?: string;
  /** Its group, see `groupedBy`; absent if it is not known. */
  readonly group?: string;
  /** One clause: why its state differs from that in another part of the report. */
  readonly note?: string;
  /** The cluster failed, but the target passes because of `--tolerate-failed`. */
  readonly forgiven?: true;
  /** It failed or is stuck after it reached that condition, because of a difference or a drift. Absent if it did not reach it. */
  readonly reached?: true;
}

export interface Diagnosis {
  readonly id: string;
  readonly title: string;
  readonly outcome: DiagnosisOutcome;
  readonly cluster?: string;
  /** The failure of the cluster is tolerated (`--tolerate-failed`); the outcome is then `info`. */
  readonly forgiven?: true;
  readonly object?: ObjectRef;
  /** When the suspected failure began, by the hub's clock. Absent if that is unknown, and for failures that were certain at once. */
  readonly since?: string;
  /**
   * For a suspect: when it becomes a failure if it does not recover, by the hub's clock. If `since` is absent, the latest possible time.
   */
  readonly countsAt?: string;
  readonly evidence: readonly string[];
  /** The last lines that the failing container wrote on the member (`--logs`). */
  readonly log?: ContainerLog;
  /**
   * The objects from the request to the failure: run, placement, binding, Work and object, as far as it got. The last one is where it
   * stopped.
   */
  readonly chain?: readonly ChainLink[];
  readonly explain: string;
  readonly remedy: readonly string[];
  readonly docs: string;
  /** The Microsoft Learn page on the same topic, for Azure Kubernetes Fleet Manager. */
  readonly learn?: string;
  /** The rule that finds the same fault before the deploy. */
  readonly seeAlso?: string;
}

export interface ContainerLog {
  readonly pod: string;
  readonly container: string;
  /** Of the run before the one that is under way. */
  readonly previous?: true;
  /** Lines, the newest last. */
  readonly text: string;
}

/** One object on the path of the content to a cluster. All are on the hub, except that the last one may be on the member. */
export interface ChainLink {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** Its rollout step, as in `GatedCluster.stage`. */
  readonly stage?: string;
  /** Its condition for that step: `Applied False ManifestApplyFailed`. */
  readonly state?: string;
  /** When that state began, by the hub's clock. */
  readonly since?: string;
}

export interface TimelineEntry {
  readonly at: string;
  readonly object: ObjectRef;
  readonly cluster?: string;
  readonly stage: string;
  readonly to: string;
  /** As in `GatedCluster`. */
  readonly reached?: true;
}
