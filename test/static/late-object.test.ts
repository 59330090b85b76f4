import { expect, it } from 'vitest';
import { CompactStore } from '../../src/compact/compact-store.ts';
import { lateObject } from '../../src/static/read/late-object.ts';

const OBJECT = {
  kind: 'Role',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  rules: [{ verbs: ['get'] }],
  metadata: { name: 'reader', namespace: 'n' },
  extra: { deep: { list: [1, null, 'two'] } },
};

it('is the object it stands for, however it is looked at', () => {
  const late = (): typeof OBJECT => lateObject(OBJECT, new CompactStore()) as unknown as typeof OBJECT;
  expect(Object.keys(late())).toEqual(Object.keys(OBJECT));
  expect(JSON.stringify(late())).toBe(JSON.stringify(OBJECT));
  expect({ ...late() }).toEqual(OBJECT);
  expect(structuredClone({ ...late() })).toEqual(OBJECT);
  const object = late();
  expect(object.rules).toBe(object.rules);
  expect(object.extra.deep).toBe(object.extra.deep);
  expect('rules' in object && Object.hasOwn(object, 'extra')).toBe(true);
});

it('keeps the heads of many and reads the body of each', () => {
  const store = new CompactStore();
  const objects = Array.from({ length: 1000 }, (_, index) => ({ ...OBJECT, metadata: { name: `n${String(index)}` }, rules: [index] }));
  const late = objects.map((object) => lateObject(object, store));
  expect(late.map((object) => ({ ...object }))).toEqual(objects);
});
