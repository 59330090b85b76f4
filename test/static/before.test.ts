import { expect, it } from 'vitest';

import { makeWorld } from '../../src/static/make-world.ts';
import { parseManifests } from '../../src/static/read/parse-manifests.ts';
import type { KubeObject } from '../../src/fleet/object.ts';

const text = (clusters: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { policy: { clusterNames: [${clusters}] } }
`;
const { manifests } = parseManifests(text('one'), 'a.yaml');
const [manifest] = manifests;

function before(base: string, live: readonly KubeObject[] = []): unknown {
  const world = makeWorld({ target: 'main', now: new Date(0), manifests, base: parseManifests(base, 'b.yaml').manifests, live });
  return manifest === undefined ? 'no manifest' : world.before(manifest);
}

it('finds the object in the base, whatever its version', () => {
  expect(before(text('two').replace('/v1', '/v1beta1'))).toMatchObject({ manifest: { spec: { policy: { clusterNames: ['two'] } } } });
  expect(before('')).toBeUndefined();
});

it('does not guess between two, nor at placeholders', () => {
  expect(before(`${text('two')}---\n${text('three')}`)).toBeUndefined();
  expect(before(text('"${CLUSTER}"'))).toBeUndefined();
});

it('prefers what the hub has, with what kubectl noted', () => {
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ metadata: { name: 'shop' }, spec: { a: 1 } }),
  };
  const live = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop', annotations },
    spec: {},
  };
  expect(before(text('two'), [live])).toEqual({ manifest: { metadata: { name: 'shop' }, spec: { a: 1 } }, live });
  expect(before(text('two'), [{ ...live, metadata: { name: 'shop' } }])).toMatchObject({ manifest: { spec: { policy: {} } } });
  expect(
    before(text('two'), [
      { ...live, metadata: { name: 'shop', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{' } } },
    ]),
  ).not.toHaveProperty('live');
});
