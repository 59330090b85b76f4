/** If the type of a policy does not fit its fields, the remedy keeps the fields, on hubs that check by webhook and by CEL. */
import { describe, expect, test } from 'vitest';
import { admitCreate } from '../../src/admission/judge.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

const NAMES = { clusterNames: ['europe-1'] };
const NUMBER = { numberOfClusters: 2 };
const AFFINITY = {
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }] },
    },
  },
};
const SPREAD = { topologySpreadConstraints: [{ topologyKey: 'region' }] };

const fixed = { kind: 'value', at: '/spec/policy/placementType', value: 'PickFixed' };
const picked = { kind: 'value', at: '/spec/policy/placementType', value: 'PickN' };

describe.each(['v0.3', 'aks'] as const)('on %s', (profile) => {
  test.each([
    ['PickN', NAMES, 'Write `placementType: PickFixed`: `clusterNames` lists the clusters.', fixed],
    [
      'PickN',
      { ...NAMES, ...NUMBER },
      'Remove `clusterNames`, or write `placementType: PickFixed` and remove `numberOfClusters`.',
      undefined,
    ],
    [
      'PickAll',
      NAMES,
      'Write `placementType: PickFixed` to place on these clusters only, or remove `clusterNames` to place on all.',
      undefined,
    ],
    ['PickAll', { ...NAMES, ...AFFINITY }, 'Remove `clusterNames`, or write `placementType: PickFixed` and remove `affinity`.', undefined],
    ['PickAll', NUMBER, 'Write `placementType: PickN` for so many clusters, or remove `numberOfClusters`.', undefined],
    ['PickAll', SPREAD, 'Write `placementType: PickN` with `numberOfClusters`, or remove `topologySpreadConstraints`.', undefined],
    ['PickFixed', { ...NAMES, ...NUMBER }, 'Remove `numberOfClusters`: with PickFixed the names decide.', undefined],
    ['PickFixed', { ...NAMES, ...AFFINITY }, 'Remove `affinity`: with PickFixed the names decide.', undefined],
  ] as const)('%s with %j', (placementType, policy, hint, fix) => {
    const denials = denialsOf({ placementType, ...policy }, profile).filter((denial) => denial.hint === hint);
    expect(denials.length).toBeGreaterThan(0);
    for (const denial of denials) expect(denial.fix).toEqual(fix);
  });

  test('PickFixed with a number and no names means PickN', () => {
    const denials = denialsOf({ placementType: 'PickFixed', ...NUMBER }, profile);
    const about = denials.filter(({ pointer }) => pointer !== undefined && /numberOfClusters|clusterNames/.test(pointer));
    expect(about.length).toBeGreaterThan(0);
    for (const { hint, fix } of about)
      expect([hint, fix]).toEqual(['Write `placementType: PickN`: `numberOfClusters` sets how many clusters.', picked]);
  });
});

function denialsOf(policy: object, profile: 'v0.3' | 'aks'): ReturnType<typeof admitCreate>['denials'] {
  const object = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop' },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }], policy },
  };
  return admitCreate(object, profile).denials;
}
