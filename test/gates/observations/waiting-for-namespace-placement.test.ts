import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  badWork,
  binding,
  bindingAt,
  clusterConditions,
  greenFleet,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
} from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const TEAM: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } };
const WORKLOAD = orders('v1');
const CONTENT = { ...WORKLOAD, metadata: { ...WORKLOAD.metadata, namespace: 'team' } };
const ANSWER = 'Failed to apply the manifest (error: error returned by the API server: namespaces "team" not found)';

/** ResourcePlacement `web`, whose workload finds no namespace on cluster west. */
function lacking(): readonly KubeObject[] {
  const fleet = greenFleet(['west'], [CONTENT]);
  const stopped = [
    ...clusterConditions(3).slice(1, 4),
    no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply'),
  ];
  const bad = badWork('west', 0, [CONTENT], CONTENT, no('Applied', 'ManifestApplyFailed', 1, ANSWER));
  const placement = selecting(fleet.placement, { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' });
  const objects = objectsOf({ ...fleet, placement, bindings: [binding('west', 0, stopped)], works: [bad], members: [], content: [] });
  const renamed = JSON.stringify(objects)
    .replaceAll('shop', 'web')
    .replaceAll('ClusterResource', 'Resource')
    .replaceAll('ClusterSch', 'Sch');
  return (JSON.parse(renamed) as readonly KubeObject[]).map(inTeam);
}

/** In the namespace of the placement; a Work is in that of its cluster, and tells it by a label. */
function inTeam(object: KubeObject): KubeObject {
  const { metadata } = object;
  if (object.kind !== 'Work') return { ...object, metadata: { ...metadata, namespace: 'team' } };
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, 'kubernetes-fleet.io/parent-placement-namespace': 'team' } } };
}

function selecting(placement: KubeObject, selector: object): KubeObject {
  return { ...placement, spec: { ...(placement['spec'] as object), resourceSelectors: [selector] } };
}

/** Placement `shop`, which brings the namespace. @param stands the condition of its clusters that is not True; absent if they are good */
function bringing(clusters: readonly string[], stands?: Parameters<typeof bindingAt>[2]): readonly KubeObject[] {
  const green = greenFleet(clusters, [TEAM, CONTENT]);
  const placement = selecting(green.placement, {
    group: '',
    version: 'v1',
    kind: 'Namespace',
    name: 'team',
    selectionScope: 'NamespaceOnly',
  });
  const fleet = {
    ...green,
    placement,
    snapshots: [resourceSnapshot(0, [TEAM], true)],
    works: clusters.map((cluster) => work(cluster, 0, [TEAM])),
  };
  if (stands === undefined) return objectsOf(fleet);
  return objectsOf({ ...fleet, bindings: clusters.map((cluster) => bindingAt(cluster, 0, stands)), works: [] });
}

const NOT_STARTED = no('RolloutStarted', 'RolloutNotStartedYet', 3, 'cannot be updated now');

/** The same with strategy External, if there is no run yet. */
function bringingByRun(): readonly KubeObject[] {
  return bringing(['west'], no('RolloutStarted', 'RolloutNotStartedYet', 2)).map((object) =>
    object.kind === 'ClusterResourcePlacement'
      ? { ...object, spec: { ...(object['spec'] as object), strategy: { type: 'External' } } }
      : object,
  );
}

function toldAfter(minutes: number, others: readonly KubeObject[], targets: readonly string[]): readonly string[] {
  const hub = [...others, ...lacking()];
  const { look, later } = gate({ targets });
  const state = later(hub, look(hub), minutes * 60_000);
  return diagnosesIn(state).flatMap(({ id, outcome }) => (id === 'apply-namespace-missing' ? [outcome] : []));
}

test('a namespace that another placement of the gate will still bring is waited for', () => {
  expect(toldAfter(30, bringing(['west'], NOT_STARTED), ['rp/team/web', 'crp/shop'])).toEqual(['waiting']);
  const { look } = gate({ targets: ['rp/team/web', 'crp/shop'] });
  const seen = diagnosesIn(look([...bringing(['west'], NOT_STARTED), ...lacking()])).find(({ id }) => id === 'apply-namespace-missing');
  expect(seen?.evidence).toContain('ClusterResourcePlacement/shop brings it, and is not finished on west');
});

test.each([
  ['that placement has finished there', bringing(['west']), ['rp/team/web', 'crp/shop']],
  ['that placement has other clusters', bringing(['east'], NOT_STARTED), ['rp/team/web', 'crp/shop']],
  [
    'that placement failed there',
    bringing(['west'], no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply')),
    ['rp/team/web', 'crp/shop'],
  ],
  [
    'that placement only waits to become available',
    bringing(['west'], no('Available', 'NotAllWorkAreAvailable', 3, 'Work object shop-work is not available')),
    ['rp/team/web', 'crp/shop'],
  ],
  ['that placement is not followed', bringing(['west'], NOT_STARTED), ['rp/team/web']],
])('a missing namespace is a failure after its grace if %s', (_, others, targets) => {
  expect(toldAfter(1, others, targets)).toEqual(['suspect']);
  expect(toldAfter(6, others, targets)).toEqual(['terminal']);
});

test('a person is waited for if the other placement waits for that person', () => {
  const { look, later } = gate({ targets: ['rp/team/web', 'crp/shop'] });
  const hub = [...bringingByRun(), ...lacking()];
  const state = later(hub, look(hub), 30 * 60_000);
  expect(state.placements.map(({ verdict }) => verdict)).toEqual(['waiting', 'waiting']);
  expect(state.outcome).toBe('waitingForPerson');
  expect(state.awaiting).toContain('ClusterResourcePlacement shop');
});
