import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { GatedPlacement } from '../../../src/report.ts';
import { gate } from '../../support/gate/gate.ts';
import { largeFleet, placementName } from '../../support/fleets/large-fleet.ts';

test('a verdict keeps no reference to an object that was read for it', async () => {
  const { look } = gate({ targets: [`crp/${placementName(0)}`] });
  const make = (): { readonly kept: readonly GatedPlacement[]; readonly read: readonly WeakRef<object>[] } => {
    const objects = [...largeFleet({ placements: 1, clusters: 5 })];
    return { kept: look(objects).placements, read: objects.map((object) => new WeakRef(object)) };
  };
  const { kept, read } = make();
  expect(await heldOf(read)).toEqual([]);
  expect(kept[0]?.clusters).toHaveLength(5);
});

/** The objects that are still alive after several garbage collections; one that has begun keeps what was alive at its start. */
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
