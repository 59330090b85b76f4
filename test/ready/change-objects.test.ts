import { expect, it } from 'vitest';
import { changeObjects } from '../../src/cli/ready/changed-placements.ts';
import type { HubListing } from '../../src/fleet/kubefleet/hub-state.ts';
import { type KubeObject, objectKey, refOf } from '../../src/fleet/kubernetes/object.ts';

const CONFIG: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { a: '1' } };
const SECRET: KubeObject = { ...CONFIG, kind: 'Secret' };

function listing(objects: readonly KubeObject[], kind: 'seen' | 'unread'): HubListing {
  return { objects, apis: undefined, visibility: () => ({ kind }) };
}

it.each([
  ['equal', CONFIG, listing([{ ...CONFIG, data: { a: '1', b: '2' } }], 'seen'), [false, false]],
  ['other content', CONFIG, listing([{ ...CONFIG, data: { a: '2' } }], 'seen'), [true, true]],
  ['absent', CONFIG, listing([], 'seen'), [true, true]],
  ['not shown', CONFIG, listing([], 'unread'), [false, true]],
  ['a Secret, whose values are not read', SECRET, listing([SECRET], 'seen'), [false, true]],
  ['no hub', CONFIG, undefined, [false, true]],
])('%s: whether it is changed, and whether it may be', (_, object, hub, expected) => {
  const change = changeObjects([object], hub);
  const key = objectKey(refOf(object));
  expect([change.isChanged(key), change.mayBeChanged(key)]).toEqual(expected);
  expect(change.mayBeChanged(objectKey({ ...refOf(object), name: 'other' }))).toBe(false);
});
