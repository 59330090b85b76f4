/** A cause whose message names another object is checked against that object. */
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { bindingAt, greenFleet, member as memberCluster, no, objectsOf, placementAt } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const K = 'kubernetes-fleet.io';
const API = `placement.${K}/v1beta1`;

describe('a run that failed at its start', () => {
  const run: KubeObject = {
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'v2', generation: 1, creationTimestamp: '2026-03-04T09:50:00Z' },
    spec: { placementName: 'shop', stagedRolloutStrategyName: 'slow', resourceSnapshotIndex: '1', state: 'Run' },
  };
  const stages = [
    { name: 'canary', labelSelector: { matchLabels: { tier: 'canary' } } },
    { name: 'rest', labelSelector: { matchLabels: { tier: 'rest' } } },
  ];
  const strategy: KubeObject = { apiVersion: API, kind: 'ClusterStagedUpdateStrategy', metadata: { name: 'slow' }, spec: { stages } };
  const fleet = greenFleet(['east', 'west']);
  const external: KubeObject = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
  const labelled = (cluster: string, labels: Readonly<Record<string, string>>): KubeObject => {
    const member = fleet.members.find(({ metadata }) => metadata.name === cluster);
    if (member === undefined) throw new Error(cluster);
    return { ...member, metadata: { ...member.metadata, labels } };
  };
  const second = fleet.snapshots.map((snapshot): KubeObject => ({
    ...snapshot,
    metadata: { ...snapshot.metadata, name: 'shop-1-snapshot', labels: { ...snapshot.metadata.labels, [`${K}/resource-index`]: '1' } },
  }));

  function found(message: string, objects: readonly KubeObject[], of = run): Diagnosis | undefined {
    const text = `cannot continue the updateRun: failed to validate the updateRun: ${message}`;
    const failed = { ...of, status: { conditions: [no('Initialized', 'UpdateRunInitializedFailed', 1, text)] } };
    return gate({ targets: ['csur/v2'] }).once([...objects, failed]).runs[0]?.diagnoses[0];
  }

  const members = (tier: string): readonly KubeObject[] => [labelled('east', { tier, order: '3' }), labelled('west', { tier: 'rest' })];
  const rest = [...fleet.bindings, ...fleet.works, ...fleet.content];

  test.each<readonly [string, string, readonly KubeObject[], readonly KubeObject[]]>([
    ['run-strategy-missing', 'referenced updateStrategy not found: `slow`', [external], [external, strategy]],
    ['run-placement-missing', 'parent placement not found', [], [external]],
    [
      'run-placement-not-external',
      'parent placement does not have an external rollout strategy, current strategy: RollingUpdate',
      [fleet.placement],
      [external],
    ],
    [
      'run-snapshot-missing',
      'no resourceSnapshots with index `1` found for placement `/shop`',
      [external, ...fleet.snapshots],
      [external, ...fleet.snapshots, ...second],
    ],
    [
      'run-cluster-in-no-stage',
      'some clusters are not placed in any stage, total 1, showing up to 10: east',
      [external, strategy, ...members('other')],
      [external, strategy, ...members('canary')],
    ],
    [
      'run-cluster-in-two-stages',
      'cluster `east` appears in more than one stages',
      [external, { ...strategy, spec: { stages: [stages[0], { ...stages[0], name: 'again' }] } }, ...members('canary')],
      [external, strategy, ...members('canary')],
    ],
    [
      'run-sort-label-invalid',
      'the sorting label `order:first` on cluster `east` is not valid: strconv.Atoi: parsing "first": invalid syntax',
      [external, labelled('east', { order: 'first' })],
      [external, labelled('east', { order: '3' })],
    ],
    [
      'run-scheduling-unfinished',
      'policy snapshot `shop-0` not fully scheduled yet',
      [placementAt({ ...fleet, placement: external }, 'Scheduled', 'SchedulePending').placement],
      [external],
    ],
  ])('%s is reported as past if it is corrected by now', (id, message, before, now) => {
    const still = found(message, [...before, ...rest]);
    expect(still?.id).toBe(id);
    expect(still?.remedy.at(0)).not.toContain('Create a new run');
    const since = found(message, [...now, ...rest]);
    expect([since?.id, since?.remedy]).toEqual([id, ['Create a new run with the same spec.']]);
    expect(since?.title).toMatch(/when the run began$/);
    expect(since?.evidence.at(1)).toMatch(/ now$/);
  });

  test('is not copied with its state Stop', () => {
    const stopped = { ...run, spec: { ...(run['spec'] as object), state: 'Stop' } };
    const since = found('parent placement not found', [external, ...rest], stopped);
    expect(since?.remedy).toEqual([expect.stringMatching(/^Create a new run with the same spec\. Give it spec\.state Run/)]);
  });
});

describe('Works that cannot be written', () => {
  const fleet = greenFleet(['east']);
  const message =
    'Failed to synchronize the work to the latest: works "shop-work" is forbidden: unable to create new content in namespace fleet-member-east because it is being terminated';
  const hub = (leaving: boolean): readonly KubeObject[] => {
    const deletionTimestamp = leaving ? { deletionTimestamp: '2026-03-04T09:59:00Z' } : {};
    const members = fleet.members.map((member) => ({ ...member, metadata: { ...member.metadata, ...deletionTimestamp } }));
    const bindings = [bindingAt('east', 0, no('WorkSynchronized', 'SyncWorkFailed', 3, message))];
    return objectsOf({ ...placementAt(fleet, 'WorkSynchronized', 'WorkNotSynchronizedYet'), bindings, works: [], members });
  };
  const titleOf = (leaving: boolean): string | undefined =>
    gate()
      .once(hub(leaving))
      .placements[0]?.diagnoses.find(({ id }) => id === 'work-namespace-terminating')?.title;

  test('belong to a cluster that is leaving only if it is leaving', () => {
    expect(titleOf(true)).toBe('The cluster is leaving the fleet');
    expect(titleOf(false)).toBe("The hub's namespace of the cluster is being deleted, though the cluster is not leaving");
  });
});

test('a resource snapshot that a binding lacks is searched on the hub', () => {
  const fleet = greenFleet(['east']);
  const message = 'Failed to apply the override rules on the resources: the master resource snapshot is not found';
  const bindings = [bindingAt('east', 0, no('Overridden', 'OverriddenFailed', 3, message))];
  const there = objectsOf({ ...placementAt(fleet, 'Overridden', 'OverriddenFailed'), bindings, works: [] });
  const named = gate()
    .once(there)
    .placements[0]?.diagnoses.find(({ id }) => id === 'resource-snapshot-missing');
  expect(named?.evidence).toContain('shop-0-snapshot is on the hub');
  expect(named?.explain).toContain('The snapshot is on the hub');
});

test('are a cause even if only the placement reports it', () => {
  const { placement } = placementAt(greenFleet(['east']), 'WorkSynchronized', 'WorkNotSynchronizedYet');
  const alone = { ...placement, status: { ...(placement['status'] as object), placementStatuses: [] } };
  const hidden = {
    ClusterResourceBinding: { kind: 'unread' },
    ClusterResourceSnapshot: { kind: 'unread' },
    Work: { kind: 'unread' },
  } as const;
  const all = gate().once([alone], { hidden }).placements[0]?.diagnoses ?? [];
  const first = all.find(({ id }) => id === 'work-sync-error');
  expect([first?.outcome, first?.explain]).toEqual(['suspect', expect.stringContaining('only the bindings do')]);
  expect(first?.remedy[0]).toContain('get clusterresourcebindings -l kubernetes-fleet.io/parent-CRP=shop');
});

describe('two Works for one envelope', () => {
  const fleet = greenFleet(['east']);
  const message = 'Failed to synchronize the work to the latest: 2 work objects found for the same envelope shop/bundle, only one expected';
  const ofEnvelope = (name: string, created: string, deletionTimestamp?: string): KubeObject => {
    const [whole] = fleet.works;
    if (whole === undefined) throw new Error('no Work');
    const labels = { ...whole.metadata.labels, [`${K}/envelope-name`]: 'bundle', [`${K}/envelope-namespace`]: 'shop' };
    const creationTimestamp = `2026-03-04T09:${created}:00Z`;
    const deletion = deletionTimestamp === undefined ? {} : { deletionTimestamp };
    return { ...whole, metadata: { ...whole.metadata, name, labels, creationTimestamp, ...deletion } };
  };
  const found = (...works: readonly KubeObject[]): Diagnosis | undefined => {
    const bindings = [bindingAt('east', 0, no('WorkSynchronized', 'SyncWorkFailed', 3, message))];
    const hub = objectsOf({
      ...placementAt(fleet, 'WorkSynchronized', 'WorkNotSynchronizedYet'),
      bindings,
      works: [...fleet.works, ...works],
    });
    return gate()
      .once(hub)
      .placements[0]?.diagnoses.find(({ id }) => id === 'envelope-duplicate-works');
  };

  test('are named, the oldest first', () => {
    const both = found(ofEnvelope('b', '40'), ofEnvelope('a', '50'));
    expect(both?.outcome).toBe('terminal');
    expect(both?.evidence.filter((line) => line.startsWith('Work '))).toEqual([
      'Work b for it, created 2026-03-04T09:40:00Z',
      'Work a for it, created 2026-03-04T09:50:00Z',
    ]);
  });

  test('are still two while a finalizer keeps one', () => {
    expect(found(ofEnvelope('b', '40'), ofEnvelope('a', '50', '2026-03-04T09:59:00Z'))?.remedy.join(' ')).toContain('Delete all');
  });
});

describe('a refused eviction', () => {
  const message = 'Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget, availablePlacements: 2, totalPlacements: 2';
  const manifest: KubeObject = {
    apiVersion: API,
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'out' },
    spec: { placementName: 'shop', clusterName: 'east' },
  };
  const refused = { ...manifest, status: { conditions: [no('Executed', 'ClusterResourcePlacementEvictionNotExecuted', 1, message)] } };
  const found = (clusters: readonly string[]): Diagnosis | undefined =>
    gate({ manifests: [manifest] })
      .once([...objectsOf(greenFleet(clusters)), refused])
      .placements[0]?.diagnoses.find(({ id }) => id === 'eviction-not-executed');

  test('by a budget has a first step that reads the budget', () => {
    expect(found(['east', 'west'])?.remedy[0]).toContain('See the disruption budget');
  });

  test('says that the cluster has lost the placement since then', () => {
    expect(found(['east', 'west'])?.evidence.join(' ')).not.toContain('no binding');
    expect(found(['west'])?.evidence).toContain('ClusterResourcePlacement/shop has no binding for east now');
  });
});

test('an eviction whose binding is being deleted names the silence of the agent', () => {
  const found = (heartbeatAge: number): Diagnosis | undefined => {
    const fleet = greenFleet(['east', 'west']);
    const bindings = fleet.bindings.map((object, at): KubeObject => ({
      ...object,
      metadata: {
        ...object.metadata,
        ...(at === 1 ? { deletionTimestamp: '2026-03-04T09:00:00Z', finalizers: [`${K}/work-cleanup`] } : {}),
      },
    }));
    return gate()
      .once(objectsOf({ ...fleet, bindings, members: [memberCluster('east', 10), memberCluster('west', heartbeatAge)] }))
      .placements[0]?.diagnoses.find(({ id }) => id === 'binding-deleting');
  };
  expect(found(7200)?.evidence.join()).toContain('its last heartbeat was 2 h ago');
  expect(found(10)?.evidence.join()).not.toContain('heartbeat');
});
