import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../support/fleet.ts';
import { diagnosesIn, gate } from '../support/gate.ts';
import { hubFixture } from '../support/hub-fixture.ts';

const MISSING =
  'Failed to apply the override rules on the resources: add operation does not apply: doc is missing path: "/metadata/labels/x": missing value';
const ADD_LABEL = { op: 'add', path: '/metadata/labels/x', value: 'y' };
const ON_NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const ON_ORDERS = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' };

/** A snapshot of an override of that name, for clusters with these labels. */
function override(name: string, kind: 'Cluster' | '', selector: object, operation: object, labels: object = { env: 'prod' }): KubeObject {
  const rule = { clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: labels } }] }, jsonPatchOverrides: [operation] };
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: `${kind}ResourceOverrideSnapshot`,
    metadata: {
      name: `${name}-0`,
      ...(kind === '' ? { namespace: 'shop' } : {}),
      labels: { 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
    },
    spec: {
      overrideSpec: {
        [kind === '' ? 'resourceSelectors' : 'clusterResourceSelectors']: [selector],
        policy: { overrideRules: [rule] },
      },
    },
  };
}

function told(overrides: readonly KubeObject[]): ReturnType<typeof diagnosesIn>[number] | undefined {
  const fleet = greenFleet(['west'], [namespaceShop(), orders('v1')]);
  const bound = bindingAt('west', 0, no('Overridden', 'OverriddenFailed', 3, MISSING));
  const names = (isCluster: boolean): readonly KubeObject[] =>
    overrides.filter(({ metadata }) => (metadata.namespace === undefined) === isCluster);
  const lists = {
    clusterResourceOverrideSnapshots: names(true).map(({ metadata }) => metadata.name),
    resourceOverrideSnapshots: names(false).map(({ metadata: { name, namespace } }) => ({ name, namespace })),
  };
  const binding = { ...bound, spec: { ...(bound['spec'] as object), ...lists } };
  const hub = [...objectsOf({ ...placementAt(fleet, 'Overridden', 'OverriddenFailed'), bindings: [binding], works: [] }), ...overrides];
  return diagnosesIn(gate().look(hub)).find(({ id }) => id === 'override-failed');
}

describe('an override that fails', () => {
  test('is named with the object it fails on', () => {
    const good = override('good', '', ON_ORDERS, { op: 'replace', path: '/spec/replicas', value: 3 });
    const found = told([good, override('bad', '', ON_ORDERS, ADD_LABEL)]);
    expect(found?.title).toBe('ResourceOverride/shop/bad cannot be applied');
    expect(found?.evidence).toContain('ResourceOverride/shop/bad fails on Deployment/shop/orders');
    expect(found?.remedy.join(' ')).not.toContain('selects Namespace');
  });

  test('on what is in a Namespace that it selects is told to reach all of it', () => {
    const found = told([override('team', 'Cluster', ON_NAMESPACE, ADD_LABEL)]);
    expect(found?.evidence).toContain('ClusterResourceOverride/team fails on Deployment/shop/orders');
    expect(found?.remedy.join(' ')).toContain(
      'It selects Namespace shop, and so patches everything that is in it, Deployment/shop/orders as well',
    );
  });

  test('on the Namespace itself is not', () => {
    const found = told([override('team', 'Cluster', ON_NAMESPACE, { op: 'remove', path: '/metadata/annotations/x' })]);
    expect(found?.evidence).toContain('ClusterResourceOverride/team fails on Namespace/shop');
    expect(found?.remedy.join(' ')).not.toContain('selects Namespace');
  });

  test('is one of all of the cluster where nothing fails by the labels of now', () => {
    const found = told(['one', 'two'].map((name) => override(name, '', ON_ORDERS, ADD_LABEL, { env: 'dev' })));
    expect(found?.title).toBe('ResourceOverride/shop/one, ResourceOverride/shop/two cannot be applied');
    expect(found?.evidence.join(' ')).not.toContain('fails on');
  });

  test('is found on a recorded hub', () => {
    const { objects, asked } = hubFixture('override-failed');
    const found = diagnosesIn(gate(asked).once(objects)).find(({ id }) => id === 'override-failed');
    expect(found?.evidence.join(' ')).toMatch(/Override\S+ fails on Deployment\/shop\/api/);
  });
});
