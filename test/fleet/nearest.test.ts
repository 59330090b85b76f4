import { expect, it } from 'vitest';

import { nearest, nearestTypo } from '../../src/fleet/text/nearest.ts';

it.each<[string, readonly string[], string | undefined]>([
  ['pickall', ['PickAll', 'PickN'], 'PickAll'],
  ['cluster-names', ['clusterNames'], 'clusterNames'],
  ['polciy', ['policy'], 'policy'],
  ['Polciy', ['kind', 'policy'], 'policy'],
  ['tolerations', ['toleration'], 'toleration'],
  ['Timed', ['TimedWait', 'Approval'], 'TimedWait'],
  ['match', ['matchLabels', 'matchExpressions'], undefined],
  ['op', ['path', 'value'], undefined],
  ['b', ['a', 'shop'], 'a'],
  ['NoExecute', ['NoSchedule'], undefined],
  ['stagedUpdateStrategyName', ['placementName', 'stagedRolloutStrategyName'], 'stagedRolloutStrategyName'],
  ['fail-onn', ['fail-on', 'fail-on-new'], 'fail-on'],
  ['overlapping', ['overlapping-placements', 'placed-twice'], 'overlapping-placements'],
  ['name', [], undefined],
])('%s among %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});

it.each<[string, string, boolean]>([
  ['dublim', 'dublin', true],
  ['DUBLIN', 'dublin', true],
  ['prod', 'production', false],
  ['stagedUpdateStrategyName', 'stagedRolloutStrategyName', false],
  ['ClusterResourcePlacementPolicy', 'ClusterResourcePlacement', false],
])('%s for %s is a typo: %s', (word, other, expected) => {
  expect(nearestTypo(word, [other]) !== undefined).toBe(expected);
});
