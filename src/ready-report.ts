import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** The result of `fleet-gate ready`: whether a change may go out now. A part of `report-v1`. */
export interface ReadyReport {
  /** The hub's time of the check. */
  readonly checkedAt: string;
  /** The placements that the change rolls out, with the clusters that they would pick. */
  readonly placements: readonly ReadyPlacement[];
  /** What speaks against a rollout now, the most serious first; empty if nothing does. */
  readonly reasons: readonly ReadyReason[];
  /** What was not checked, in whole sentences; empty if everything was. */
  readonly notChecked: readonly NotChecked[];
  /** Number of objects that the change needs from elsewhere and that are on all of its clusters. */
  readonly found: number;
  /** The dry runs on members (`--dry-run-members`); absent if none were requested. */
  readonly dryRuns?: ReadyDryRuns;
  /** The windows of the configuration; absent if there are none. */
  readonly windows?: ReadyWindows;
}

export interface ReadyPlacement {
  readonly object: ObjectRef;
  /** The overlay or folder that deploys it. */
  readonly overlay?: string;
  readonly clusters: readonly string[];
  /** The hub does not have it yet. */
  readonly isNew?: true;
}

/** `blocks`: not ready. `waits`: it passes by itself or by a person. `warns`: it does not change the verdict. */
export type ReadyEffect = 'blocks' | 'waits' | 'warns';

export interface ReadyReason {
  readonly id: ReadyReasonId;
  readonly effect: ReadyEffect;
  /** The placement or update run that it is about; absent if it is about the whole change. */
  readonly object?: ObjectRef;
  readonly overlay?: string;
  /** The clusters that it is about; absent if it is not about single clusters. */
  readonly clusters?: readonly string[];
  /** One whole sentence. */
  readonly message: string;
  /** When it ends by itself; absent if that is not known. */
  readonly until?: string;
  /** What to do; absent if there is nothing but to wait. */
  readonly remedy?: string;
}

export const READY_REASONS = [
  'finding',
  'not-scheduled',
  'run-at-work',
  'former-rollout-failed',
  'former-rollout-unfinished',
  'not-rolled-out-before',
  'cluster-silent',
  'cluster-leaving',
  'cluster-left-out',
  'cluster-tainted',
  'no-update-step',
  'object-missing',
  'override-without-effect',
  'eviction',
  'clusters-left',
  'content-removed',
  'selects-nothing',
  'window-closed',
  'window-without-cluster',
  'window-without-placement',
  'dry-run-refused',
  'dry-run-warning',
  'quota-too-small',
] as const;
export type ReadyReasonId = (typeof READY_REASONS)[number];

export interface NotChecked {
  /** One whole sentence: what was not checked, and why. */
  readonly message: string;
  /** The verdict depends on it: without another reason the run ends with exit code 6. */
  readonly decides?: true;
}

export interface ReadyDryRuns {
  readonly clusters: readonly string[];
  /** Number of dry runs that a member answered. */
  readonly tried: number;
  /** Number of objects and Pods that were not tried. */
  readonly notTried: number;
  /** Members whose login may also write: no policy allows it dry runs only. Absent if there are none. */
  readonly unguarded?: readonly string[];
}

export interface ReadyWindows {
  /** Number of windows that are about placements of the change. */
  readonly count: number;
  /** Why they were ignored (`--ignore-windows`); absent if they were not. */
  readonly ignored?: string;
}
