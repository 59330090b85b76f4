import { expect, test } from 'vitest';
import { breaksRunningRun } from '../../../src/static/rules/breaks-running-run.ts';
import { JOINED_STATUS, memberYaml, namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: External }
`;

const run = (conditions: string, state = 'Run'): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateRun
metadata: { name: shop-7 }
spec: { placementName: shop, stagedRolloutStrategyName: waves, state: ${state} }
status:
  conditions: [{ type: Initialized, status: "True" }${conditions}]
  stagesStatus: [{ stageName: first, clusters: [{ clusterName: a }] }]
`;

function told(now: readonly string[], base: readonly string[], hub: readonly string[]): readonly unknown[] {
  const texts = { files: [{ path: 'now.yaml', text: now.join('---\n') }], base: base.join('---\n'), hub: hub.join('---\n') };
  return lintTexts(texts, [breaksRunningRun]).findings.map(({ file, object, message }) => [file, object?.name, message]);
}

const NAMESPACE = namespaceYaml('shop');

// covers: placement-deleted-under-run
test('reports a placement that the change removes during a run that is in progress or stopped', () => {
  const states = [
    [run(''), 'is in progress'],
    [run('', 'Stop'), 'is not finished'],
  ] as const;
  for (const [live, state] of states)
    expect(told([NAMESPACE], [NAMESPACE, PLACEMENT], [PLACEMENT, live])).toEqual([
      ['base.yaml', 'shop', `ClusterStagedUpdateRun/shop-7 ${state} on the hub and fails because of this change: it removes shop.`],
    ]);
});

test('reports a member cluster that the change removes during a run of a placement that only the hub has', () => {
  const member = memberYaml('a') + JOINED_STATUS;
  expect(told([NAMESPACE], [NAMESPACE, member], [PLACEMENT, run('')])).toEqual([
    [
      'base.yaml',
      'a',
      'ClusterStagedUpdateRun/shop-7 is in progress on the hub and fails because of this change: it removes a, which the run is for.',
    ],
  ]);
});

test('reports that a run in progress ends if the change removes it', () => {
  expect(told([NAMESPACE], [NAMESPACE, run('')], [PLACEMENT, run('')])).toEqual([
    [
      'base.yaml',
      'shop-7',
      'ClusterStagedUpdateRun/shop-7 is in progress on the hub, and this change deletes it: the clusters that it has not updated keep the old content.',
    ],
  ]);
  expect(told([NAMESPACE], [NAMESPACE, run('')], [PLACEMENT, run(', { type: Succeeded, status: "True" }')])).toEqual([]);
});

test('reports nothing for objects that the tree never had, or whose run has ended', () => {
  expect(told([NAMESPACE], [NAMESPACE], [PLACEMENT, run('')])).toEqual([]);
  expect(told([NAMESPACE], [NAMESPACE, PLACEMENT], [PLACEMENT, run(', { type: Succeeded, status: "True" }')])).toEqual([]);
});
