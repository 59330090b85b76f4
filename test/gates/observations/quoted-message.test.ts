import { describe, expect, test } from 'vitest';

import { quotedMessage } from '../../../src/gates/observations/quoted-message.ts';
import { deniedBy } from '../../../src/gates/catalogue/policy-sentence.ts';

describe('a quoted message', () => {
  test('has no wrapper twice, and keeps all other words', () => {
    expect(
      quotedMessage(
        'Failed to apply the manifest (error: failed to apply the manifest: failed to create manifest object: error returned by the API server: configmaps "a" is forbidden: exceeded quota: team)',
      ),
    ).toBe(
      'Failed to apply the manifest (error: … failed to create manifest object: error returned by the API server: configmaps "a" is forbidden: exceeded quota: team)',
    );
  });

  test('keeps the last words even if they occurred before, because they are the cause', () => {
    expect(quotedMessage('connection refused by the member: connection refused by the member')).toBe(
      'connection refused by the member: connection refused by the member',
    );
  });

  test.each([
    ['addresses of Go', 'owner {Controller:0xc000a1b2c3 BlockOwnerDeletion:0xc000a1b2c4}', 'owner {Controller:… BlockOwnerDeletion:…}'],
    ['counted retries', 'no answer (attempt 3 of 5), given up after 12 retries', 'no answer …, given up …'],
    ['repeated events', 'Back-off pulling image "web:v2" (x17 over 5m)', 'Back-off pulling image "web:v2" …'],
    [
      'times of transitions',
      'condition {"lastTransitionTime":"2026-03-04T10:00:00Z","status":"False"}',
      'condition {"lastTransitionTime":…,"status":"False"}',
    ],
  ])('loses %s', (_what, message, quoted) => {
    expect(quotedMessage(message)).toBe(quoted);
  });

  test.each(['field 0xff is not allowed', 'spec: Invalid value: spec: Required', 'a: b: a: c', 'Invalid value: "2026-03-04T10:00:00Z"'])(
    'stays as it is: %s',
    (message) => expect(quotedMessage(message)).toBe(message),
  );
});

test('the name of the webhook or policy that denies an object is found', () => {
  expect(deniedBy('error returned by the API server: admission webhook "guard.example.com" denied the request: no')).toEqual([
    'admission webhook guard.example.com denies it',
  ]);
  expect(deniedBy(`configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`)).toEqual([
    'admission policy p denies it, by its binding b',
  ]);
  expect(deniedBy('field is immutable')).toEqual([]);
});
