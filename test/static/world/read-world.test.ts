import { describe, expect, test } from 'vitest';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';

describe('makeWorld', () => {
  const text = [
    'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ResourcePlacement\nmetadata: {name: a, namespace: x}\n',
    'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ResourcePlacement\nmetadata: {name: a, namespace: x}\n',
    'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {generateName: a-}\n',
    'apiVersion: example.io/v1\nkind: ResourcePlacement\nmetadata: {name: a, namespace: x}\n',
  ].join('---\n');
  const { manifests } = parseManifests(text, 'f.yaml');
  const world = makeWorld({ target: 'v0.3', now: new Date(0), manifests });
  const group = 'placement.kubernetes-fleet.io';

  test('finds objects by identity, in any version', () => {
    expect(world.find({ group, kind: 'ResourcePlacement', namespace: 'x', name: 'a' })).toEqual(manifests.slice(0, 2));
    expect(world.find({ group, kind: 'ResourcePlacement', name: 'a' })).toEqual([]);
    expect(world.find({ group: 'example.io', kind: 'ResourcePlacement', namespace: 'x', name: 'a' })).toEqual(manifests.slice(3));
  });

  test('finds an object without a name only by its kind', () => {
    expect(world.find({ group, kind: 'ClusterResourcePlacement', name: '' })).toEqual([]);
    expect(world.ofKind('ClusterResourcePlacement')).toEqual(manifests.slice(2, 3));
    expect(world.ofKind('Service')).toEqual([]);
  });

  test('distinguishes unknown clusters from no clusters', () => {
    expect(world.members).toBeUndefined();
    expect(makeWorld({ target: 'aks', now: new Date(0), manifests, members: [] }).members).toEqual([]);
  });
});
