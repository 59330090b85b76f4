import { expect, it } from 'vitest';
import { LateBodies } from '../../src/static/read/lazy/late-bodies.ts';
import { lateObject } from '../../src/static/read/lazy/late-object.ts';

const OBJECT = {
  kind: 'Role',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  rules: [{ verbs: ['get'] }],
  metadata: { name: 'reader', namespace: 'n' },
  extra: { deep: { list: [1, null, 'two'] } },
};

it('is the object it stands for, however it is looked at', () => {
  const late = (): typeof OBJECT => lateObject(OBJECT, new LateBodies()) as unknown as typeof OBJECT;
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
  const store = new LateBodies();
  const objects = Array.from({ length: 1000 }, (_, index) => ({ ...OBJECT, metadata: { name: `n${String(index)}` }, rules: [index] }));
  const late = objects.map((object) => lateObject(object, store));
  expect(late.map((object) => ({ ...object }))).toEqual(objects);
});

it('gives up what was read once many others were read, and reads it again', () => {
  const bodies = new LateBodies();
  const late = Array.from({ length: 1000 }, (_, index) => lateObject({ ...OBJECT, extra: { deep: { index } } }, bodies));
  const first = (late[0] as unknown as typeof OBJECT).extra;
  for (const object of late) JSON.stringify(object);
  const again = (late[0] as unknown as typeof OBJECT).extra;
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});
