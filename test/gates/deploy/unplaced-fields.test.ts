/** KubeFleet removes some fields before it places an object. The gate passes without them, and must name them. */
import { describe, expect, test } from 'vitest';
import { unplacedFields } from '../../../src/fleet/kubefleet/unplaced-fields.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { judgedStateText } from '../../../src/report/facts/gate/gated.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const service = (spec: object, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop', ...more },
  spec,
});
const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: '1' };

/** A judgement of a hub with the manifest as it was applied, and with clusters that have what KubeFleet places. */
function judge(manifest: KubeObject, placed: KubeObject): { readonly summary: string; readonly state: string } {
  const hub = { ...greenFleet(['east'], [namespaceShop(), placed]), content: [namespaceShop(), manifest] };
  const [gated] = gate({ manifests: [namespaceShop(), manifest] }).once(hub).placements;
  if (gated?.verdict !== 'passed') throw new Error('the placement did not pass');
  return { summary: gated.summary, state: judgedStateText(gated, {}) };
}

describe('a pass names the fields that KubeFleet does not place', () => {
  test.each<readonly [string, KubeObject, KubeObject, string]>([
    [
      'the ports of nodes',
      service({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] }),
      service({ type: 'NodePort', ports: [{ port: 80 }] }),
      '/spec/ports/0/nodePort of Service/shop/web',
    ],
    [
      'an address and the port of health checks',
      service({ clusterIP: '10.0.0.9', healthCheckNodePort: 32_000, ports: [{ port: 80 }] }),
      service({ ports: [{ port: 80 }] }),
      '/spec/clusterIP, /spec/healthCheckNodePort of Service/shop/web',
    ],
    [
      'owners',
      { ...orders('app:1'), metadata: { name: 'orders', namespace: 'shop', ownerReferences: [OWNER] } },
      orders('app:1'),
      '/metadata/ownerReferences of Deployment/shop/orders',
    ],
  ])('%s', (_what, manifest, placed, fields) => {
    const { summary, state } = judge(manifest, placed);
    expect(summary).toContain(`KubeFleet does not place ${fields}`);
    expect(state).toContain('of which KubeFleet does not place all fields');
  });

  test('and says nothing of fields that the API server allocated', () => {
    const live = service({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] });
    const manifest = service({ type: 'NodePort', ports: [{ port: 80 }] });
    const [gated] = gate({ manifests: [namespaceShop(), manifest] }).once({
      ...greenFleet(['east'], [namespaceShop(), manifest]),
      content: [namespaceShop(), live],
    }).placements;
    expect(gated?.verdict).toBe('passed');
    expect(gated).not.toHaveProperty('hasUnplacedFields');
    expect(gated?.summary).not.toContain('does not place');
  });
});

test.each<readonly [string, KubeObject]>([
  ['a headless Service', service({ clusterIP: 'None', clusterIPs: ['None'] })],
  ['values that the API server allocates', service({ clusterIP: '', healthCheckNodePort: 0, ports: [{ nodePort: 0 }, {}] })],
  ['a Service of another API', { ...service({ clusterIP: '10.0.0.9' }), apiVersion: 'serving.knative.dev/v1' }],
  ['an empty list of owners', service({}, { ownerReferences: [] })],
])('%s has no field that is not placed', (_what, object) => {
  expect(unplacedFields(object)).toEqual([]);
});

describe('an object that was read from a cluster', () => {
  const allocated = { clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_080 }] };
  const applied = service({ ports: [{ port: 80, nodePort: 30_080 }] });
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied) };

  test('has the fields that were applied', () => {
    expect(unplacedFields(service(allocated, { uid: '1', annotations }))).toEqual(['/spec/ports/0/nodePort']);
  });

  test('has none if that is not known, because its API server allocates some', () => {
    expect(unplacedFields(service(allocated, { uid: '1' }))).toEqual([]);
  });
});
