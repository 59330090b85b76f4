import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';

/** Fields that only a server writes. It drops, ignores or refuses them in a manifest, so they say nothing about the deploy. */
const METADATA: Readonly<Record<string, unknown>> = {
  deletionTimestamp: '2026-01-01T00:00:00Z',
  deletionGracePeriodSeconds: 30,
  creationTimestamp: '2026-01-01T00:00:00Z',
  uid: '0b8c0d94-7d11-4c1b-9d2e-2d9b4cfb0001',
  resourceVersion: '12',
  generation: 4,
  selfLink: '/api/v1/x',
  managedFields: [{ manager: 'kubectl', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
};
const NAMES = [...Object.keys(METADATA), 'status'];

function withField(object: KubeObject, name: string): KubeObject {
  if (name === 'status') return { ...object, status: { phase: 'Terminating', replicas: 9, observedGeneration: 9 } };
  return { ...object, metadata: { ...object.metadata, [name]: METADATA[name] } };
}

const selector = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const placement: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [selector] },
};
const override: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceOverride',
  metadata: { name: 'more', namespace: 'shop' },
  spec: {
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: { overrideRules: [{ clusterSelector: {}, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/a', value: 'b' }] }] },
  },
};
const homeless: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shpo' } };

/** Each of them is not what the hub has. */
const DIFFERENT: readonly (readonly [string, KubeObject])[] = [
  ['a workload', orders('v2')],
  ['a Namespace', { ...namespaceShop(), metadata: { name: 'shop', labels: { team: 'a' } } }],
  ['a placement', { ...placement, spec: { resourceSelectors: [{ ...selector, name: 'other' }] } }],
  ['an override', override],
  ['an object that no placement selects', homeless],
];

const hub = objectsOf(greenFleet(['east']));

function verdict(manifests: readonly KubeObject[]): unknown {
  const state = gate({ targets: ['crp/shop'], manifests, options: { requireSelected: true } }).once(hub);
  return { outcome: state.outcome, causes: causesIn(state), unplaced: state.unplaced };
}

describe.each(NAMES)('a manifest with the field %s', (name) => {
  test.each(DIFFERENT)('is compared as without it: %s', (_, manifest) => {
    const without = verdict([manifest]);
    expect(without).not.toMatchObject({ outcome: 'passed' });
    expect(verdict([withField(manifest, name)])).toEqual(without);
  });

  test('passes if the hub has its content', () => {
    const held = [namespaceShop(), orders('v1')].map((object) => withField(object, name));
    expect(verdict(held)).toMatchObject({ outcome: 'passed' });
  });
});
