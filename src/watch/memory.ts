import type { ObjectRef } from '../fleet/kubernetes/object.ts';
import type { BadObject, WatchedState } from '../watch-report.ts';

/** The facts that one look leaves for the next. Names, times and texts of fleet-gate only, because forks can read caches. */
export interface WatchMemory {
  /** The hub it is about, see `hubId`. */
  readonly hub: string;
  /** RFC 3339: the time of the look. */
  readonly at: string;
  /** By display name. */
  readonly objects: Readonly<Record<string, Remembered>>;
}

export interface Remembered {
  readonly object: ObjectRef;
  readonly state: WatchedState;
  /** RFC 3339: since when it is in this state. */
  readonly since: string;
  /** Present if it is bad. */
  readonly bad?: Failure;
  /** The last progress of a rollout, and when it was first seen. */
  readonly progress?: string;
  readonly progressAt?: string;
  /** When each suspicion becomes a failure, by its key. */
  readonly suspicions?: Readonly<Record<string, string>>;
}

export interface Failure extends Pick<BadObject, 'cause' | 'failure' | 'step'> {
  /** RFC 3339: when it was last reported. */
  readonly told: string;
}

/** The bad objects, by name. */
export function badObjects({ objects }: WatchMemory): readonly BadObject[] {
  return Object.entries(objects)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, remembered]) => (remembered.bad === undefined ? [] : [badObject(remembered)]));
}

/** An object with its failure. `cause` is empty if it has none. */
export function badObject({ object, since, bad }: Remembered): BadObject {
  const { cause = '', failure, step } = bad ?? {};
  return { object, since, cause, ...(failure === undefined ? {} : { failure }), ...(step === undefined ? {} : { step }) };
}
