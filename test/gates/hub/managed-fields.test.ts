import { expect, test } from 'vitest';

import { keptManagedFields } from '../../../src/gates/hub/http/managed-fields.ts';

const APPLY = { manager: 'kubectl-client-side-apply', operation: 'Update', time: '2026-03-04T09:50:00Z', fieldsV1: { 'f:data': {} } };
const EDIT = { manager: 'kubectl-edit', operation: 'Update', time: '2026-03-04T09:51:00Z', fieldsV1: { 'f:data': { 'f:x': {} } } };
const NOTE = { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } };

function without(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== 'fieldsV1'));
}

test('only names and times of the writers of an object are kept', () => {
  expect(keptManagedFields({ metadata: { managedFields: [APPLY, EDIT] } })).toEqual([without(APPLY), without(EDIT)]);
  expect(keptManagedFields({ metadata: { ...NOTE, managedFields: [APPLY, { ...EDIT, subresource: 'status' }] } })).toEqual([
    without(APPLY),
    { ...without(EDIT), subresource: 'status' },
  ]);
});

test('the written fields are kept if another manager wrote after kubectl apply', () => {
  expect(keptManagedFields({ metadata: { ...NOTE, managedFields: [APPLY, EDIT] } })).toEqual([APPLY, EDIT]);
});

test('the written fields are kept if a manager used server-side apply', () => {
  const applied = { ...APPLY, manager: 'flux', operation: 'Apply' };
  expect(keptManagedFields({ metadata: { managedFields: [applied] } })).toEqual([applied]);
  expect(keptManagedFields({ metadata: { managedFields: [applied, EDIT] } })).toEqual([applied, EDIT]);
});

test('the written fields are kept if another writer changed or scaled an object that KubeFleet applied', () => {
  const agent = { ...APPLY, manager: 'work-api-agent' };
  expect(keptManagedFields({ metadata: { managedFields: [agent, EDIT] } })).toEqual([agent, EDIT]);
  const scaled = { ...EDIT, subresource: 'scale' };
  expect(keptManagedFields({ metadata: { managedFields: [agent, scaled] } })).toEqual([agent, scaled]);
  const observed = { ...EDIT, subresource: 'status' };
  expect(keptManagedFields({ metadata: { managedFields: [agent, observed] } })).toEqual([without(agent), without(observed)]);
});

test('entries without a time, and a value that is not a list, are ignored', () => {
  expect(keptManagedFields({ metadata: { managedFields: [{ manager: 'kubectl' }] } })).toEqual([]);
  expect(keptManagedFields({ metadata: { managedFields: 'none' } })).toEqual([]);
});
