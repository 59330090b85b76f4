import { expect, it } from 'vitest';
import { podSecurityFaults } from '../../src/fleet/kubernetes/pod-security.ts';
import {
  ALLOWED_BY_RESTRICTED,
  FORBIDDEN_BY_BOTH,
  FORBIDDEN_BY_RESTRICTED,
  ROOT_IN_USER_NAMESPACE,
} from '../support/kubernetes/pod-security-pods.ts';

const faults = (spec: object, level: 'baseline' | 'restricted'): readonly string[] =>
  [...podSecurityFaults(spec, level)].map(({ part, must }) => `${part} must ${must}`);

it.each([...ALLOWED_BY_RESTRICTED, ['root in a user namespace', ROOT_IN_USER_NAMESPACE] as const])('restricted allows %s', (_, spec) => {
  expect(faults(spec, 'restricted')).toEqual([]);
});

it.each(FORBIDDEN_BY_BOTH)('both levels forbid %s', (_, spec, fault) => {
  expect(faults(spec, 'baseline')).toEqual([fault]);
  expect(faults(spec, 'restricted')).toContain(fault);
});

it.each(FORBIDDEN_BY_RESTRICTED)('restricted forbids %s, and baseline allows it', (_, spec, fault) => {
  expect(faults(spec, 'restricted')).toEqual([fault]);
  expect(faults(spec, 'baseline')).toEqual([]);
});

it.each([undefined, null, 'web', { containers: 'web' }, { containers: [null, 'web'], volumes: [null] }])('does not fail on %j', (spec) => {
  expect(() => [...podSecurityFaults(spec, 'restricted')]).not.toThrow();
});
