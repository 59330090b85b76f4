import { describe, expect, test } from 'vitest';
import { BUILT_IN_APIS } from '../../src/fleet/kubefleet/api-resource.ts';
import { FLEET_KINDS, isFleetGroup, MAIN_KINDS } from '../../src/fleet/kubefleet/kinds.ts';
import { kindInMisspeltGroup } from '../../src/fleet/kubefleet/misspelt-group.ts';
import { GROUPS_OF_OTHERS, GROUPS_WITHOUT_FLEET } from '../support/fleets/groups-without-fleet.ts';

const KINDS = [...FLEET_KINDS, ...MAIN_KINDS].map(({ kind }) => kind);

function meantIn(group: string, kinds: readonly string[] = KINDS): readonly string[] {
  return kinds.flatMap((kind) => kindInMisspeltGroup({ apiVersion: group === '' ? 'v1' : `${group}/v1`, kind }) ?? []);
}

describe('the group of a kind of KubeFleet', () => {
  test.each(GROUPS_WITHOUT_FLEET)('%s is misspelt for every kind', (group) => {
    expect(meantIn(group)).toEqual(KINDS);
  });

  test.each(Object.entries(GROUPS_OF_OTHERS))('%s is of another project, which may have %j', (group, kinds) => {
    expect(meantIn(group, kinds)).toEqual([]);
  });

  test('is not misspelt for a kind of Kubernetes', () => {
    const own = BUILT_IN_APIS.all.filter(({ group }) => !isFleetGroup(group));
    expect(own.flatMap(({ group, kind }) => meantIn(group, [kind]))).toEqual([]);
    const newer = ['ResourceClaim', 'ResourceSlice', 'Workload', 'PodGroup', 'StorageVersion', 'LeaseCandidate', 'TokenReview'];
    for (const group of ['resource.k8s.io', 'scheduling.k8s.io', 'authentication.k8s.io', 'apps'])
      expect(meantIn(group, newer)).toEqual([]);
  });
});
