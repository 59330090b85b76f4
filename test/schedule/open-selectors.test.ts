import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { memberObject, NOW, placement } from './fleets.ts';

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const shop: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const custom = (apiVersion: string): KubeObject => ({ apiVersion, kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } });
const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', served: true, storage: true }],
  },
};

function open(...objects: readonly KubeObject[]): readonly string[] {
  const own = placement(undefined, [NAMESPACE]);
  const planned = [own, ...objects].map((object) => ({ object, namespace: object.metadata.namespace }));
  return planPlacements({ objects: planned, members: [memberObject('e1')], now: NOW }).placements[0]?.notVerified ?? [];
}

describe('the plan of a placement', () => {
  it('names a custom resource whose kind nobody knows', () => {
    expect(open(shop, custom('example.com/v1'))).toEqual([
      'Whether Widget/shop/w is selected by spec.resourceSelectors[0] is not known: the manifests do not tell whether its kind has namespaces.',
    ]);
  });

  it('names nothing where its definition is among the manifests', () => {
    expect(open(shop, custom('example.com/v1'), definition)).toEqual([]);
  });

  it('names nothing of what only the hub need have', () => {
    expect(open()).toEqual([]);
  });
});
