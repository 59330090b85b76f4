import { expect, test } from 'vitest';
import { everyDenial } from '../../../src/admission/every-denial.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

test('an object with more faults than a call can have arguments causes no crash', () => {
  const bogus = Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`f${index}`, 1]));
  const placement = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'a' },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'a' }], ...bogus },
  } as unknown as KubeObject;
  expect(everyDenial(placement, 'v0.3').denials).toHaveLength(130_000);
});
