import { expect, test } from 'vitest';
import { displayName, type KubeObject, refOf } from '../../src/fleet/kubernetes/object.ts';

test.each([[{}], [[]], [7], [null], [true]])('a namespace that is not a text is absent: %j', (namespace) => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace } } as unknown as KubeObject;
  expect(refOf(object)).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a' });
});

test('an object without a name is shown without one', () => {
  expect(displayName({ kind: 'ClusterResourcePlacement', name: '' })).toBe('ClusterResourcePlacement/(no name)');
  expect(displayName({ kind: 'ResourcePlacement', namespace: 'shop', name: '' })).toBe('ResourcePlacement/shop/(no name)');
});
