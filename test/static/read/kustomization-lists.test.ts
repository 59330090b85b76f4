import { expect, test } from 'vitest';
import { isReadable, kustomizationValue, refusedValue } from '../../../src/static/read/kustomize/kustomization.ts';

test.each([
  ['resources: [5]', 'its field "resources" is not a list of paths'],
  ['resources: [a.yaml, null]', 'its field "resources" is not a list of paths'],
  ['components: a', 'its field "components" is not a list of paths'],
  ['Bases: [[a]]', 'its field "Bases" is not a list of paths'],
  ['resources:', 'it has no field that says what to build'],
  ['{kind: Kustomization, namespace: ""}', 'it has no field that says what to build'],
])('kustomize refuses %s, so that it is not known what is built', (text, why) => {
  expect([refusedValue(kustomizationValue(text) ?? {}), isReadable(text)]).toEqual([why, false]);
});

test.each(['resources: []', 'resources: [a.yaml]', '{resources: null, namespace: shop}', 'metadata: {name: a}', 'components: []'])(
  'kustomize builds %s',
  (text) => {
    expect([refusedValue(kustomizationValue(text) ?? {}), isReadable(text)]).toEqual([undefined, true]);
  },
);
