import { expect, it } from 'vitest';
import { isRegularHeartbeat } from '../../../src/gates/hub/watch/member-heartbeats.ts';
import { member } from '../../support/fleets/fleet.ts';

it('only a heartbeat on time is not a change', () => {
  const before = member('east', 60);
  const after = { ...member('east', 0), metadata: { ...before.metadata, resourceVersion: '2' } };
  expect(isRegularHeartbeat(before, after)).toBe(true);
  expect(isRegularHeartbeat(undefined, after)).toBe(false);
  // It was silent, so the gate that waits for it must see the change immediately.
  expect(isRegularHeartbeat(member('east', 181), after)).toBe(false);
  expect(isRegularHeartbeat(before, { ...after, metadata: { ...after.metadata, labels: { env: 'test' } } })).toBe(false);
  expect(isRegularHeartbeat(before, { ...after, metadata: { ...after.metadata, deletionTimestamp: '2026-03-04T10:00:00Z' } })).toBe(false);
  expect(isRegularHeartbeat(before, { ...after, spec: {} })).toBe(false);
  expect(isRegularHeartbeat(before, { ...after, status: { ...(member('east', 0)['status'] as object), conditions: [] } })).toBe(false);
  expect(isRegularHeartbeat({ ...before, kind: 'Work' }, { ...after, kind: 'Work' })).toBe(false);
});

it('values that agents measure with it are not a change', () => {
  const before = member('east', 60);
  const after = member('east', 0);
  const status = { ...(after['status'] as object), properties: { nodes: { value: '3' } }, resourceUsage: { capacity: { cpu: '8' } } };
  expect(isRegularHeartbeat(before, { ...after, status })).toBe(true);
});
