import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

/** As hubs write it while clusters have different snapshots: the placement has none, and each cluster its own. */
function midway(eastIndex: string): readonly KubeObject[] {
  const fleet = stagedFleet();
  const status = fleet.placement['status'] as { readonly placementStatuses: readonly { readonly clusterName: string }[] };
  const placementStatuses = status.placementStatuses.map((entry) => ({
    ...entry,
    observedResourceIndex: entry.clusterName === 'east' ? eastIndex : '',
  }));
  return stagedObjects({
    ...fleet,
    placement: { ...fleet.placement, status: { ...status, observedResourceIndex: '', placementStatuses } },
  });
}

function rowsOf(objects: readonly KubeObject[]): readonly string[] {
  const { placements } = gate({ targets: ['crp/shop'], manifests: [orders('v1')] }).look(objects);
  return placements.flatMap(({ clusters }) => clusters.map(({ name, verdict }) => `${name} ${verdict}`));
}

test('under External a cluster passes by its own index while others have another one, but the placement does not', () => {
  expect(rowsOf(midway('0'))).toEqual(['east passed', 'west waiting']);
  expect(rowsOf(midway('7'))).toEqual(['east waiting', 'west waiting']);
  expect(gate({ targets: ['crp/shop'], manifests: [orders('v1')] }).look(midway('0')).outcome).not.toBe('passed');
});
