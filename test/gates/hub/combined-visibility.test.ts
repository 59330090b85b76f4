/** Several readings of a type together, each of a part, compared with the requested objects one by one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interest, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { combinedVisibility } from '../../../src/gates/hub/access/combined-visibility.ts';

const TYPE = { group: 'placement.kubernetes-fleet.io', kind: 'Work' };
const NAMESPACES = ['a', 'b'] as const;
/** Two placements that are requested by name, and another one that is not. */
const NAMES = ['x', 'y', 'other'] as const;

interface Reading {
  readonly interest: Interest;
  readonly state: Visibility;
}

const STATE: fc.Arbitrary<Visibility> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'seen' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'denied' as const, message: 'forbidden' }) },
  fc.constant({ kind: 'notServed' as const, message: 'no such kind' }),
  fc.constant({ kind: 'unread' as const }),
);

/** A reading of all objects, of one namespace, of some placements, or of both. */
const READING: fc.Arbitrary<Reading> = fc
  .record({
    namespace: fc.option(fc.constantFrom(...NAMESPACES), { nil: undefined }),
    of: fc.option(fc.constantFrom(['x'], ['y'], ['x', 'y']), { nil: undefined }),
    state: STATE,
  })
  .map(({ namespace, of, state }) => ({
    interest: { ...TYPE, ...(namespace === undefined ? {} : { namespace }), ...(of === undefined ? {} : { of }) },
    state,
  }));

const READINGS = fc.array(READING, { maxLength: 5 });

/** The objects, by namespace and placement, that are asked for within a namespace or everywhere. */
function cells({ interest }: Reading, place: string | undefined): readonly string[] {
  return NAMESPACES.filter((name) => (interest.namespace ?? name) === name && (place ?? name) === name).flatMap((namespace) =>
    NAMES.filter((name) => interest.of?.includes(name) !== false).map((name) => `${namespace}/${name}`),
  );
}

/** As a reader of one namespace gives them: other namespaces are not known. */
function within(readings: readonly Reading[], namespace: string | undefined): readonly Reading[] {
  return readings.filter(({ interest }) => namespace === undefined || (interest.namespace ?? namespace) === namespace);
}

describe.each([undefined, 'a'])('readings of a type for the namespace %o', (namespace) => {
  const combined = (readings: readonly Reading[]): Visibility => combinedVisibility(within(readings, namespace), namespace !== undefined);
  const seenBy = (readings: readonly Reading[]): ReadonlySet<string> =>
    new Set(readings.filter(({ state }) => state.kind === 'seen').flatMap((reading) => cells(reading, namespace)));

  it('are seen only if no requested object may be missing', () => {
    fc.assert(
      fc.property(READINGS, (readings) => {
        const asked = within(readings, namespace);
        const seen = seenBy(asked);
        if (combined(readings).kind === 'seen')
          expect(asked.flatMap((each) => cells(each, namespace)).filter((each) => !seen.has(each))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('are seen if each of them is seen, or one with a wider scope is', () => {
    fc.assert(
      fc.property(READINGS, fc.boolean(), (readings, isCovered) => {
        const asked = within(readings, namespace);
        const whole: Reading = { interest: namespace === undefined ? TYPE : { ...TYPE, namespace }, state: { kind: 'seen' } };
        const all = isCovered ? [...readings, whole] : readings.map((each): Reading => ({ ...each, state: { kind: 'seen' } }));
        expect(combined(all).kind).toBe(isCovered || asked.length > 0 ? 'seen' : 'unread');
      }),
    );
  });

  it('report the reason that hides an object, and prefer an answer to a missing one', () => {
    fc.assert(
      fc.property(READINGS, (readings) => {
        const said = combined(readings);
        if (said.kind === 'seen') return;
        const states = within(readings, namespace).map(({ state }) => state);
        if (states.length > 0) expect(states).toContainEqual(said);
        else expect(said).toEqual({ kind: 'unread' });
      }),
    );
  });

  it('give the same result in any order', () => {
    fc.assert(
      fc.property(
        READINGS.chain((readings) => fc.tuple(fc.constant(readings), fc.shuffledSubarray(readings, { minLength: readings.length }))),
        ([readings, shuffled]) => {
          expect(combined(shuffled)).toEqual(combined(readings));
        },
      ),
    );
  });
});
