import { expect, test } from 'vitest';

import { admitCreate } from '../../src/admission/judge.ts';
import { atLeast, atMost, keepOnly, oneOf, shortenTo } from '../../src/admission/wording/value-hints.ts';
import { labelValueFault, qualifiedNameFault, subdomainFault } from '../../src/admission/name-format.ts';
import { requiredHint } from '../../src/admission/wording/required-hint.ts';
import { typeHint } from '../../src/admission/wording/type-wording.ts';
import { childPointer } from '../../src/fleet/json/json-pointer.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

test.each([
  [['spec', 'placementName'], 'Add `placementName: …` below `spec`.'],
  [['spec'], 'Add `spec:` at the top level, with the fields its kind asks for.'],
  [
    ['spec', 'resourceSelectors[0]', 'group'],
    'Add `group: ""` below `spec.resourceSelectors[0]` (or the group of the kind; a key without a value is treated as missing).',
  ],
  [['data', 'web.yaml', 'kind'], 'Add `kind: …` below `data.web.yaml`.'],
])('a missing %s: %s', (names, hint) => {
  expect(requiredHint(names)).toBe(hint);
});

test('limits have hints', () => {
  expect([atLeast(1), atMost(1000), shortenTo(63)]).toEqual(['Write 1 or more.', 'Write 1000 or less.', 'Shorten it to 63 characters.']);
  expect(keepOnly(50)).toBe('Keep 50 of them, and put the others into another object.');
  expect([['NoSchedule'], ['Cluster', 'Namespaced'], ['a', 'b', 'c']].map(oneOf)).toEqual([
    'Write `NoSchedule`.',
    'Write `Cluster` or `Namespaced`.',
    'Write `a`, `b` or `c`.',
  ]);
});

test.each([
  [subdomainFault('My_Shop'), 'Write `my-shop`, for example.'],
  [subdomainFault('-'), 'Write a word of the letters and signs allowed.'],
  [subdomainFault('a'.repeat(254)), 'Shorten it to 253 characters.'],
  [labelValueFault('b c'), 'Write `b-c`, for example.'],
  [labelValueFault('a'.repeat(64)), 'Shorten it to 63 characters.'],
  [qualifiedNameFault('a/b/c'), 'Write it like `example.com/name`, or without a prefix.'],
  [qualifiedNameFault('Example.com/c'), 'Write it like `example.com/name`, or without a prefix.'],
  [qualifiedNameFault('example.com/'), 'Write a value, or remove the field.'],
])('%o has a hint', (fault, hint) => {
  expect(fault?.hint).toBe(hint);
});

test.each([
  ['web.yaml', '`web.yaml` is a map of names to values.'],
  ['web/main.yaml', '`web/main.yaml` is a map of names to values.'],
  ['web', '`web` is a map of names to values.'],
])('the entry %s of an envelope that is not an object is named in full: %s', (key, hint) => {
  const envelope = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'web', namespace: 'shop' },
    data: { [key]: 'kind: ConfigMap' },
  };
  const { denials } = admitCreate(envelope, 'main');
  expect(denials).toMatchObject([{ pointer: childPointer('/data', key), field: `data.${key}`, hint }]);
});

test('types have hints', () => {
  expect(typeHint('object', [])).toBe('Write its fields below it, indented, each as `name: value`.');
  expect(typeHint('string', null)).toMatch(/^Remove the empty entry/);
  expect(typeHint('int-or-string', true)).toBe('Write a whole number, or a percentage such as `25%`.');
});

test.each([
  ['apiextensions.k8s.io', 'v1beta1', 'CustomResourceDefinition', 'Write `version: v1`.'],
  ['apps', 'v1', 'Deployment', 'Select the Namespace the objects are in (they come with it), or use a ResourcePlacement.'],
])('a cluster placement that selects %s/%s %s', (group, version, kind, hint) => {
  const placement = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop' },
    spec: { resourceSelectors: [{ group, version, kind, name: 'a' }] },
  };
  expect(admitCreate(placement, 'main').denials).toMatchObject([{ hint }]);
});
