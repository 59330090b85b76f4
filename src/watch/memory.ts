import type { ObjectRef } from '../fleet/kubernetes/object.ts';
import { isObject, stringAt } from '../fleet/json/json.ts';
import { type BadObject, WATCHED_STATES, type WatchChange, type WatchedState } from '../watch-report.ts';

/** The facts that one look leaves for the next. Names, times and texts of fleet-gate only, because forks can read caches. */
export interface WatchMemory {
  /** The hub and the selection that it is about. */
  readonly hub: string;
  /** RFC 3339: the time of the look. */
  readonly at: string;
  /** By display name. */
  readonly objects: Readonly<Record<string, Remembered>>;
  /** Changes that the webhook did not accept yet; absent if there are none. */
  readonly undelivered?: readonly WatchChange[];
  /** Evictions that are known, so that each is reported once: those of the last minutes, as `TIME NAME`. Absent in a memory of issues. */
  readonly evictions?: readonly string[];
}

export interface Remembered {
  readonly object: ObjectRef;
  readonly uid?: string;
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

/** The memory in a file; `undefined` if it is damaged. */
export function toMemory(value: unknown, hub: string): WatchMemory | undefined {
  const at = stringAt(value, 'at');
  if (!isObject(value) || !isTime(at)) return undefined;
  const { objects, undelivered = [], evictions } = value;
  if (!isObject(objects) || !Object.values(objects).every((entry) => toRemembered(entry) !== undefined)) return undefined;
  if (!Array.isArray(undelivered) || !undelivered.every(isChange)) return undefined;
  if (evictions !== undefined && !isTexts(evictions)) return undefined;
  return {
    hub,
    at,
    objects: objects as WatchMemory['objects'],
    ...(undelivered.length === 0 ? {} : { undelivered }),
    ...(evictions === undefined ? {} : { evictions }),
  };
}

/** `undefined` for any other value. */
export function toRemembered(value: unknown): Remembered | undefined {
  if (!isObject(value) || !isOfObject(value)) return undefined;
  const { state, bad, suspicions } = value;
  const isWhole =
    WATCHED_STATES.some((each) => each === state) &&
    (state === 'bad') === (bad !== undefined) &&
    (bad === undefined || (stringAt(bad, 'cause') !== undefined && isTime(stringAt(bad, 'told')))) &&
    (suspicions === undefined || (isObject(suspicions) && Object.values(suspicions).every((at) => typeof at === 'string' && isTime(at))));
  return isWhole ? (value as unknown as Remembered) : undefined;
}

function isChange(value: unknown): value is WatchChange {
  return isObject(value) && isOfObject(value) && ['change', 'cause'].every((field) => stringAt(value, field) !== undefined);
}

function isOfObject(value: unknown): boolean {
  return (
    ['apiVersion', 'kind', 'name'].every((field) => stringAt(value, 'object', field) !== undefined) && isTime(stringAt(value, 'since'))
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isTime(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}
