import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';

/** What the gate concludes from several objects, where KubeFleet has no condition for it. */
export const FACTS = [
  'placement-absent',
  'placement-awaited',
  'placement-removed',
  'placement-deleting',
  'not-reconciled',
  'content-replaced',
  'content-removed',
  'content-held-earlier',
  'content-unsynced',
  'content-refused',
  'content-awaited',
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
  'run-awaited',
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

/** Whose an object is on a member by now, where KubeFleet says that it is somebody's already. */
export interface Ownership {
  readonly owners: readonly Owner[];
  /** How often the content that is judged brings the object; `undefined` where that is not known. */
  readonly copies: number | undefined;
}

/** One Work that has applied the object. */
export interface Owner {
  readonly work: string;
  /** The placement it belongs to; absent where nothing tells. */
  readonly placement?: ObjectRef;
  /** It is of the very placement that is judged. */
  readonly isOwn: boolean;
  /** The placement gives the object up on this cluster: it comes free when that rollout gets there. */
  readonly isReleasing: boolean;
  /** What shows that it does, or does not. */
  readonly evidence?: string;
}

/** What is known of the CustomResourceDefinition of an object that a member refuses. */
export interface KindDefinition {
  /** It is of the same deploy, so that the member may have refused by the former one. */
  readonly isDeployed: boolean;
  /** The member answers with the words of a CEL rule on `oldSelf`. */
  readonly isTransitionRefused: boolean;
}

/** One thing seen that is not simply good, with its place; the catalogue says what it means. */
export interface Observation {
  readonly scope: Scope;
  readonly step: RolloutStep;
  /** The condition seen, its type without the kind's prefix. */
  readonly condition?: Condition;
  readonly fact?: Fact;
  /** The placement or run it was seen on. */
  readonly target: ObjectRef;
  readonly cluster?: string;
  /** What it is about. */
  readonly object?: ObjectRef;
  /** It speaks of content from before the judged one, on a cluster that is held back with it: never certain at once. */
  readonly behind?: true;
  /** The object whose refusal is why this one fails as well. */
  readonly follows?: ObjectRef;
  /** The other placement of the gate that brings what it lacks there, and is not done: it has not failed as long as that one goes on. */
  readonly awaits?: ObjectRef;
  /** Quoted facts beside the condition itself. */
  readonly evidence: readonly string[];
  /** For how many ms the hub's own objects show it of this content without a break, at least; absent where they do not tell. */
  readonly lasting?: number | undefined;
  readonly ownership?: Ownership;
  readonly definition?: KindDefinition;
  /** The overrides that change what it is about there, or may. */
  readonly overrides?: readonly ObjectRef[];
  /** Words a template may ask for, beside {target}, {cluster}, {object} and {message}. */
  readonly words?: Readonly<Record<string, string>>;
}
