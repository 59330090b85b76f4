import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isNewPolicy } from '../../src/schedule/existing.ts';
import { policies, required } from './fleets.ts';

const EAST = required({ labelSelector: { matchLabels: { region: 'east', env: '' } } });

describe('isNewPolicy', () => {
  it('is false for one policy with another number', () => {
    fc.assert(
      fc.property(policies, fc.integer(), (policy, numberOfClusters) => {
        expect(isNewPolicy(policy, { ...policy, numberOfClusters })).toBe(false);
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['defaults that the hub fills in', undefined, { placementType: 'PickAll' }],
    ['a defaulted operator', { tolerations: [{ key: 'a' }] }, { tolerations: [{ key: 'a', operator: 'Equal' }] }],
    [
      'a defaulted constraint',
      { topologySpreadConstraints: [{ topologyKey: 'a' }] },
      { topologySpreadConstraints: [{ topologyKey: 'a', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }] },
    ],
    ['empty lists', { tolerations: [], clusterNames: [] }, {}],
    ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ])('is false for %s', (_what, before, after) => {
    expect(isNewPolicy(before, after)).toBe(false);
  });

  it.each<[string, unknown, unknown]>([
    ['one toleration more', EAST, { ...EAST, tolerations: [{ key: 'a', operator: 'Exists' }] }],
    ['tolerations in another order', { tolerations: [{ key: 'a' }, { key: 'b' }] }, { tolerations: [{ key: 'b' }, { key: 'a' }] }],
    ['names in another order', { clusterNames: ['a', 'b'] }, { clusterNames: ['b', 'a'] }],
    ['a label without a value that goes', EAST, required({ labelSelector: { matchLabels: { region: 'east' } } })],
    ['another type', { placementType: 'PickAll' }, { placementType: 'PickN' }],
    ['an empty affinity', {}, { affinity: {} }],
  ])('is true for %s', (_what, before, after) => {
    expect(isNewPolicy(before, after)).toBe(true);
  });
});
