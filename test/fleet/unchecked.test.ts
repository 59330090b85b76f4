import type { V1ListMeta, V1Pod } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import { conditionsAt } from '../../src/fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import type { Unchecked } from '../../src/fleet/json/unchecked.ts';

const pod = {
  metadata: { creationTimestamp: '2026-11-20T03:00:00Z' },
  status: { phase: 7, containerStatuses: [{ restartCount: 4, state: { waiting: { reason: 'CrashLoopBackOff' } } }], conditions: 'none' },
} as unknown as Unchecked<V1Pod>;

describe('an unchecked Pod', () => {
  test('is read by the names of its fields, and by their types', () => {
    const [status] = listAt(pod, 'status', 'containerStatuses');
    expect(numberAt(status, 'restartCount')).toBe(4);
    expect(stringAt(objectAt(status, 'state', 'waiting'), 'reason')).toBe('CrashLoopBackOff');
    expect(stringAt(pod, 'metadata', 'creationTimestamp')).toBe('2026-11-20T03:00:00Z');
  });

  test('may still contain anything', () => {
    expect(stringAt(pod, 'status', 'phase')).toBeUndefined();
    expect(conditionsAt(pod, 'status', 'conditions')).toEqual([]);
    expect(stringAt(undefined as Unchecked<V1Pod> | undefined, 'status', 'phase')).toBeUndefined();
  });

  test('has no other fields: these lines are errors of types, which `npm run types` demands', () => {
    const [status] = listAt(pod, 'status', 'containerStatuses');
    // @ts-expect-error -- a misspelled field
    expect(stringAt(pod, 'status', 'fase')).toBeUndefined();
    // @ts-expect-error -- a field of another object
    expect(field(pod, 'spec', 'replicas')).toBeUndefined();
    // @ts-expect-error -- a number where a text is asked for
    expect(stringAt(status, 'restartCount')).toBeUndefined();
    // @ts-expect-error -- no list
    expect(listAt(pod, 'status', 'phase')).toEqual([]);
    // @ts-expect-error -- a misspelled field of an item
    expect(numberAt(status, 'restarts')).toBeUndefined();
    // @ts-expect-error -- a misspelled list of conditions
    expect(conditionsAt(pod, 'status', 'condition')).toEqual([]);
  });

  test('has the names of the JSON if the library had to change them', () => {
    expect(stringAt({ continue: 'next' } as unknown as Unchecked<V1ListMeta>, 'continue')).toBe('next');
  });
});

test('any path can be read in an object without declared fields', () => {
  const anything: unknown = { a: { b: ['c'] } };
  expect(listAt(anything, 'a', 'b')).toEqual(['c']);
  expect(stringAt(JSON.parse('{"a":"b"}'), 'a')).toBe('b');
});
