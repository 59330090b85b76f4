import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';

/** Conclusions of the gate from several objects, if KubeFleet has no condition for them. */
export const FACTS = [
  'placement-absent',
  'placement-pending',
  'placement-removed',
  'placement-deleting',
  'not-reconciled',
  'content-replaced',
  'content-removed',
  'content-held-earlier',
  'content-unsynced',
  'content-refused',
  'content-pending',
  'content-not-carried',
  'nothing-selected',
  'zero-clusters',
  'scheduling-unanswered',
  'cluster-not-scheduled',
  'required-cluster-absent',
  'clusters-below-minimum',
  'deadlock',
  'rollout-undecidable',
  'no-external-run',
  'override-missing',
  'override-unnoticed',
  'binding-leaving',
  'member-silent',
  'member-not-joined',
  'status-behind-works',
  'works-unlike-snapshot',
  'works-unwritten',
  'diff',
  'drift',
  'untrackable',
  'removal-pending',
  'removal-unverified',
  'partitioned-update',
  'pod-image-pull',
  'pod-image-invalid',
  'pod-crash-loop',
  'pod-unschedulable',
  'pod-config-missing',
  'pod-container-refused',
  'pod-volume',
  'pod-sandbox',
  'pod-probe',
  'pod-evicted',
  'job-failed',
  'absent-on-member',
  'eviction-refused',
  'run-absent',
  'run-pending',
  'run-removed',
  'run-deleting',
  'run-unanswered',
  'run-not-started',
  'run-old-content',
  'run-takes-old-content',
  'run-outrun',
  'run-undone',
  'run-placement-renewed',
  'run-placement-edited',
  'run-stalled',
  'run-removal',
  'run-stuck-cluster',
  'run-concurrent',
  'approval-open',
  'approval-stale',
  'approval-denied',
  'approval-unanswered',
  'timed-wait',
] as const;
export type Fact = (typeof FACTS)[number];

export type Scope = 'placement' | 'cluster' | 'manifest' | 'run';

/** The owners of an object on a member, if KubeFleet reports that it has one. */
export interface Ownership {
  readonly owners: readonly Owner[];
  /** The number of copies of the object in the judged content; `undefined` if unknown. */
  readonly copies: number | undefined;
}

/** One Work that has applied the object. */
export interface Owner {
  readonly work: string;
  /** The placement it belongs to; absent if unknown. */
  readonly placement?: ObjectRef;
  /** It belongs to the judged placement itself. */
  readonly isOwn: boolean;
  /** The placement releases the object on this cluster: it is free after that placement's rollout. */
  readonly isReleasing: boolean;
  /** The evidence for or against that. */
  readonly evidence?: string;
}

/** The CustomResourceDefinition of an object that a member refuses. */
export interface KindDefinition {
  /** It is in the same deploy, so the member may have used the former one. */
  readonly isDeployed: boolean;
  /** The member's answer contains the message of a CEL rule on `oldSelf`. */
  readonly isTransitionRefused: boolean;
}

export interface ContainerLogText {
  readonly pod: string;
  readonly container: string;
  /** Whether the lines are from the run of the container before the current one. */
  readonly isPrevious: boolean;
  readonly text: string;
}

/** One problem, with its place; the catalogue explains it. */
export interface Observation {
  readonly scope: Scope;
  readonly step: RolloutStep;
  /** The condition, its type without the kind's prefix. */
  readonly condition?: Condition;
  readonly fact?: Fact;
  /** The placement or run with the problem. */
  readonly target: ObjectRef;
  readonly cluster?: string;
  /** The object it is about. */
  readonly object?: ObjectRef;
  /** It is about content from before the judged one, on a cluster that is held back with it: it is never certain at once. */
  readonly behind?: true;
  /** The object whose refusal is the reason for this failure too. */
  readonly follows?: ObjectRef;
  /**
   * The other followed placement that places what the object needs, and is not finished: this is not a failure as long as that one makes
   * progress.
   */
  readonly awaits?: ObjectRef;
  /** Quoted facts in addition to the condition itself. */
  readonly evidence: readonly string[];
  /** The minimum time in ms for which the hub's own objects have shown it without interruption for this content; absent if unknown. */
  readonly lastedMs?: number | undefined;
  readonly ownership?: Ownership;
  readonly definition?: KindDefinition;
  /** The overrides that change the object there, or may change it. */
  readonly overrides?: readonly ObjectRef[];
  /** The last lines of the container that failed, from a readable member. */
  readonly log?: ContainerLogText;
  /** Words for templates, in addition to {target}, {cluster}, {object} and {message}. */
  readonly words?: Readonly<Record<string, string>>;
}
