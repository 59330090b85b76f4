/** A hub that cannot be read is reported after its grace, and so is that it can be read again. */
import { describe, expect, it } from 'vitest';
import { nextMemory } from '../../src/watch/next-memory.ts';
import { HUB_GRACE, HUB_NAME, readableAgain, unreadableHub } from '../../src/watch/unreadable-hub.ts';
import type { WatchMemory } from '../../src/watch/memory.ts';
import type { Look } from '../../src/watch/watched.ts';

const BEGAN = Date.parse('2026-11-21T03:00:00Z');
const LIMITS = { remind: 24 * 60 * 60_000, stalledAfter: 60 * 60_000 };
const at = (ms: number): string => new Date(BEGAN + ms).toISOString();
const SHOP = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacement', name: 'shop' };
const look = (ms: number): Look => ({
  at: at(ms),
  watched: [{ object: SHOP, state: 'good', cause: '', suspicions: [] }],
  unread: [],
  denied: [],
  evictions: [],
});

type Step = ReturnType<typeof nextMemory>;
const unread = (before: WatchMemory | undefined, ms: number): Step =>
  unreadableHub(before, 'h', { at: at(ms), why: 'unreachable' }, LIMITS);
const read = (before: WatchMemory | undefined, ms: number): Step => nextMemory(before, 'h', readableAgain(look(ms), before), LIMITS);
const told = ({ changes }: Step): readonly string[] => changes.map(({ change, cause }) => `${change} ${cause}`);

describe('a hub that cannot be read', () => {
  const first = read(undefined, 0);
  const begins = unread(first.memory, 60_000);

  it('is not reported before its grace, by the clock', () => {
    expect(told(begins)).toEqual([]);
    expect(told(unread(begins.memory, HUB_GRACE))).toEqual([]);
  });

  it('is reported once after its grace, and the objects stay as they were', () => {
    const bad = unread(begins.memory, 60_000 + HUB_GRACE);
    expect(told(bad)).toEqual(['bad the hub cannot be read: it does not answer']);
    expect(bad.memory.objects['ClusterResourcePlacement/shop']).toEqual(first.memory.objects['ClusterResourcePlacement/shop']);
    expect(told(unread(bad.memory, 2 * HUB_GRACE))).toEqual([]);
    const again = read(bad.memory, 3 * HUB_GRACE);
    expect(told(again)).toEqual(['healed the hub cannot be read: it does not answer']);
    const later = read(again.memory, 4 * HUB_GRACE);
    expect([told(later), Object.keys(later.memory.objects)]).toEqual([[], ['ClusterResourcePlacement/shop']]);
  });

  it('for a moment only is not reported at all', () => {
    expect(told(read(begins.memory, 120_000))).toEqual([]);
  });

  it('begins again after a look that could read it', () => {
    const good = read(read(begins.memory, 120_000).memory, 180_000);
    expect(told(unread(good.memory, 2 * HUB_GRACE))).toEqual([]);
  });

  it('is reported if it could never be read', () => {
    const never = unread(undefined, 0);
    expect(told(unread(never.memory, HUB_GRACE))).toHaveLength(1);
  });

  it('keeps evictions of that time for the first look after it', () => {
    const bad = unread(begins.memory, 2 * HUB_GRACE);
    const eviction = { name: 'off', placement: SHOP, cluster: 'east', at: at(HUB_GRACE) };
    const { changes } = nextMemory(bad.memory, 'h', { ...look(3 * HUB_GRACE), evictions: [eviction] }, LIMITS);
    expect(changes.map(({ change }) => change)).toContain('evicted');
  });

  it('has the name under which it is remembered', () => {
    expect(begins.memory.objects[HUB_NAME]?.state).toBe('open');
  });
});
