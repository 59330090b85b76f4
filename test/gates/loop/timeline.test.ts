/** The timeline of a wait has the changes of each check, in whichever form it is stored. */
import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/gates/loop/progress.ts';
import { Timeline } from '../../../src/gates/loop/timeline.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import type { Diagnosis, GatedPlacement, TimelineEntry } from '../../../src/report.ts';
import { gate } from '../../support/gate/gate.ts';

const CLUSTERS = array(
  record({
    name: constantFrom('east', 'west', 'north'),
    stage: constantFrom('Applied', 'Available'),
    verdict: constantFrom('passed', 'waiting'),
  }),
  { maxLength: 3 },
);
const LOOKS = array(
  array(
    record({
      name: constantFrom('web', 'shop'),
      verdict: constantFrom('passed', 'waiting', 'failed'),
      summary: constantFrom('good', 'not yet'),
      clusters: CLUSTERS,
      diagnoses: array(constantFrom({ id: 'a' } as Diagnosis), { maxLength: 1 }),
    }),
    { maxLength: 3 },
  ),
  { maxLength: 6 },
);
const NOTHING_SEEN = gate().look([]);

test('the timeline has the changes of all checks, in their order', () => {
  assert(
    property(LOOKS, (looks) => {
      const timeline = new Timeline();
      const expected: TimelineEntry[] = [];
      let before: GateState | undefined;
      for (const [index, placements] of looks.entries()) {
        const state = { ...NOTHING_SEEN, placements: placements.map(placementOf) };
        const at = new Date(index * 1000);
        const changes = changesBetween(before, state, at);
        expect([...timeline.moved(before, state, at)]).toEqual(changes);
        expected.push(...changes);
        before = state;
      }
      expect(timeline.newest()).toEqual({ timeline: expected });
      for (const most of [0, 1, 3, expected.length]) {
        const earlier = Math.max(0, expected.length - most);
        const left = earlier === 0 ? {} : { earlierChanges: earlier };
        expect(timeline.newest(most)).toEqual({ timeline: expected.slice(earlier), ...left });
      }
    }),
    { seed: 17 },
  );
});

function placementOf({ name, ...rest }: Omit<GatedPlacement, 'object' | 'freshness'> & { readonly name: string }): GatedPlacement {
  return { object: { apiVersion: 'v1', kind: 'ClusterResourcePlacement', name }, freshness: 'proven', ...rest };
}
