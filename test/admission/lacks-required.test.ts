import { expect, test } from 'vitest';
import { lacksRequired } from '../../src/admission/lacks-required.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

const SELECTORS = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];

function placement(fields: object, apiVersion = 'placement.kubernetes-fleet.io/v1'): KubeObject {
  return { apiVersion, kind: 'ClusterResourcePlacement', metadata: { name: 'shop' }, ...fields };
}

test.each([
  [placement({}), true],
  [placement({ spec: {} }), true],
  [placement({ spec: { policy: { placementType: 'PickAll' } } }), true],
  [placement({ spec: { resourceSelectors: SELECTORS } }), false],
  [placement({ spec: { resourceSelectors: SELECTORS, policy: { placementType: 'PickSome' } } }), false],
  [placement({ spec: {} }, 'placement.kubernetes-fleet.io/v9'), false],
  [placement({ spec: {} }, 'example.com/v1'), false],
])('%j lacks a required field: %s', (object, lacks) => {
  expect(lacksRequired(object)).toBe(lacks);
});
