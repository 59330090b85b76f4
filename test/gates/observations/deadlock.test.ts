import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  member,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const old = [namespaceShop(), orders('v1')];
const fresh = [namespaceShop(), orders('v2')];

interface Rollout {
  readonly policy: object;
  readonly maxUnavailable: number | string;
  /** Clusters that run the new content. */
  readonly moved?: readonly string[];
  /** Clusters held back with the old content. */
  readonly held?: readonly string[];
  /** Clusters newly picked and held back before they get any content. */
  readonly joining?: readonly string[];
  readonly maxSurge?: number | string;
  /** Clusters no longer picked whose bindings are still there. */
  readonly left?: readonly string[];
  /** Clusters among the held ones that are not available. */
  readonly unready?: readonly string[];
  /** Clusters among the held ones that are not decided yet. */
  readonly undecided?: readonly string[];
  /** The bindings of the clusters left are being deleted. */
  readonly deleting?: boolean;
  /** The clusters left were left just now: their conditions are of the generation before. */
  readonly justLeft?: boolean;
  /** The clusters left are no longer in the fleet. */
  readonly gone?: boolean;
}

function hub(rollout: Rollout): readonly KubeObject[] {
  const {
    policy,
    maxUnavailable,
    moved = [],
    held = [],
    joining = [],
    maxSurge = '25%',
    left = [],
    unready = [],
    undecided = [],
    deleting = false,
    justLeft = false,
    gone = false,
  } = rollout;
  const picked = [...moved, ...held, ...joining];
  const fleet = greenFleet(picked, old);
  const blocked = no('RolloutStarted', 'RolloutNotStartedYet', 1);
  const open = { ...no('RolloutStarted', 'RolloutStartedUnknown', 1), status: 'Unknown' };
  const behind = (cluster: string): KubeObject => {
    const rest = clusterConditions(3).slice(2);
    const conditions = unready.includes(cluster) ? [...rest.slice(0, -1), no('Available', 'NotAllWorkAreAvailable', 3)] : rest;
    const isOpen = undecided.includes(cluster);
    return binding(cluster, 0, [no('RolloutStarted', 'RolloutNotStartedYet', isOpen ? 2 : 3), ...conditions]);
  };
  const leaving = (cluster: string): KubeObject => {
    const found = binding(cluster, 0, clusterConditions(justLeft ? 2 : 3).slice(1), { state: 'Unscheduled' });
    return deleting ? { ...found, metadata: { ...found.metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } } : found;
  };
  const scheduled = (cluster: string): KubeObject =>
    binding(cluster, 0, [no('RolloutStarted', 'RolloutNotStartedYet', 3)], { state: 'Scheduled', resourceSnapshotName: '' });
  const top = placementConditions(picked.length);
  return objectsOf({
    ...fleet,
    content: fresh,
    placement: {
      ...fleet.placement,
      spec: {
        ...(fleet.placement['spec'] as object),
        policy,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } },
      },
      status: {
        conditions:
          held.length + joining.length === 0 ? top : [top[0], no('ClusterResourcePlacementRolloutStarted', 'RolloutNotStartedYet', 1)],
        observedResourceIndex: '1',
        placementStatuses: picked.map((clusterName) => ({
          clusterName,
          conditions: moved.includes(clusterName)
            ? clusterConditions(1)
            : [yes('Scheduled', 'Scheduled', 1), undecided.includes(clusterName) ? open : blocked],
        })),
      },
    },
    members: [...picked, ...(gone ? [] : left)].map((cluster) => member(cluster, 10)),
    snapshots: [resourceSnapshot(0, old, false), resourceSnapshot(1, fresh, true)],
    bindings: [...moved.map((cluster) => binding(cluster, 1)), ...held.map(behind), ...joining.map(scheduled), ...left.map(leaving)],
    works: [...moved.map((cluster) => work(cluster, 1, fresh)), ...held.map((cluster) => work(cluster, 0, old))],
  });
}

function reported(rollout: Rollout, options: Partial<GateOptions> = {}): string {
  const { outcome, placements } = gate({ manifests: [orders('v2')], options }).look(hub(rollout));
  const ids = new Set(placements.flatMap((gated) => gated.diagnoses.map((entry) => entry.id)));
  return [outcome, ...ids].join(' ');
}

const all = { placementType: 'PickAll' };
const three = { placementType: 'PickN', numberOfClusters: 3 };
const fixed = { placementType: 'PickFixed', clusterNames: ['east', 'west', 'nowhere'] };
const DEADLOCKED = 'failed rollout-deadlocked rollout-blocked';
const GOES_ON = 'waiting rollout-blocked';

test.for<readonly [string, Rollout, string]>([
  ['a budget of zero is a deadlock', { policy: all, maxUnavailable: 0, held: ['east', 'west'] }, DEADLOCKED],
  ['one of two clusters may be unavailable', { policy: all, maxUnavailable: 1, held: ['east', 'west'] }, GOES_ON],
  ['any percentage of PickAll is at least one cluster', { policy: all, maxUnavailable: '1%', held: ['east', 'west'] }, GOES_ON],
  ['PickN uses the requested number of clusters', { policy: three, maxUnavailable: 1, held: ['east', 'west'] }, DEADLOCKED],
  ['PickN may have room for two clusters', { policy: three, maxUnavailable: 2, held: ['east', 'west'] }, GOES_ON],
  ['34 % of three clusters are two', { policy: three, maxUnavailable: '34%', held: ['east', 'west'] }, GOES_ON],
  ['33 % of three clusters are one', { policy: three, maxUnavailable: '33%', held: ['east', 'west'] }, DEADLOCKED],
  ['PickFixed uses the number of names', { policy: fixed, maxUnavailable: 1, held: ['east', 'west'] }, DEADLOCKED],
  [
    'one cluster has moved and is ready, the other one can never move',
    { policy: three, maxUnavailable: 1, moved: ['east'], held: ['west'] },
    DEADLOCKED,
  ],
  [
    'a cluster that keeps its content may still become ready',
    { policy: all, maxUnavailable: 1, held: ['east', 'west'], unready: ['west'] },
    GOES_ON,
  ],
  [
    'a cluster that keeps its content is not decided yet',
    { policy: three, maxUnavailable: 1, held: ['east', 'west'], undecided: ['west'] },
    'waiting rollout-undecided rollout-blocked',
  ],
  [
    'a cluster has left the fleet, and its binding gets no further status',
    { policy: three, maxUnavailable: 1, held: ['east', 'west'], left: ['south'], justLeft: true, gone: true },
    DEADLOCKED,
  ],
  [
    'a cluster that is no longer picked is being cleaned',
    { policy: three, maxUnavailable: 1, held: ['east', 'west'], left: ['south'], deleting: true },
    'waiting rollout-blocked binding-deleting',
  ],
])('%s', ([, rollout, expected]) => {
  expect(reported(rollout)).toBe(expected);
});

test('a cluster that should be left keeps its content forever if the requested clusters use the whole budget', () => {
  const some = { allowPartial: true };
  const rollout = { policy: fixed, maxUnavailable: 1, moved: ['east'], left: ['south'] };
  expect(reported(rollout, some)).toBe('failed rollout-deadlocked binding-deleting');
  expect(reported({ ...rollout, maxUnavailable: 2 }, some)).toBe('waiting binding-deleting');
  expect(reported({ ...rollout, justLeft: true }, some)).toBe('waiting binding-deleting');
  expect(reported({ ...rollout, deleting: true }, some)).toBe('waiting binding-deleting');
  expect(reported({ ...rollout, policy: all }, some)).toBe('waiting binding-deleting');
  expect(reported({ ...rollout, justLeft: true, gone: true }, some)).toMatch(/^passed/);
});

test('a newly picked cluster waits forever if maxUnavailable and maxSurge are both zero', () => {
  const one = { placementType: 'PickN', numberOfClusters: 1 };
  const rollout = { policy: one, maxUnavailable: 0, maxSurge: 0, joining: ['east'], left: ['south'] };
  expect(reported(rollout)).toBe('failed rollout-deadlocked rollout-blocked binding-deleting');
  expect(reported({ ...rollout, maxSurge: '1%' })).toBe('waiting rollout-blocked binding-deleting');
  expect(reported({ ...rollout, maxUnavailable: 1 })).toBe('waiting rollout-blocked binding-deleting');
  expect(reported({ ...rollout, deleting: true })).toBe('waiting rollout-blocked binding-deleting');
});

test.for<readonly [string, Rollout, string]>([
  ['a budget of zero', { policy: all, maxUnavailable: '0%', held: ['east', 'west'] }, 'Raise spec.strategy.rollingUpdate.maxUnavailable'],
  [
    'no surge for a cluster that replaces another one',
    { policy: { placementType: 'PickN', numberOfClusters: 1 }, maxUnavailable: 0, maxSurge: 0, joining: ['east'], left: ['south'] },
    'Raise spec.strategy.rollingUpdate.maxSurge',
  ],
  [
    'missing clusters',
    { policy: three, maxUnavailable: 1, held: ['east', 'west'] },
    'Lower numberOfClusters of ClusterResourcePlacement/shop to 2',
  ],
])('the first step addresses the cause: %s', ([, rollout, step]) => {
  const [gated] = gate({ manifests: [orders('v2')] }).look(hub(rollout)).placements;
  const found = gated?.diagnoses.find(({ id }) => id === 'rollout-deadlocked');
  expect(found?.remedy[0]).toContain(step);
  const enough = rollout.policy === three ? 2 : 1;
  expect(found?.remedy.join()).toContain(`"maxUnavailable":${String(enough)}}`);
  expect(found?.seeAlso).toBe(rollout.maxUnavailable === '0%' ? 'no-update-budget' : undefined);
});
