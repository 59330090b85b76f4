import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const CONTENT = [namespaceShop(), orders('v1')];
const HUB = objectsOf(greenFleet(['east'], CONTENT));
const override: KubeObject = {
  apiVersion: 'cluster.fleet.azure.com/v1',
  kind: 'ClusterResourceOverride',
  metadata: { name: 'site' },
};
const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'clusterresourceoverrides.cluster.fleet.azure.com' },
  spec: {
    group: 'cluster.fleet.azure.com',
    scope: 'Cluster',
    names: { kind: 'ClusterResourceOverride', plural: 'clusterresourceoverrides' },
    versions: [{ name: 'v1', served: true, storage: true }],
  },
};

function unjudged(hub: readonly KubeObject[], ...more: readonly KubeObject[]): readonly string[] {
  const state = gate({ targets: ['crp/shop'], manifests: [...CONTENT, ...more] }).once([...HUB, ...hub]);
  return state.unjudged.map(({ object }) => `${object.kind} of ${object.apiVersion}`);
}

describe('an object of the deploy in a group that KubeFleet does not have', () => {
  test('is named', () => {
    expect(unjudged([], override)).toEqual(['ClusterResourceOverride of cluster.fleet.azure.com/v1']);
    expect(unjudged([], { ...override, apiVersion: 'apps/v1' })).toEqual(['ClusterResourceOverride of apps/v1']);
  });

  test('is not named if the hub has it, or the hub or the deploy defines it', () => {
    expect(unjudged([override], override)).toEqual([]);
    expect(unjudged([definition], override)).toEqual([]);
    expect(unjudged([], override, definition)).toEqual([]);
  });

  test('is not named in the group of another project', () => {
    expect(unjudged([], { ...override, apiVersion: 'operator.autoscaling.openshift.io/v1' })).toEqual([]);
  });
});
