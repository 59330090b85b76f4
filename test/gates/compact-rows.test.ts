/** Rows that are kept as numbers: they are those that were given, and nothing else is kept with them. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { array, assert, boolean, constant, constantFrom, date, option, property, record, string } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { compactRows, withCompactRows } from '../../src/gates/verdict/compact-rows.ts';
import type { GatedCluster, GatedPlacement } from '../../src/report.ts';
import { gate } from '../support/gate.ts';
import { largeFleet, placementName } from '../support/large-fleet.ts';

const TIMES = date({ min: new Date(0), max: new Date('2105-01-01'), noInvalidDate: true }).map(
  (time) => `${time.toISOString().slice(0, 19)}Z`,
);
/** What a hub may say as well. */
const ODD_TIMES = constantFrom(
  '',
  'soon',
  '2026-03-04T10:00:00.123456Z',
  '2026-03-04T10:00:00+01:00',
  '1960-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2106-02-07T06:28:15Z',
);
const ROWS = array(
  record(
    {
      name: string(),
      stage: constantFrom('Scheduled', 'Applied', 'Available'),
      verdict: constantFrom('passed', 'waiting', 'failed', 'notVerified'),
      since: TIMES,
      group: option(constantFrom('east', 'west'), { nil: 'none' }),
      note: string(),
      forgiven: constant(true),
    },
    { requiredKeys: ['name', 'stage', 'verdict'], noNullPrototype: true },
  ),
  { maxLength: 30 },
);

function placement(clusters: readonly GatedCluster[]): GatedPlacement {
  const object = { apiVersion: 'v1', kind: 'ClusterResourcePlacement', name: 'web' };
  return { object, verdict: 'passed', summary: 'good', freshness: 'proven', clusters, diagnoses: [] };
}

describe('rows that are kept as numbers', () => {
  test('are those that were given', () => {
    assert(
      property(ROWS, ODD_TIMES, boolean(), (given, odd, isOdd) => {
        const rows = isOdd && given[0] !== undefined ? [...given, { ...given[0], since: odd }] : given;
        expect(compactRows(rows)()).toStrictEqual(rows);
        expect(withCompactRows(placement(rows))).toEqual(placement(rows));
      }),
      { seed: 17, numRuns: 300 },
    );
  });

  test('are the same ones for whoever asks again, and those of another target are others', () => {
    const [a, b] = [compactRows([{ name: 'east', stage: 'Applied', verdict: 'passed' }]), compactRows([])];
    expect(a()).toBe(a());
    expect(b()).toEqual([]);
    expect(a()).toEqual([{ name: 'east', stage: 'Applied', verdict: 'passed' }]);
  });

  test('ask for the date of a day once', () => {
    const texts = vi.spyOn(Date.prototype, 'toISOString');
    const row = (index: number): GatedCluster => ({
      name: `member-${index}`,
      stage: 'Applied',
      verdict: 'passed',
      since: `2026-03-04T10:${String(index).padStart(2, '0')}:00Z`,
    });
    const rows = Array.from({ length: 60 }, (_, index) => row(index));
    expect(compactRows(rows)()).toEqual(rows);
    expect(texts.mock.calls.length).toBeLessThanOrEqual(1);
    texts.mockRestore();
  });

  test('keep none of the rows that were given', async () => {
    const make = (): { readonly kept: GatedPlacement; readonly row: WeakRef<object> } => {
      const rows = Array.from({ length: 100 }, (_, index) => ({ name: `member-${index}`, stage: 'Applied', verdict: 'passed' as const }));
      return { kept: withCompactRows(placement(rows)), row: new WeakRef(rows) };
    };
    const { kept, row } = make();
    expect(await heldOf([row])).toEqual([]);
    expect(kept.clusters).toHaveLength(100);
  });
});

test('a verdict keeps nothing of what was read to judge it', async () => {
  const { look } = gate({ targets: [`crp/${placementName(0)}`] });
  const make = (): { readonly kept: readonly GatedPlacement[]; readonly read: readonly WeakRef<object>[] } => {
    const objects = [...largeFleet({ placements: 1, clusters: 5 })];
    return { kept: look(objects).placements, read: objects.map((object) => new WeakRef(object)) };
  };
  const { kept, read } = make();
  expect(await heldOf(read)).toEqual([]);
  expect(kept[0]?.clusters).toHaveLength(5);
});

/** What somebody holds. A collection that is under way keeps what was alive when it began, so there are several. */
async function heldOf(all: readonly WeakRef<object>[]): Promise<readonly object[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let held: readonly WeakRef<object>[] = all;
  for (let round = 0; round < 20 && held.length > 0; round++) {
    await setImmediate();
    collect();
    held = held.filter((each) => each.deref() !== undefined);
  }
  return held;
}
