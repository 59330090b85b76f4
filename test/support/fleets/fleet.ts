import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Json = Readonly<Record<string, unknown>>;

/** A small hub on which the placement `shop` rolled the Deployment `orders` out to its clusters. Each test changes a copy of it. */
export interface Fleet {
  readonly placement: KubeObject;
  readonly policySnapshot: KubeObject;
  readonly snapshots: readonly KubeObject[];
  readonly bindings: readonly KubeObject[];
  readonly works: readonly KubeObject[];
  readonly members: readonly KubeObject[];
  readonly content: readonly KubeObject[];
}

export const NOW = new Date('2026-03-04T10:00:00Z');
const API = 'placement.kubernetes-fleet.io/v1beta1';
const K = 'kubernetes-fleet.io';

export function objectsOf(fleet: Fleet): readonly KubeObject[] {
  return [fleet.placement, fleet.policySnapshot, ...fleet.snapshots, ...fleet.bindings, ...fleet.works, ...fleet.members, ...fleet.content];
}

export function namespaceShop(): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } } };
}

export function orders(image: string, more: Json = {}): KubeObject {
  const template = { metadata: { labels: { app: 'orders' } }, spec: { containers: [{ name: 'main', image }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'orders', namespace: 'shop' },
    spec: { replicas: 2, selector: { matchLabels: { app: 'orders' } }, template, ...more },
  };
}

/** Everything succeeded: the snapshot with index 0 holds `content`, and every cluster runs it. */
export function greenFleet(
  clusters: readonly string[] = ['east', 'west'],
  content: readonly KubeObject[] = [namespaceShop(), orders('v1')],
): Fleet {
  const metadata = { name: 'shop', uid: 'uid-shop', generation: 1 };
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', unavailablePeriodSeconds: 60 } };
  return {
    placement: {
      apiVersion: API,
      kind: 'ClusterResourcePlacement',
      metadata,
      spec: {
        resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
        policy: { placementType: 'PickAll' },
        strategy,
      },
      status: {
        conditions: placementConditions(clusters.length),
        observedResourceIndex: '0',
        placementStatuses: clusters.map((clusterName) => ({ clusterName, conditions: clusterConditions(1) })),
      },
    },
    policySnapshot: {
      apiVersion: API,
      kind: 'ClusterSchedulingPolicySnapshot',
      metadata: {
        name: 'shop-0',
        generation: 1,
        labels: { [`${K}/parent-CRP`]: 'shop', [`${K}/is-latest-snapshot`]: 'true', [`${K}/policy-index`]: '0' },
      },
      spec: {},
      status: { observedCRPGeneration: 1, targetClusters: [] },
    },
    snapshots: [resourceSnapshot(0, content, true)],
    bindings: clusters.map((cluster) => binding(cluster, 0)),
    works: clusters.map((cluster) => work(cluster, 0, content)),
    members: clusters.map((cluster) => member(cluster, 10)),
    content,
  };
}

export function resourceSnapshot(index: number, content: readonly KubeObject[], latest: boolean, parts = 1): KubeObject {
  const labels = { [`${K}/parent-CRP`]: 'shop', [`${K}/is-latest-snapshot`]: String(latest), [`${K}/resource-index`]: String(index) };
  return {
    apiVersion: API,
    kind: 'ClusterResourceSnapshot',
    metadata: { name: `shop-${String(index)}-snapshot`, labels, annotations: { [`${K}/number-of-resource-snapshots`]: String(parts) } },
    spec: { selectedResources: content },
  };
}

export function binding(
  cluster: string,
  index: number,
  conditions: readonly Json[] = clusterConditions(3).slice(1),
  more: Json = {},
): KubeObject {
  return {
    apiVersion: API,
    kind: 'ClusterResourceBinding',
    metadata: { name: `shop-${cluster}-0a1b2c3d`, generation: 3, labels: { [`${K}/parent-CRP`]: 'shop' } },
    spec: {
      state: 'Bound',
      targetCluster: cluster,
      resourceSnapshotName: `shop-${String(index)}-snapshot`,
      schedulingPolicySnapshotName: 'shop-0',
      ...more,
    },
    status: { conditions },
  };
}

/** A binding whose last condition is this one; later conditions are absent. */
export function bindingAt(cluster: string, index: number, condition: Json): KubeObject {
  const at = CLUSTER.findIndex(([type]) => type === condition['type']);
  return binding(cluster, index, [...clusterConditions(3).slice(1, at), condition]);
}

/** The fleet with a placement whose last condition is this one; later conditions are absent. */
export function placementAt(fleet: Fleet, type: string, reason: string): Fleet {
  const at = PLACEMENT.findIndex(([known]) => known === type);
  const conditions = [...placementConditions(fleet.bindings.length).slice(0, at), no(`ClusterResourcePlacement${type}`, reason, 1)];
  return { ...fleet, placement: { ...fleet.placement, status: { ...(fleet.placement['status'] as object), conditions } } };
}

/** The fleet with other fields in the status of its placement. */
export function withStatus(fleet: Fleet, change: Readonly<Record<string, unknown>>): Fleet {
  return { ...fleet, placement: { ...fleet.placement, status: { ...(fleet.placement['status'] as object), ...change } } };
}

/** The fleet's placement as a manifest, with other fields in its spec. */
export function asDeployed({ placement }: Fleet, change: Readonly<Record<string, unknown>>): KubeObject {
  const { apiVersion, kind, metadata } = placement;
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: { ...(placement['spec'] as object), ...change } };
}

export function work(cluster: string, index: number, content: readonly KubeObject[], status: Json = goodWork(content)): KubeObject {
  const labels = {
    [`${K}/parent-CRP`]: 'shop',
    [`${K}/parent-resource-binding`]: `shop-${cluster}-0a1b2c3d`,
    [`${K}/parent-resource-snapshot-index`]: String(index),
  };
  return {
    apiVersion: API,
    kind: 'Work',
    metadata: { name: 'shop-work', namespace: `fleet-member-${cluster}`, generation: 1, labels },
    spec: { workload: { manifests: content } },
    status,
  };
}

/** A Work in which one object was not applied or is not available. */
export function badWork(cluster: string, index: number, content: readonly KubeObject[], bad: KubeObject, condition: Json): KubeObject {
  const applied = condition['type'] !== 'Applied';
  const whole = [
    { ...no('Applied', 'SomeManifestsAreNotApplied', 1), status: applied ? 'True' : 'False' },
    ...(applied ? [no('Available', 'SomeManifestsAreNotAvailable', 1)] : []),
  ];
  const manifestConditions = content.map((object, ordinal) => ({
    identifier: identifier(object, ordinal),
    conditions: object === bad ? [condition] : [yes('Applied', 'Applied'), yes('Available', 'Available')],
  }));
  return work(cluster, index, content, { conditions: whole, manifestConditions });
}

export function member(name: string, heartbeatAge: number): KubeObject {
  const lastReceivedHeartbeat = new Date(NOW.getTime() - heartbeatAge * 1000).toISOString();
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels: { env: 'prod' } },
    spec: { heartbeatPeriodSeconds: 60 },
    status: { conditions: [yes('Joined', 'MemberClusterJoined', 1)], agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat }] },
  };
}

/** A member without status: the hub has no heartbeat of it. @param age milliseconds since its creation; `undefined` if that is unknown */
export function unheardMember(name: string, age?: number): KubeObject {
  const { status: _, ...unheard } = member(name, 0);
  const created = age === undefined ? {} : { creationTimestamp: new Date(NOW.getTime() - age).toISOString() };
  return { ...unheard, metadata: { ...unheard.metadata, ...created } };
}

export function yes(type: string, reason: string, observedGeneration?: number): Json {
  return {
    type,
    status: 'True',
    reason,
    message: reason,
    lastTransitionTime: '2026-03-04T09:00:00Z',
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  };
}

export function no(type: string, reason: string, observedGeneration?: number, message = reason): Json {
  return { ...yes(type, reason, observedGeneration), status: 'False', message };
}

/** Conditions of one cluster, all True, for this generation. */
export function clusterConditions(generation: number): readonly Json[] {
  return CLUSTER.map(([type, reason]) => yes(type, reason, generation));
}

export function placementConditions(clusters: number, generation = 1): readonly Json[] {
  return PLACEMENT.map(([type, reason]) => ({
    ...yes(`ClusterResourcePlacement${type}`, reason, generation),
    message: `found ${String(clusters)} cluster(s)`,
  }));
}

const CLUSTER = [
  ['Scheduled', 'Scheduled'],
  ['RolloutStarted', 'RolloutStarted'],
  ['Overridden', 'NoOverrideSpecified'],
  ['WorkSynchronized', 'AllWorkSynced'],
  ['Applied', 'AllWorkHaveBeenApplied'],
  ['Available', 'AllWorkAreAvailable'],
] as const;

const PLACEMENT = [
  ['Scheduled', 'SchedulingPolicyFulfilled'],
  ['RolloutStarted', 'RolloutStarted'],
  ['Overridden', 'NoOverrideSpecified'],
  ['WorkSynchronized', 'WorkSynchronized'],
  ['Applied', 'ApplySucceeded'],
  ['Available', 'ResourceAvailable'],
] as const;

function goodWork(content: readonly KubeObject[]): Json {
  const conditions = [yes('Applied', 'AllManifestsApplied', 1), yes('Available', 'AllManifestsAvailable', 1)];
  return {
    conditions,
    manifestConditions: content.map((object, ordinal) => ({
      identifier: identifier(object, ordinal),
      conditions: [yes('Applied', 'Applied'), yes('Available', 'Available')],
    })),
  };
}

function identifier(object: KubeObject, ordinal: number): Json {
  const [group, version] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : ['', object.apiVersion];
  return { ordinal, group, version, kind: object.kind, namespace: object.metadata.namespace ?? '', name: object.metadata.name };
}
