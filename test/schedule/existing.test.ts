import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { existingOf, isNewPolicy } from '../../src/schedule/existing.ts';
import { placement, policies, required } from './fleets.ts';

const EAST = required({ labelSelector: { matchLabels: { region: 'east', env: '' } } });

describe('isNewPolicy', () => {
  it('is false for the same policy with another number', () => {
    fc.assert(
      fc.property(policies, fc.integer(), (policy, numberOfClusters) => {
        expect(isNewPolicy(policy, { ...policy, numberOfClusters }, 'ClusterResourcePlacement')).toBe(false);
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
    [
      'a null in place of a default',
      { topologySpreadConstraints: [{ topologyKey: 'a', maxSkew: null }], tolerations: [{ key: 'a', operator: null }] },
      { topologySpreadConstraints: [{ topologyKey: 'a', maxSkew: 1 }], tolerations: [{ key: 'a', operator: 'Equal' }] },
    ],
    ['empty lists', { tolerations: [], clusterNames: [] }, {}],
    [
      'zero values that the webhook writes',
      preferred({}, { weight: 1 }),
      preferred({ weight: 0, preference: {} }, { weight: 1, preference: {} }),
    ],
    ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ])('is false for %s', (_what, before, after) => {
    expect(isNewPolicy(before, after, 'ClusterResourcePlacement')).toBe(false);
  });

  it.each<[string, unknown, unknown]>([
    ['one toleration more', EAST, { ...EAST, tolerations: [{ key: 'a', operator: 'Exists' }] }],
    ['tolerations in another order', { tolerations: [{ key: 'a' }, { key: 'b' }] }, { tolerations: [{ key: 'b' }, { key: 'a' }] }],
    ['names in another order', { clusterNames: ['a', 'b'] }, { clusterNames: ['b', 'a'] }],
    ['a label without a value that goes', EAST, required({ labelSelector: { matchLabels: { region: 'east' } } })],
    ['another type', { placementType: 'PickAll' }, { placementType: 'PickN' }],
    ['an empty affinity', {}, { affinity: {} }],
  ])('is true for %s', (_what, before, after) => {
    expect(isNewPolicy(before, after, 'ClusterResourcePlacement')).toBe(true);
  });

  it('distinguishes no policy from PickAll only for a ResourcePlacement', () => {
    const all = { placementType: 'PickAll' };
    expect(isNewPolicy(undefined, all, 'ResourcePlacement')).toBe(true);
    expect(isNewPolicy(undefined, undefined, 'ResourcePlacement')).toBe(false);
    expect(isNewPolicy({}, all, 'ResourcePlacement')).toBe(false);
    expect(isNewPolicy(undefined, all, 'ClusterResourcePlacement')).toBe(false);
  });
});

it.each<['v0.3' | 'aks' | 'main', boolean]>([
  ['v0.3', true],
  ['aks', true],
  ['main', false],
])('isNewPolicy uses the behaviour of a hub of %s for a ResourcePlacement', (target, expected) => {
  const [open, written] = [{}, { whenUnsatisfiable: 'DoNotSchedule' }].map((more) => ({
    placementType: 'PickN',
    topologySpreadConstraints: [{ topologyKey: 'region', ...more }],
  }));
  expect(isNewPolicy(open, written, 'ResourcePlacement', target)).toBe(expected);
  expect(isNewPolicy(open, written, 'ClusterResourcePlacement', target)).toBe(false);
  const skew = { placementType: 'PickN', topologySpreadConstraints: [{ topologyKey: 'region', maxSkew: 1 }] };
  expect(isNewPolicy(open, skew, 'ResourcePlacement', target)).toBe(false);
});

function preferred(...terms: readonly object[]): object {
  return { affinity: { clusterAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } } };
}

describe('existingOf', () => {
  const labels = { 'kubernetes-fleet.io/parent-CRP': 'web' };
  const latest = object(
    'SchedulingPolicySnapshot',
    'web-1',
    { ...labels, 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
    { policy: EAST },
  );
  const older = object('SchedulingPolicySnapshot', 'web-0', { ...labels, 'kubernetes-fleet.io/is-latest-snapshot': 'false' }, {});
  const clusterScore = { affinityScore: -3, priorityScore: 1 };
  const bound = object('ResourceBinding', 'b-1', labels, {
    targetCluster: 'a',
    state: 'Bound',
    schedulingPolicySnapshotName: 'web-1',
    clusterDecision: { clusterScore },
  });
  const left = object('ResourceBinding', 'b-2', labels, {
    targetCluster: 'b',
    state: 'Unscheduled',
    schedulingPolicySnapshotName: 'web-0',
  });
  const rp = placement(undefined, [], 'ResourcePlacement');

  it('finds the latest policy and the bindings of a placement by their labels', () => {
    const strangers = [
      object('ResourceBinding', 'c', { 'kubernetes-fleet.io/parent-CRP': 'other' }, bound['spec']),
      object('ResourceBinding', 'd', labels, bound['spec'], 'elsewhere'),
      object('ClusterResourceBinding', 'e', labels, bound['spec']),
      object('ResourceBinding', 'f', labels, { state: 'Bound' }),
    ];
    expect(existingOf(rp, 'shop', [older, latest, bound, left, ...strangers])).toEqual({
      policy: EAST,
      numberOfClusters: 2,
      bindings: [
        { name: 'b-1', cluster: 'a', state: 'Bound', current: true, deleting: false, score: { affinity: -3, spread: 1 } },
        { name: 'b-2', cluster: 'b', state: 'Unscheduled', previousState: 'Bound', current: false, deleting: false },
      ].map((binding) => ({ previousState: 'Bound', ...binding })),
    });
  });

  it('returns nothing without the latest policy', () => {
    expect(existingOf(rp, 'shop', [older, bound, left])).toBeUndefined();
  });

  function object(kind: string, name: string, ownLabels: object, spec: unknown, namespace = 'shop'): KubeObject {
    const annotations = { 'kubernetes-fleet.io/number-of-clusters': '2', 'kubernetes-fleet.io/previous-binding-state': 'Bound' };
    const metadata = { name, namespace, labels: { ...ownLabels }, annotations };
    return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind, metadata, spec };
  }
});
