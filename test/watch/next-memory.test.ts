import { expect, it } from 'vitest';
import { type WatchLimits, nextMemory } from '../../src/watch/next-memory.ts';
import type { WatchMemory } from '../../src/watch/memory.ts';
import type { Eviction, Look, Watched } from '../../src/watch/watched.ts';

const SHOP = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const RUN = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', name: 'shop-7' };
const LIMITS: WatchLimits = { remind: 24 * 3_600_000, stalledAfter: 3_600_000 };
const BEGIN = Date.parse('2026-11-21T03:00:00.250Z');

const good: Watched = { object: SHOP, state: 'good', cause: '', suspicions: [] };
const bad: Watched = { ...good, state: 'bad', cause: 'The quota is exceeded on east', failure: 'apply-quota-exceeded' };
const open: Watched = { ...good, state: 'open', cause: 'a rollout is under way', progress: 'snapshot 1, waiting Applied 2' };
const suspected: Watched = {
  ...open,
  suspicions: [{ key: 'rollout-undecided||', failure: 'rollout-undecided', cause: 'Nothing moves', countsAt: at(2) }],
};

/** Plays looks, one each `minutes`, and returns what each reported. */
function play(looks: readonly (readonly Watched[])[], minutes = 1, more: Partial<Look> = {}): readonly (readonly string[])[] {
  let memory: WatchMemory | undefined;
  return looks.map((watched, index) => {
    const next = nextMemory(memory, 'hub', { at: at(index * minutes), watched, unread: [], denied: [], evictions: [], ...more }, LIMITS);
    memory = next.memory;
    return next.changes.map(({ change, since, cause }) => `${change} since ${since.slice(11, 16)}${cause === '' ? '' : `: ${cause}`}`);
  });
}

function at(minute: number): string {
  return new Date(BEGIN + minute * 60_000).toISOString();
}

it('reports a failure once, and the recovery with the time of the failure', () => {
  const cause = 'The quota is exceeded on east';
  expect(play([[good], [bad], [bad], [good], [good]])).toEqual([
    [],
    [`bad since 03:01: ${cause}`],
    [],
    [`healed since 03:01: ${cause}`],
    [],
  ]);
});

it('uses the time of the hub for the beginning of a failure', () => {
  expect(play([[{ ...bad, since: '2026-11-21T01:30:00Z' }]])).toEqual([['bad since 01:30: The quota is exceeded on east']]);
});

it('begins a failure without a time of the hub at the whole second of the look', () => {
  const { memory, changes } = nextMemory(undefined, 'hub', { at: at(1), watched: [bad], unread: [], denied: [], evictions: [] }, LIMITS);
  expect(changes.map(({ since }) => since)).toEqual(['2026-11-21T03:01:00Z']);
  expect(Object.values(memory.objects).map(({ since }) => since)).toEqual(['2026-11-21T03:01:00Z']);
});

it('reports a failure whose cause changes as the same failure', () => {
  expect(play([[bad], [{ ...bad, cause: 'The namespace is missing on east' }]])[1]).toEqual([]);
});

it('reminds by the clock, however many looks there are', () => {
  const hours = (every: number): number =>
    play(
      Array.from({ length: (72 * 60) / every + 1 }, () => [bad]),
      every,
    ).flat().length;
  expect([hours(1), hours(5), hours(60)]).toEqual([4, 4, 4]);
});

it('does not take a new rollout of a failed placement for a recovery', () => {
  expect(play([[bad], [open], [open], [bad], [good]]).map(({ length }) => length)).toEqual([1, 0, 0, 0, 1]);
});

it('treats a suspicion as a failure when its time is over, although each look moves it', () => {
  const later = { ...suspected, suspicions: suspected.suspicions.map((each) => ({ ...each, countsAt: at(9) })) };
  expect(play([[suspected], [later], [later]])).toEqual([[], [], ['bad since 03:02: Nothing moves']]);
});

it('forgets a suspicion that a look does not have', () => {
  const later = { ...suspected, suspicions: suspected.suspicions.map((each) => ({ ...each, countsAt: at(9) })) };
  expect(play([[suspected], [open], [later], [later]]).flat()).toEqual([]);
});

it('reports a rollout without progress, and none that moves or may rest', () => {
  const moving = Array.from({ length: 5 }, (_, index) => [{ ...open, progress: `waiting Applied ${9 - index}` }]);
  const { progress: _, ...resting } = open;
  expect(
    play(
      Array.from({ length: 4 }, () => [open]),
      25,
    ).flat(),
  ).toEqual([`bad since 04:15: no progress since 2026-11-21T03:00:00Z: ${open.cause}`]);
  expect(play(moving, 50).flat()).toEqual([]);
  expect(
    play(
      Array.from({ length: 9 }, () => [resting]),
      50,
    ).flat(),
  ).toEqual([]);
});

it('uses the time of the hub for a rollout that no look has seen before', () => {
  const rested = { ...open, progressedAt: '2026-11-21T01:30:00Z' };
  expect(play([[rested]])).toEqual([[`bad since 03:00: no progress since 2026-11-21T01:30:00Z: ${open.cause}`]]);
  expect(play([[{ ...rested, progressedAt: '2026-11-21T02:30:00Z' }]]).flat()).toEqual([]);
  expect(play([[good], [rested], [rested]]).flat()).toEqual([]);
  expect(play([[{ ...rested, progressedAt: '2026-11-21T09:30:00Z' }]]).flat()).toEqual([]);
});

it('reports a placement that is gone, and a run only if it was bad', () => {
  expect(play([[good], []])).toEqual([[], ['gone since 03:00']]);
  expect(play([[{ ...good, object: RUN }], []])).toEqual([[], []]);
  expect(play([[{ ...bad, object: RUN }], []])[1]).toEqual([`gone since 03:00: ${bad.cause}`]);
});

it('takes an object that was created again for another one: the former is gone, and its failure with it', () => {
  const [former, other] = [
    { ...bad, uid: 'a' },
    { ...open, uid: 'b' },
  ];
  expect(play([[former], [other], [{ ...bad, uid: 'b' }]])).toEqual([
    [`bad since 03:00: ${bad.cause}`],
    [`gone since 03:00: ${bad.cause}`],
    [`bad since 03:02: ${bad.cause}`],
  ]);
  expect(play([[former], [bad], [{ ...good, uid: 'a' }]]).map(({ length }) => length)).toEqual([1, 0, 1]);
});

it('does not take an object for gone whose kind cannot be read', () => {
  expect(play([[bad], [], [bad]], 1, { unread: ['ClusterResourcePlacement'] })).toEqual([[expect.stringContaining('bad')], [], []]);
});

it('reports each eviction once, and none from before the first look', () => {
  const [first, second] = [at(-5), at(1.5)].map((time) => ({ name: 'off-east', placement: SHOP, cluster: 'east', at: time }));
  expect(evictedIn([[first], [first], [first, second], [first, second]])).toEqual([
    [],
    [],
    ['evicted since 03:01: eviction off-east removed it from east'],
    [],
  ]);
});

it('reports an eviction of the second of the last look, or one that is seen minutes late', () => {
  const looks = (...evictions: readonly string[]): Look => ({
    at: '2026-11-21T03:00:05.300Z',
    watched: [good],
    unread: [],
    denied: [],
    evictions: evictions.map((time) => ({ name: `at-${time}`, placement: SHOP, cluster: 'east', at: `2026-11-21T${time}Z` })),
  });
  const { memory } = nextMemory(undefined, 'hub', looks('03:00:04'), LIMITS);
  const next = { ...looks('03:00:04', '03:00:05', '02:58:00', '02:40:00'), at: '2026-11-21T03:01:05.300Z' };
  const { memory: after, changes } = nextMemory(memory, 'hub', next, LIMITS);
  expect(changes.map(({ since }) => since)).toEqual(['2026-11-21T03:00:05Z', '2026-11-21T02:58:00Z']);
  expect(nextMemory(after, 'hub', { ...next, at: '2026-11-21T03:02:05.300Z' }, LIMITS).changes).toEqual([]);
});

it('reports an eviction once that a later look cannot read for a while', () => {
  const eviction = { name: 'off-east', placement: SHOP, cluster: 'east', at: at(0.5) };
  expect(evictedIn([[], [eviction], [], [eviction]]).map(({ length }) => length)).toEqual([0, 1, 0, 0]);
});

/** Plays looks at evictions, one each minute, and returns what each reported. */
function evictedIn(looks: readonly (readonly (Eviction | undefined)[])[]): readonly (readonly string[])[] {
  let memory: WatchMemory | undefined;
  return looks.map((evictions, index) => {
    const look = { at: at(index), watched: [good], unread: [], denied: [], evictions: evictions.flatMap((each) => each ?? []) };
    const next = nextMemory(memory, 'hub', look, LIMITS);
    memory = next.memory;
    return next.changes.map(({ change, since, cause }) => `${change} since ${since.slice(11, 16)}: ${cause}`);
  });
}
