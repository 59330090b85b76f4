import { expect, test } from 'vitest';
import type { Denial } from '../../src/admission/judge.ts';
import { denialRemedy } from '../../src/static/denial-remedy.ts';

const denial = (field: string, message: string, more: Partial<Denial> = {}): Denial => ({
  pointer: `/${field.replaceAll('.', '/')}`,
  part: 'value',
  field,
  reason: 'FieldValueInvalid',
  layer: 'schema',
  code: 422,
  serverMessage: message,
  message,
  ...more,
});

test('the hint of the twin comes first', () => {
  expect(denialRemedy(denial('spec.a', '`spec.a` is required.', { hint: 'Did you mean `b`?' }))).toBe('Did you mean `b`?');
});

test.each([
  ['spec.placementName', '`spec.placementName` is required.', 'Add `placementName: …` below `spec`.'],
  ['spec', '`spec` is required.', 'Add `spec:` at the top level, with the fields its kind asks for.'],
  [
    'spec.resourceSelectors[0].group',
    '`spec.resourceSelectors[0].group` is required.',
    'Add `group: ""` below `spec.resourceSelectors[0]` (or the group of the kind; a key without a value counts as missing).',
  ],
  ['metadata.name', 'The object needs a `metadata.name`.', 'Add `name` below `metadata`.'],
  ['spec.placement.scope', '`spec.placement.scope` is "x"; it can be "Cluster" or "Namespaced".', 'Write `Cluster` or `Namespaced`.'],
  ['spec.taints[0].effect', '`spec.taints[0].effect` is "NoExecute"; it can be only "NoSchedule".', 'Write `NoSchedule`.'],
  ['spec.revisionHistoryLimit', '`spec.revisionHistoryLimit` is 0; the least is 1.', 'Write 1 or more.'],
  ['spec.revisionHistoryLimit', '`spec.revisionHistoryLimit` is 1001; the most is 1000.', 'Write 1000 or less.'],
  ['metadata.name', 'The name has 80 characters; the most is 63.', 'Shorten it to 63 characters.'],
  ['data', '`data` has 51 entries; the most is 50.', 'Keep 50 of them, and put the others into another object.'],
  ['spec.policy', '`spec.policy` must be an object, and is a list.', 'Write its fields below it, indented, each as `name: value`.'],
  [
    'metadata.name',
    `"My_Shop" in \`metadata.name\`: a name consists of lower case letters, digits, '-' and '.', and starts and ends with a letter or digit.`,
    'Write `my-shop`, for example.',
  ],
  [
    'metadata.labels',
    `"b c" in \`metadata.labels\`: a label value consists of letters, digits, '-', '_' and '.'.`,
    'Write `b-c`, for example.',
  ],
])('%s: %s', (field, message, remedy) => {
  expect(denialRemedy(denial(field, message))).toBe(remedy);
});

test('an entry of a list that is left empty is told apart from an empty field', () => {
  const message = '`spec.clusterNames[1]` must be a string, and is empty.';
  expect(denialRemedy(denial('spec.clusterNames[1]', message, { pointer: '/spec/clusterNames/1' }))).toMatch(/^Remove the empty entry/);
});

test('what nobody foresaw sends to the reference', () => {
  expect(denialRemedy(denial('spec.x', 'Something else is wrong.'))).toMatch(/API reference/);
});
