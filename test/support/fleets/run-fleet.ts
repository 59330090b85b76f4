import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  orders,
  placementConditions,
  resourceSnapshot,
  work,
  yes,
  type Fleet,
} from './fleet.ts';

export const old = [namespaceShop(), orders('v1')];
export const fresh = [namespaceShop(), orders('v2')];

/** A fleet in the middle of a rollout of resource snapshot 1: the clusters in `moved` have it, the others still have snapshot 0. */
export function halfway(clusters: readonly string[], moved: readonly string[], policy: object, available = 'AllWorkAreAvailable'): Fleet {
  const fleet = greenFleet(clusters, old);
  const blocked = no('RolloutStarted', 'RolloutNotStartedYet', 1);
  const good = clusterConditions(3)
    .slice(1)
    .map((condition) => (condition['type'] === 'Available' ? { ...condition, reason: available } : condition));
  const held = [no('RolloutStarted', 'RolloutNotStartedYet', 3), ...good.slice(1)];
  const statuses = clusters.map((clusterName) => ({
    clusterName,
    conditions: moved.includes(clusterName) ? clusterConditions(1) : [yes('Scheduled', 'Scheduled', 1), blocked],
  }));
  const top = placementConditions(clusters.length);
  const conditions =
    moved.length === clusters.length ? top : [top[0], no('ClusterResourcePlacementRolloutStarted', 'RolloutNotStartedYet', 1)];
  const spec = { ...(fleet.placement['spec'] as object), policy };
  return {
    ...fleet,
    content: fresh,
    placement: { ...fleet.placement, spec, status: { conditions, observedResourceIndex: '1', placementStatuses: statuses } },
    snapshots: [resourceSnapshot(0, old, false), resourceSnapshot(1, fresh, true)],
    bindings: clusters.map((cluster) => (moved.includes(cluster) ? binding(cluster, 1, good) : binding(cluster, 0, held))),
    works: clusters.map((cluster) => (moved.includes(cluster) ? work(cluster, 1, fresh) : work(cluster, 0, old))),
  };
}

const API = 'placement.kubernetes-fleet.io/v1beta1';
export const started = yes('Started', 'ClusterUpdatingStarted', 1);
export const done = yes('Succeeded', 'ClusterUpdatingSucceeded', 1);

/** An update run of placement shop. */
export function updateRun(status: object, more: { readonly name?: string; readonly state?: string } = {}): KubeObject {
  return {
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: more.name ?? 'v2', generation: 1, uid: 'u' },
    spec: { placementName: 'shop', state: more.state ?? 'Run' },
    status,
  };
}

/** A placement with strategy External, whose clusters all have the content of resource snapshot `index`. */
export function external(clusters: readonly string[], index: number): Fleet {
  const fleet = halfway(clusters, index === 1 ? clusters : [], { placementType: 'PickAll' });
  return {
    ...fleet,
    placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } },
  };
}

/** The status of an update run with one stage. */
export const status = (conditions: readonly object[], clusters: readonly object[], index = '1'): object => ({
  conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), ...conditions],
  resourceSnapshotIndexUsed: index,
  stagesStatus: [{ stageName: 'all', clusters, conditions: [] }],
});
/** A cluster in the status of an update run. */
export const cluster = (clusterName: string, ...conditions: readonly object[]): object => ({ clusterName, conditions });
