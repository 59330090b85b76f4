/** The judged snapshot can hold the deploy while the hub itself does not: the report must not call the hub exactly like the deploy then. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { judgedStateText } from '../../../src/report/facts/gate/gated.ts';
import { asDeployed, greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const fleet = greenFleet();
const scaled = { ...fleet, content: [namespaceShop(), orders('v1', { replicas: 5 })] };
const override: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceOverride',
  metadata: { name: 'west', namespace: 'shop' },
  spec: {
    placement: { name: 'shop' },
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 3 }] }] },
  },
};
const fewer = asDeployed(fleet, { policy: { placementType: 'PickN', numberOfClusters: 1 } });

test.each<readonly [string, readonly KubeObject[], readonly KubeObject[]]>([
  ['another number of replicas', objectsOf(scaled), [orders('v1')]],
  ['no override of the deploy', objectsOf(fleet), [orders('v1'), override]],
  ['another number of clusters', objectsOf(fleet), [orders('v1'), fewer]],
])('a report does not say that the hub has exactly the deploy if the hub has %s', (_, hub, manifests) => {
  const [gated] = gate({ manifests }).once(hub).placements;
  if (gated === undefined) throw new Error('nothing was judged');
  expect(gated.freshness).toBe('proven');
  expect(gated.hubDiffers).toBe(true);
  expect(judgedStateText(gated, {})).toContain('the snapshot has this content, but the hub itself differs from the deploy');
});

test('a report says so if the hub has it', () => {
  const [gated] = gate({ manifests: [orders('v1')] }).once(fleet).placements;
  expect(gated).not.toHaveProperty('hubDiffers');
  expect(gated && judgedStateText(gated, {})).toContain('checked: the hub has exactly this content');
});
