import { isPlacementKind } from '../fleet/kubefleet/kinds.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { rfc3339 } from '../fleet/kubernetes/rfc3339.ts';
import type { WatchChange } from '../watch-report.ts';
import { badObject, type Failure, type Remembered, type WatchMemory } from './memory.ts';
import type { Eviction, Look, Suspicion, Watched } from './watched.ts';

/** Milliseconds. */
export interface WatchLimits {
  /** How often a failure that lasts is reported again. */
  readonly remind: number;
  /** How long a rollout may rest without any progress before it is bad. */
  readonly stalledAfter: number;
}

/** The changes since the last look, and what to remember of this one. @param before absent for the first look at this hub */
export function nextMemory(
  before: WatchMemory | undefined,
  hub: string,
  look: Look,
  limits: WatchLimits,
): { readonly memory: WatchMemory; readonly changes: readonly WatchChange[] } {
  const known = Object.entries(before?.objects ?? {});
  const seen = look.watched.map((watched) => {
    const name = displayName(watched.object);
    const found = before?.objects[name];
    // An object that was created again has no history.
    const isOther = found?.uid !== undefined && watched.uid !== undefined && found.uid !== watched.uid;
    const last = isOther ? undefined : found;
    return { name, last, former: isOther ? found : undefined, next: remembered(last, watched, look.at, limits) };
  });
  const names = new Set(seen.map(({ name }) => name));
  const [unread, absent] = partition(
    known.filter(([name]) => !names.has(name)),
    ([, { object }]) => look.unread.includes(object.kind),
  );
  const evictions = before === undefined ? [] : look.evictions.filter((each) => isNew(each, before));
  return {
    memory: {
      hub,
      at: look.at,
      objects: Object.fromEntries([...seen.map(({ name, next }) => [name, next] as const), ...unread]),
      evictions: knownEvictions(before?.evictions ?? [], look),
    },
    changes: [
      ...seen.flatMap(({ former, last, next }) => [...(former === undefined ? [] : goneOf(former)), ...changeOf(last, next)]),
      ...absent.flatMap(([, last]) => goneOf(last)),
      ...evictions.map(evicted),
    ],
  };
}

/** A bad object stays bad until a look finds it good: a new rollout of it is not a recovery. */
function remembered(last: Remembered | undefined, watched: Watched, at: string, limits: WatchLimits): Remembered {
  const { object, uid, progress, suspicions } = watched;
  const due = new Map(suspicions.map(({ key, countsAt }) => [key, earlier(last?.suspicions?.[key], countsAt)]));
  const progressAt = progress !== undefined && last?.progress === progress ? (last.progressAt ?? at) : firstSeen(last, watched, at);
  const failed =
    failureOf(
      watched,
      suspicions.find(({ key }) => span(due.get(key) ?? at, at) >= 0),
    ) ??
    (progress !== undefined && watched.state === 'open' && span(progressAt, at) >= limits.stalledAfter
      ? stalled(watched, progressAt)
      : undefined) ??
    (watched.state === 'good' ? undefined : last?.bad);
  const state = failed === undefined ? watched.state : 'bad';
  const since = last?.state === state ? last.since : ((state === 'bad' ? watched.since : undefined) ?? wholeSeconds(at));
  return {
    object,
    ...(uid === undefined ? {} : { uid }),
    state,
    since,
    ...(failed === undefined ? {} : { bad: { ...failed, told: remindedAt(last?.bad, at, limits) } }),
    ...(progress === undefined || state === 'good' ? {} : { progress, progressAt }),
    ...(due.size === 0 ? {} : { suspicions: Object.fromEntries(due) }),
  };
}

/** An object that no look has seen may have rested before: the hub's own time counts. Of others a look saw the state before. */
function firstSeen(last: Remembered | undefined, { progressedAt }: Watched, at: string): string {
  return last === undefined && progressedAt !== undefined && span(progressedAt, at) > 0 ? progressedAt : at;
}

function failureOf({ state, cause, failure, step }: Watched, due: Suspicion | undefined): Omit<Failure, 'told'> | undefined {
  const steps = step === undefined ? {} : { step };
  if (state === 'bad') return { cause, ...(failure === undefined ? {} : { failure }), ...steps };
  if (due === undefined || state === 'good') return undefined;
  return { cause: due.cause, ...(due.failure === undefined ? {} : { failure: due.failure }), ...steps };
}

function stalled({ cause, step }: Watched, since: string): Omit<Failure, 'told'> {
  return { cause: `no progress since ${wholeSeconds(since)}: ${cause}`, ...(step === undefined ? {} : { step }) };
}

function remindedAt(last: Failure | undefined, at: string, { remind }: WatchLimits): string {
  return last === undefined || span(last.told, at) >= remind ? at : last.told;
}

function changeOf(last: Remembered | undefined, next: Remembered): readonly WatchChange[] {
  if (next.bad === undefined) return last?.bad === undefined ? [] : [{ change: 'healed', ...badObject(last) }];
  if (last?.bad === undefined) return [{ change: 'bad', ...badObject(next) }];
  return last.bad.told === next.bad.told ? [] : [{ change: 'stillBad', ...badObject(next) }];
}

/** A good run that is deleted or replaced by a newer one is not reported, nor is a good object that the manifests need no longer. */
function goneOf(last: Remembered): readonly WatchChange[] {
  const isOwn = isPlacementKind(last.object.kind) || last.object.kind === 'MemberCluster';
  return last.bad === undefined && !isOwn ? [] : [{ change: 'gone', ...badObject(last) }];
}

/**
 * An eviction has the time of its controller in whole seconds, and is seen later than that. So one that a look saw first can be older
 * than the look before it.
 */
function isNew(eviction: Eviction, { at, evictions }: WatchMemory): boolean {
  if (evictions === undefined) return span(at, eviction.at) > 0;
  return span(at, eviction.at) > -LATEST && !evictions.includes(nameOf(eviction));
}

function knownEvictions(before: readonly string[], { at, evictions }: Look): readonly string[] {
  const known = new Set([...before, ...evictions.map(nameOf)]);
  return [...known].filter((name) => span(at, name.slice(0, name.indexOf(' '))) > -LATEST);
}

function nameOf({ at, name }: Eviction): string {
  return `${at} ${name}`;
}

/** Milliseconds that an eviction may be seen late, also if the clocks of the hub differ. */
const LATEST = 10 * 60_000;

function evicted({ name, placement, cluster, at }: Eviction): WatchChange {
  return { change: 'evicted', object: placement, since: at, cause: `eviction ${name} removed it from ${cluster}` };
}

function earlier(a: string | undefined, b: string): string {
  return a !== undefined && span(a, b) >= 0 ? a : b;
}

/** As the hub writes the times beside it. Looks themselves are remembered to the millisecond. */
function wholeSeconds(at: string): string {
  return rfc3339(Date.parse(at));
}

/** Milliseconds between two times. */
function span(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}
