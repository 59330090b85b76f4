import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, member, no, yes } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

/** Evidence of a PickAll that found no cluster, in a fleet of `env=prod`, `env=staging` and `team=a`. */
function evidenceFor(...matchExpressions: readonly object[]): readonly string[] {
  const fleet = greenFleet([]);
  const clusterSelectorTerms = [{ labelSelector: { matchExpressions } }];
  const policy = {
    placementType: 'PickAll',
    affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } } },
  };
  const placement = {
    ...fleet.placement,
    spec: { ...(fleet.placement['spec'] as object), policy },
    status: {
      conditions: [{ ...yes('ClusterResourcePlacementScheduled', 'SchedulingPolicyFulfilled', 1), message: 'found 0 cluster(s)' }],
      observedResourceIndex: '0',
    },
  };
  const labelled = (name: string, labels: Readonly<Record<string, string>>): KubeObject => ({
    ...member(name, 10),
    metadata: { name, labels },
  });
  const members = [labelled('e1', { env: 'prod' }), labelled('e2', { env: 'staging', 'example.com/team': 'a' })];
  const state = gate().once({ ...fleet, placement, members });
  const cause = state.placements[0]?.diagnoses.find(({ id }) => id === 'scheduled-zero-clusters');
  return (cause?.evidence ?? []).filter((line) => line.startsWith('no cluster has'));
}

describe('a policy that finds no cluster', () => {
  test.each([
    [
      'the nearest value for a misspelt one',
      { key: 'env', operator: 'In', values: ['prdo'] },
      'no cluster has the label env=prdo, the nearest is prod; there is env=prod, env=staging',
    ],
    [
      'the existing values if none is similar',
      { key: 'env', operator: 'In', values: ['x', 'y'] },
      'no cluster has the label env=x or env=y; there is env=prod, env=staging',
    ],
    [
      'the nearest key for a misspelt one',
      { key: 'example.com/taem', operator: 'Exists' },
      'no cluster has the label example.com/taem, the nearest is example.com/team',
    ],
    ['no key if none is similar', { key: 'zone', operator: 'In', values: ['1'] }, 'no cluster has the label zone'],
  ])('is reported with %s', (_what, expression, sentence) => {
    expect(evidenceFor(expression)).toEqual([sentence]);
  });

  test('is not explained by a label that a cluster has, nor by one that must be absent', () => {
    expect(evidenceFor({ key: 'env', operator: 'In', values: ['prod', 'prdo'] }, { key: 'example.com/team', operator: 'Exists' })).toEqual(
      [],
    );
    expect(evidenceFor({ key: 'zone', operator: 'DoesNotExist' }, { key: 'env', operator: 'NotIn', values: ['prdo'] })).toEqual([]);
  });
});

test('a cluster that a PickFixed policy names and the fleet does not have is reported with the nearest name', () => {
  const fleet = greenFleet(['east']);
  const condition = {
    ...no('ClusterResourcePlacementScheduled', 'SchedulingPolicyUnfulfilled', 1),
    message: 'could not find all clusters needed as specified by the scheduling policy, found 1 cluster(s) instead',
  };
  const placement = {
    ...fleet.placement,
    spec: { ...(fleet.placement['spec'] as object), policy: { placementType: 'PickFixed', clusterNames: ['east', 'estern', 'nowhere'] } },
    status: { ...(fleet.placement['status'] as object), conditions: [condition] },
  };
  const members = [member('east', 10), member('eastern', 10)];
  const state = gate().once({ ...fleet, placement, members });
  const reported = (state.placements[0]?.diagnoses ?? []).filter(({ id }) => id === 'scheduled-fixed-clusters-missing');
  expect(reported.map(({ evidence }) => evidence[0])).toEqual([
    'there is no cluster estern in the fleet, the nearest is eastern',
    'there is no cluster nowhere in the fleet',
  ]);
});
