import { describe, expect, test } from 'vitest';

import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import { objectAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';

const budget = (minAvailable: number): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterResourcePlacementDisruptionBudget',
  metadata: { name: 'shop' },
  spec: { minAvailable },
});
const strategy = (name: string): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'slow' },
  spec: { stages: [{ name, labelSelector: {} }] },
});
const content = [namespaceShop(), orders('v1')];
const fleet = greenFleet(['east'], content);

describe.each([
  ['a disruption budget', budget(1), budget(2)],
  ['an update strategy', strategy('first'), strategy('canary')],
])('%s of the deploy', (_what, wanted, other) => {
  const deploy = gate({ manifests: [...content, fleet.placement, wanted] });

  test('is waited for, until the hub holds it as deployed', () => {
    const name = `${wanted.kind}/${wanted.metadata.name}`;
    for (const onHub of [[], [other]]) {
      const state = deploy.once([...objectsOf(fleet), ...onHub]);
      expect(state.outcome).toBe('waiting');
      const of = diagnosesIn(state).filter(({ id }) => id === 'content-not-synced');
      expect(of.map(({ object }) => `${object?.kind ?? ''}/${object?.name ?? ''}`)).toEqual([name]);
    }
    expect(deploy.once([...objectsOf(fleet), wanted]).outcome).toBe('passed');
  });

  test('is named if it cannot be read', () => {
    const state = deploy.once(objectsOf(fleet), { hidden: { [wanted.kind]: { kind: 'denied', message: 'forbidden' } } });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.summary).toContain(
      `${wanted.kind}/${wanted.metadata.name} was not compared, because its kind was not read`,
    );
  });
});

test('a label of the placement is waited for', () => {
  const labels = { release: '42' };
  const labelled = { ...fleet.placement, metadata: { ...fleet.placement.metadata, labels } };
  const deploy = gate({ manifests: [...content, labelled] });
  expect(deploy.once(objectsOf(fleet)).outcome).toBe('waiting');
  expect(deploy.once(objectsOf({ ...fleet, placement: labelled })).outcome).toBe('passed');
});

test('a run that took what the deploy removes from its strategy does not pass', () => {
  const written = (stages: readonly object[]): KubeObject => ({ ...strategy('first'), spec: { stages } });
  const before = written([{ name: 'first', beforeStageTasks: [{ type: 'Approval' }] }]);
  const wanted = written([{ name: 'first' }]);
  const live = { ...before, metadata: { ...before.metadata, annotations: { [LAST_APPLIED]: JSON.stringify(before) } } };
  const objects = stagedObjects(finishedFleet());
  const took = (taken: KubeObject): readonly KubeObject[] =>
    objects.map((object) =>
      object.kind === 'ClusterStagedUpdateRun'
        ? { ...object, status: { ...objectAt(object, 'status'), stagedUpdateStrategySnapshot: taken['spec'] } }
        : object,
    );
  const deploy = gate({ targets: ['csur/v1'], manifests: [...fleet.content, wanted] });
  const state = deploy.once([...took(before), live]);
  expect([state.outcome, state.runs[0]?.summary]).toEqual([
    'waiting',
    'the hub does not hold ClusterStagedUpdateStrategy/slow as deployed (differs at /spec/stages/0/beforeStageTasks)',
  ]);
  expect(deploy.once([...took(wanted), live]).outcome).toBe('passed');
});
