import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { PlannedPlacement } from '../../src/report.ts';
import { rankPlacements } from '../../src/report/facts/plan/plan-rank.ts';
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

function plan(...objects: readonly KubeObject[]): PlannedPlacement | undefined {
  const own = placement(undefined, [NAMESPACE]);
  const planned = [own, ...objects].map((object) => ({ object, namespace: object.metadata.namespace }));
  return planPlacements({ objects: planned, members: [memberObject('e1')], now: NOW }).placements[0];
}

describe('the plan of a placement', () => {
  it('leaves a custom resource of an unknown kind open', () => {
    expect(plan(shop, custom('example.com/v1'))?.open).toEqual([
      {
        resource: { apiVersion: 'example.com/v1', kind: 'Widget', namespace: 'shop', name: 'w' },
        reason: 'of a kind that is not known, so it may not be placed',
      },
    ]);
  });

  it('leaves nothing open if its definition is among the manifests', () => {
    expect(plan(shop, custom('example.com/v1'), definition)?.open).toBeUndefined();
  });

  it('marks objects that only the hub needs, and reports nothing for a placement that lacks nothing else', () => {
    const absent = plan();
    expect(absent?.open).toMatchObject([
      { resource: { kind: 'Namespace', name: 'shop' }, reason: 'not among the manifests', absent: true },
    ]);
    const unknown = plan(shop, custom('example.com/v1'));
    const change = { added: [], removed: [], kept: 1 };
    const quiet = [absent, unknown].map((each) => (each === undefined ? undefined : rankPlacements([{ ...each, change }]).quiet.length));
    expect(quiet).toEqual([1, 0]);
  });
});
