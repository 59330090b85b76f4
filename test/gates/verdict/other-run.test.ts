/** An update run of the name that was deployed and with another spec, and an override of the deploy that the hub does not have. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const fleet = finishedFleet();
const objects = stagedObjects(fleet);

function judged(manifests: readonly KubeObject[], hub = objects): readonly [outcome: string, summary: string | undefined] {
  const state = gate({ targets: ['csur/v1'], manifests: [...fleet.content, ...manifests] }).once(hub);
  return [state.outcome, state.runs[0]?.summary];
}

function run(spec: object): KubeObject {
  return { apiVersion: API, kind: 'ClusterStagedUpdateRun', metadata: { name: 'v1' }, spec };
}

/** No cluster of the fleet has the label. */
const override: KubeObject = {
  apiVersion: API,
  kind: 'ResourceOverride',
  metadata: { namespace: 'shop', name: 'orders' },
  spec: {
    placement: { name: 'shop' },
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: {
      overrideRules: [
        {
          clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'none' } } }] },
          jsonPatchOverrides: [{ op: 'replace', path: '/spec/replicas', value: 3 }],
        },
      ],
    },
  },
};

test('a finished run does not pass if the run of the deploy has another spec', () => {
  expect(judged([])[0]).toBe('passed');
  for (const spec of [{ placementName: 'shop' }, { placementName: 'shop', state: 'Initialize' }])
    expect(judged([run(spec)])[0]).toBe('passed');
  for (const [field, value] of [
    ['placementName', 'checkout'],
    ['resourceSnapshotIndex', '7'],
    ['stagedRolloutStrategyName', 'other'],
  ] as const)
    expect(judged([run({ placementName: 'shop', [field]: value })])).toEqual([
      'waiting',
      `the hub does not hold ClusterStagedUpdateRun/v1 as deployed (differs at /spec/${field})`,
    ]);
});

test('a finished run does not pass if the hub lacks an override of the deploy, or holds another one', () => {
  expect(judged([override], [...objects, override])[0]).toBe('passed');
  expect(judged([override])).toEqual(['waiting', 'the hub does not hold ResourceOverride/shop/orders as deployed (it is not there)']);
  const other = { ...override, spec: { ...(override['spec'] as object), resourceSelectors: [] } };
  expect(judged([override], [...objects, other])[0]).toBe('waiting');
});
