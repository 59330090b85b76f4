import { expect, test } from 'vitest';
import { unevaluatedText } from '../../src/report/facts/lint/unevaluated.ts';

const AT = { file: 'a.yaml', line: 1, reason: 'unknown', fleetObject: true } as const;
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const OVERRIDE = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourceOverride', namespace: 'shop', name: 'web' };

test.each([
  [[AT], '1 object not evaluated: a.yaml:1'],
  [[AT, { ...AT, object: OVERRIDE }], '2 objects not evaluated: a.yaml:1, ResourceOverride/shop/web'],
  [[{ ...AT, object: OVERRIDE }], '1 KubeFleet object not evaluated: ResourceOverride/shop/web'],
  [[{ ...AT, object: DEPLOYMENT }], '1 object not evaluated: Deployment/shop/web'],
  [
    [
      { ...AT, object: DEPLOYMENT },
      { ...AT, object: OVERRIDE },
    ],
    '2 objects not evaluated: Deployment/shop/web, ResourceOverride/shop/web',
  ],
])('only what is known to be an object of KubeFleet is called one: %#', (entries, text) => {
  expect(unevaluatedText(entries)).toBe(text);
});

test('a placement of two overlays is two that were not checked against clusters', () => {
  const object = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'web' };
  const entry = { file: 'a.yaml', line: 1, reason: 'unknown', missing: 'clusters', object } as const;
  const entries = ['dev', 'prod'].map((overlay) => ({ ...entry, rendered: { overlays: [overlay] } }));
  expect(unevaluatedText(entries)).toBe('2 placements not checked against clusters');
});
