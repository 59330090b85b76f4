import { expect, test } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { toBinding } from '../../../src/gates/view/binding.ts';
import { overridesOfBinding } from '../../../src/gates/view/overrides-of-binding.ts';

test('a binding names its overrides by their snapshots, those of the cluster scope first', () => {
  const binding = toBinding({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceBinding',
    metadata: { name: 'shop-m1' },
    spec: {
      clusterResourceOverrideSnapshots: ['team-2-0'],
      resourceOverrideSnapshots: [{ namespace: 'shop', name: 'replicas-12' }],
    },
  });
  expect(overridesOfBinding(binding).map(displayName)).toEqual(['ClusterResourceOverride/team-2', 'ResourceOverride/shop/replicas']);
});
