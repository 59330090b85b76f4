/** Objects whose manifest has a namespace that the hub drops, or lacks the one that kubectl gives. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asDeployed, type Fleet, greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const object = (apiVersion: string, kind: string, namespace: string | undefined, more: Json): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'reader', ...(namespace === undefined ? {} : { namespace }) },
  ...more,
});
const role = (namespace?: string, verb = 'get'): KubeObject =>
  object('rbac.authorization.k8s.io/v1', 'ClusterRole', namespace, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: [verb] }] });
const issuer = (namespace?: string, more: Json = { selfSigned: {} }): KubeObject =>
  object('cert-manager.io/v1', 'ClusterIssuer', namespace, { spec: more });
const monitor = (namespace?: string, interval = '30s'): KubeObject =>
  object('monitoring.coreos.com/v1', 'ServiceMonitor', namespace, { spec: { endpoints: [{ port: 'web', interval }] } });

/** A hub on which the placement of namespace `shop` and of the object is green. */
function hubWith(stored: KubeObject): Fleet {
  const fleet = greenFleet(['east'], [namespaceShop(), orders('v1'), stored]);
  const [group = '', version = ''] = stored.apiVersion.split('/');
  const { spec } = fleet.placement as KubeObject & { readonly spec: { readonly resourceSelectors: readonly object[] } };
  const selectors = [...spec.resourceSelectors, { group, version, kind: stored.kind, name: 'reader' }];
  return stored.metadata.namespace === undefined
    ? { ...fleet, placement: { ...fleet.placement, spec: { ...spec, resourceSelectors: selectors } } }
    : fleet;
}

describe.each<readonly [string, KubeObject, same: KubeObject, other: KubeObject]>([
  ['a cluster-scoped object of Kubernetes', role(), role('shop'), role('shop', '*')],
  ['a cluster-scoped object in another namespace', role(), role('elsewhere'), role('elsewhere', '*')],
  ['a cluster-scoped custom resource', issuer(), issuer('shop'), issuer('shop', { ca: { secretName: 'x' } })],
  ['a custom resource in its namespace', monitor('shop'), monitor('shop'), monitor('shop', '5s')],
])('%s', (_, stored, same, other) => {
  const hub = hubWith(stored);

  test('with the same content is on the hub', () => {
    for (const from of [undefined, 'files'] as const) {
      const { outcome, placements, unplaced } = gate({ manifests: [same], ...(from === undefined ? {} : { from }) }).once(hub);
      expect([outcome, placements[0]?.freshness, unplaced]).toEqual(['passed', 'proven', []]);
    }
  });

  test('with other content is not', async () => {
    expect(gate({ manifests: [other] }).once(hub).outcome).toBe('waiting');
    const { report } = await gate({ manifests: [other] }).play([{ at: 0, objects: objectsOf(hub) }]);
    expect(report.outcome).toBe('timedOut');
  });
});

test('a custom resource without a namespace has the one that kubectl gives it', async () => {
  const hub = hubWith(monitor('shop'));
  const look = (manifest: KubeObject, namespace: string) => gate({ manifests: [manifest], namespace }).once(hub);
  expect(look(monitor(), 'shop').outcome).toBe('passed');
  expect(look(monitor(undefined, '5s'), 'shop').outcome).toBe('waiting');
  expect(look(monitor(), 'default').unplaced.map(({ object: { name } }) => name)).toEqual(['reader']);
});

test('a custom resource that arrives while the gate waits shows its scope', async () => {
  const { report } = await gate({ manifests: [issuer('shop')] }).play([
    { at: 0, objects: objectsOf(greenFleet(['east'])) },
    { at: 20_000, objects: objectsOf(hubWith(issuer())) },
  ]);
  expect(report.outcome).toBe('passed');
});

describe('an object of KubeFleet with a namespace', () => {
  const fleet = greenFleet(['east']);
  const withNamespace = (manifest: KubeObject): KubeObject => ({ ...manifest, metadata: { ...manifest.metadata, namespace: 'shop' } });

  test('is compared, and is the target', () => {
    const same = gate({ manifests: [...fleet.content, withNamespace(asDeployed(fleet, {}))] }).once(fleet);
    expect([same.outcome, same.unjudged]).toEqual(['passed', []]);
    const other = withNamespace(asDeployed(fleet, { policy: { placementType: 'PickN', numberOfClusters: 1 } }));
    expect(gate({ manifests: [...fleet.content, other] }).once(fleet).outcome).toBe('waiting');
  });
});
