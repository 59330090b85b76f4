import { expect, it } from 'vitest';

import { nearest } from '../../src/admission/nearest.ts';

it.each<[string, readonly string[], string | undefined]>([
  ['pickall', ['PickAll', 'PickN'], 'PickAll'],
  ['cluster-names', ['clusterNames'], 'clusterNames'],
  ['polciy', ['policy'], 'policy'],
  ['tolerations', ['toleration'], 'toleration'],
  ['Timed', ['TimedWait', 'Approval'], 'TimedWait'],
  ['match', ['matchLabels', 'matchExpressions'], undefined],
  ['op', ['path', 'value'], undefined],
  ['NoExecute', ['NoSchedule'], undefined],
  ['stagedUpdateStrategyName', ['placementName', 'stagedRolloutStrategyName'], 'stagedRolloutStrategyName'],
  ['name', [], undefined],
])('%s among %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
