import { expect, it } from 'vitest';

import type { HubListing, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { PreviousObject } from '../../../src/static/world/previous-object.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

const text = (clusters: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { policy: { clusterNames: [${clusters}] } }
`;
const { manifests } = parseManifests(text('one'), 'a.yaml');
const [manifest] = manifests;

const CRP = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
const denied = { kind: 'denied', message: 'forbidden' } as const;

function hubWith(objects: readonly KubeObject[], visibility: Visibility = { kind: 'seen' }): HubListing {
  return { objects, apis: undefined, visibility: ({ kind }) => (kind === CRP.kind ? visibility : denied) };
}

function before(base: string, hub?: HubListing): PreviousObject | undefined {
  const world = makeWorld({
    target: 'main',
    now: new Date(0),
    manifests,
    base: parseManifests(base, 'b.yaml').manifests,
    ...(hub && { hub }),
  });
  return manifest === undefined ? undefined : world.before(manifest);
}

it('finds the object in the base in any version', () => {
  const applied = [{ spec: { policy: { clusterNames: ['two'] } } }];
  expect(before(text('two').replace('/v1', '/v1beta1'))).toMatchObject({ applied });
  expect(before('')).toBeUndefined();
});

it('does not guess between two objects, nor at placeholders', () => {
  expect(before(`${text('two')}---\n${text('three')}`)).toBeUndefined();
  expect(before(text('"${CLUSTER}"'))).toBeUndefined();
});

const note = (said: string): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': said } },
  spec: { strategy: {} },
  status: { conditions: [] },
});

it('prefers the object of the hub, with the annotation of kubectl', () => {
  const { apiVersion, kind } = note('{}');
  const applied = { apiVersion, kind, metadata: { name: 'shop' }, spec: { a: 1 } };
  const live = note(JSON.stringify(applied));
  expect(before(text('two'), hubWith([live]))).toEqual({ manifest: applied, applied: [applied], live });
});

it('leaves open what was applied if no annotation recorded it', () => {
  const live = note('{');
  const same = { apiVersion: live.apiVersion, kind: live.kind, metadata: { name: 'shop' } };
  expect(before('', hubWith([live]))).toEqual({ manifest: undefined, applied: [same, { ...same, spec: live['spec'] }], live });
  expect(before(text('two'), hubWith([live]))?.applied[2]).toMatchObject({ spec: { policy: {} } });
});

it('treats an object that the hub lacks as new, and uses the base only if the hub could not be read', () => {
  expect(before(text('two'), hubWith([]))).toBeUndefined();
  expect(before(text('two'), hubWith([], denied))).toMatchObject({ applied: [{ spec: { policy: { clusterNames: ['two'] } } }] });
});
