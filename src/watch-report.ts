/** The part of a report with the result of `watch`. */
import type { ObjectRef } from './fleet/kubernetes/object.ts';

/**
 * `open`: a rollout or an update run is under way, and nothing has failed. `person`: it waits for a person. `unknown`: a member does not
 * answer, so what it runs is not known.
 */
export const WATCHED_STATES = ['bad', 'person', 'unknown', 'open', 'good'] as const;
export type WatchedState = (typeof WATCHED_STATES)[number];

export interface WatchReport {
  /** The hub's time of the check. */
  readonly judgedAt: string;
  /** Number of placements, update runs and member clusters by their state. */
  readonly counts: Readonly<Record<WatchedState, number>>;
  /** All objects that are bad, also those that were reported before. */
  readonly bad: readonly BadObject[];
  /** The differences to the check before. */
  readonly changes: readonly WatchChange[];
}

export interface BadObject {
  readonly object: ObjectRef;
  /** RFC 3339: since when it is bad. */
  readonly since: string;
  /** Why. Texts of fleet-gate, without messages of the hub. */
  readonly cause: string;
  /** Id of the failure; absent if there is none, as for a rollout without progress. */
  readonly failure?: string;
  /** The first step for it. */
  readonly step?: string;
}

/**
 * `gone`: deleted, or an update run that a newer one replaced. `evicted`: an eviction removed a placement from a cluster. For `healed` and
 * `gone`, the other fields are those of the failure before; `cause` is empty if there was none.
 */
export interface WatchChange extends BadObject {
  readonly change: 'bad' | 'stillBad' | 'healed' | 'gone' | 'evicted';
}
