import { isObject, stringAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Json = Readonly<Record<string, unknown>>;

export interface FleetSize {
  readonly placements: number;
  readonly clusters: number;
}

/** The hub's time after the end of the last rollout. */
export const FLEET_NOW = new Date('2026-03-04T10:00:00Z');

const API = 'placement.kubernetes-fleet.io/v1beta1';
const K = 'kubernetes-fleet.io';
/** Each rollout takes this many seconds; each cluster finishes at its own time. */
const ROLLOUT = 1200;

/**
 * A hub on which every placement rolled its namespace out to every cluster, in the shapes that KubeFleet v0.3 writes. It yields one object
 * at a time, because all of them at once would fill the memory. Equal sizes give equal fleets.
 */
export function* largeFleet({ placements, clusters }: FleetSize): Generator<KubeObject> {
  yield* members(clusters);
  for (let index = 0; index < placements; index++) yield* onePlacement(index, clusters);
}

export function members(clusters: number): readonly KubeObject[] {
  return Array.from({ length: clusters }, (_, cluster) => memberCluster(clusterName(cluster)));
}

/** The deploy of one placement, to give a gate as manifests. */
export function deployOf(index: number): readonly KubeObject[] {
  const name = placementName(index);
  const placement: KubeObject = { apiVersion: API, kind: 'ClusterResourcePlacement', metadata: { name }, spec: placementSpec(name) };
  return [placement, ...contentOf(name)];
}

export function placementName(index: number): string {
  return `team-${String(index).padStart(4, '0')}`;
}

function clusterName(index: number): string {
  return `member-${String(index).padStart(3, '0')}`;
}

/** A placement whose content is not yet available on any cluster. */
export function unfinishedPlacement(index: number, clusters: number): readonly KubeObject[] {
  return [...onePlacement(index, clusters)].map((object) =>
    object['status'] === undefined ? object : { ...object, status: unavailable(object['status']) },
  );
}

function unavailable(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !(stringAt(each, 'type') ?? '').endsWith('Available')).map(unavailable);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unavailable(inner)])) : value;
}

/** A placement with its content and everything that KubeFleet derived from it. */
export function* onePlacement(index: number, clusters: number): Generator<KubeObject> {
  const name = placementName(index);
  const random = randomOf(index + 1);
  const content = contentOf(name);
  yield* content;
  const at = Array.from({ length: clusters }, () => Math.floor(random() * ROLLOUT));
  yield placementOf(name, random, at);
  yield policySnapshot(name, random, clusters);
  yield resourceSnapshot(name, random, content);
  for (const [cluster, second] of at.entries()) {
    const binding = `${name}-${clusterName(cluster)}-${hex(random, 8)}`;
    yield bindingOf(name, binding, clusterName(cluster), random, second);
    yield workOf(name, binding, clusterName(cluster), { random, second, content });
  }
}

/** The object with all defaults of the API server, as a snapshot also holds it. */
function contentOf(name: string): readonly KubeObject[] {
  const labels = { app: 'web' };
  const container = {
    image: 'nginx:1.27',
    imagePullPolicy: 'IfNotPresent',
    name: 'main',
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  };
  const pod = {
    containers: [container],
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  };
  const namespaceLabels = { 'kubernetes.io/metadata.name': name };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: namespaceLabels }, spec: { finalizers: ['kubernetes'] } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: name, labels },
      spec: {
        progressDeadlineSeconds: 600,
        replicas: 2,
        revisionHistoryLimit: 10,
        selector: { matchLabels: labels },
        strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' }, type: 'RollingUpdate' },
        template: { metadata: { labels }, spec: pod },
      },
    },
  ];
}

function placementOf(name: string, random: () => number, at: readonly number[]): KubeObject {
  const last = Math.max(...at);
  const all = String(at.length);
  const conditions = [
    condition('ClusterResourcePlacementScheduled', 'SchedulingPolicyFulfilled', `found all cluster needed, found ${all} cluster(s)`, 0, 1),
    condition('ClusterResourcePlacementRolloutStarted', 'RolloutStarted', `All ${all} cluster(s) start rolling out`, last, 1),
    condition('ClusterResourcePlacementOverridden', 'NoOverrideSpecified', NO_OVERRIDE, last, 1),
    condition('ClusterResourcePlacementWorkSynchronized', 'WorkSynchronized', `Works are created in ${all} namespaces`, last, 1),
    condition('ClusterResourcePlacementApplied', 'ApplySucceeded', `The selected resources are applied to ${all} cluster(s)`, last, 1),
    condition(
      'ClusterResourcePlacementAvailable',
      'ResourceAvailable',
      `The selected resources in ${all} cluster(s) are available`,
      last,
      1,
    ),
  ];
  const selectedResources = contentOf(name).map((object) => ({ ...identifier(object) }));
  const placementStatuses = at.map((second, cluster) => ({
    clusterName: clusterName(cluster),
    conditions: [condition('Scheduled', 'Scheduled', picked(clusterName(cluster)), 0, 1), ...bindingConditions(second, 1)],
    observedResourceIndex: '0',
  }));
  return {
    apiVersion: API,
    kind: 'ClusterResourcePlacement',
    metadata: {
      name,
      uid: uid(random),
      generation: 1,
      creationTimestamp: time(0),
      finalizers: [`${K}/crp-cleanup`, `${K}/scheduler-cleanup`],
    },
    spec: placementSpec(name),
    status: { conditions, observedResourceIndex: '0', placementStatuses, selectedResources },
  };
}

function placementSpec(name: string): Json {
  return {
    policy: { placementType: 'PickAll' },
    resourceSelectors: [{ group: '', kind: 'Namespace', name, version: 'v1' }],
    revisionHistoryLimit: 10,
    strategy: {
      applyStrategy: APPLY,
      rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%', unavailablePeriodSeconds: 60 },
      type: 'RollingUpdate',
    },
  };
}

function policySnapshot(name: string, random: () => number, clusters: number): KubeObject {
  const labels = { [`${K}/is-latest-snapshot`]: 'true', [`${K}/parent-CRP`]: name, [`${K}/policy-index`]: '0' };
  return {
    apiVersion: API,
    kind: 'ClusterSchedulingPolicySnapshot',
    metadata: { name: `${name}-0`, uid: uid(random), generation: 1, labels, annotations: { [`${K}/CRP-generation`]: '1' } },
    spec: { policy: { placementType: 'PickAll' }, policyHash: Buffer.from(hex(random, 64)).toString('base64') },
    status: {
      conditions: [condition('Scheduled', 'SchedulingPolicyFulfilled', `found all cluster needed, found ${String(clusters)}`, 0, 1)],
      observedCRPGeneration: 1,
      targetClusters: Array.from({ length: clusters }, (_, cluster) => decision(clusterName(cluster))),
    },
  };
}

function resourceSnapshot(name: string, random: () => number, content: readonly KubeObject[]): KubeObject {
  const labels = { [`${K}/is-latest-snapshot`]: 'true', [`${K}/parent-CRP`]: name, [`${K}/resource-index`]: '0' };
  const annotations = {
    [`${K}/number-of-enveloped-object`]: '0',
    [`${K}/number-of-resource-snapshots`]: '1',
    [`${K}/resource-hash`]: hex(random, 64),
  };
  return {
    apiVersion: API,
    kind: 'ClusterResourceSnapshot',
    metadata: { name: `${name}-0-snapshot`, uid: uid(random), generation: 1, creationTimestamp: time(0), labels, annotations },
    spec: { selectedResources: content },
  };
}

function bindingOf(placement: string, name: string, cluster: string, random: () => number, second: number): KubeObject {
  const finalizers = [`${K}/scheduler-crb-cleanup`, `${K}/work-cleanup`];
  return {
    apiVersion: API,
    kind: 'ClusterResourceBinding',
    metadata: { name, uid: uid(random), generation: 3, creationTimestamp: time(0), finalizers, labels: { [`${K}/parent-CRP`]: placement } },
    spec: {
      applyStrategy: APPLY,
      clusterDecision: decision(cluster),
      resourceSnapshotName: `${placement}-0-snapshot`,
      schedulingPolicySnapshotName: `${placement}-0`,
      state: 'Bound',
      targetCluster: cluster,
    },
    status: { conditions: bindingConditions(second, 3) },
  };
}

function workOf(
  placement: string,
  binding: string,
  cluster: string,
  { random, second, content }: { readonly random: () => number; readonly second: number; readonly content: readonly KubeObject[] },
): KubeObject {
  const labels = {
    [`${K}/parent-CRP`]: placement,
    [`${K}/parent-resource-binding`]: binding,
    [`${K}/parent-resource-snapshot-index`]: '0',
  };
  const annotations = {
    [`${K}/parent-cluster-resource-override-snapshot-hash`]: NO_OVERRIDES_HASH,
    [`${K}/parent-resource-override-snapshot-hash`]: NO_OVERRIDES_HASH,
    [`${K}/parent-resource-snapshot-name`]: `${placement}-0-snapshot`,
  };
  const namespace = `fleet-member-${cluster}`;
  const manifestConditions = content.map((object, ordinal) => ({
    conditions: [
      condition('Applied', 'Applied', 'Manifest has been applied successfully', second, 1),
      condition('Available', 'Available', 'Manifest is available', second + 2, 1),
    ],
    identifier: { ...identifier(object), ordinal },
  }));
  const finalizers = [`${K}/work-cleanup`];
  return {
    apiVersion: API,
    kind: 'Work',
    metadata: {
      name: `${placement}-work`,
      namespace,
      uid: uid(random),
      generation: 1,
      creationTimestamp: time(0),
      finalizers,
      labels,
      annotations,
    },
    spec: { applyStrategy: APPLY, workload: { manifests: content } },
    status: {
      conditions: [
        condition('Applied', 'AllManifestsApplied', 'All the specified manifests have been applied', second, 1),
        condition('Available', 'AllManifestsAvailable', 'All of the applied manifests are available', second + 2, 1),
      ],
      manifestConditions,
    },
  };
}

function memberCluster(name: string): KubeObject {
  const ready = condition('ReadyToJoin', 'MemberClusterReadyToJoin', 'Member cluster is ready to join the fleet', 0, 1);
  const joined = condition('Joined', 'MemberClusterJoined', 'Member cluster has successfully joined the fleet', 0, 1);
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels: { env: 'prod', region: 'eastus' }, generation: 1 },
    spec: { heartbeatPeriodSeconds: 60, identity: { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `fleet-${name}` } },
    status: {
      conditions: [ready, joined],
      agentStatus: [
        {
          type: 'MemberAgent',
          conditions: [condition('Healthy', 'Healthy', '', 0, 1), condition('Joined', 'Joined', '', 0, 1)],
          lastReceivedHeartbeat: FLEET_NOW.toISOString().replace('.000', ''),
        },
      ],
    },
  };
}

function bindingConditions(second: number, generation: number): readonly Json[] {
  return [
    condition(
      'RolloutStarted',
      'RolloutStarted',
      'Detected the new changes on the resources and started the rollout process',
      second,
      generation,
    ),
    condition('Overridden', 'NoOverrideSpecified', NO_OVERRIDE, second, generation),
    condition('WorkSynchronized', 'AllWorkSynced', 'All of the works are synchronized to the latest', second, generation),
    condition('Applied', 'AllWorkHaveBeenApplied', 'All corresponding work objects are applied', second + 1, generation),
    condition('Available', 'AllWorkAreAvailable', 'All corresponding work objects are available', second + 3, generation),
  ];
}

const APPLY = { comparisonOption: 'PartialComparison', type: 'ClientSideApply', whenToApply: 'Always', whenToTakeOver: 'Always' };
const NO_OVERRIDE = 'No override rules are configured for the selected resources';
const NO_OVERRIDES_HASH = '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b';

function picked(cluster: string): string {
  return `Successfully scheduled resources for placement in "${cluster}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`;
}

function decision(cluster: string): Json {
  return { clusterName: cluster, clusterScore: { affinityScore: 0, priorityScore: 0 }, reason: picked(cluster), selected: true };
}

function identifier({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): Json {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const typed = { ...(group === '' ? {} : { group }), version, kind, name };
  return namespace === undefined ? typed : { ...typed, namespace };
}

function condition(type: string, reason: string, message: string, second: number, observedGeneration: number): Json {
  return { lastTransitionTime: time(second), message, observedGeneration, reason, status: 'True', type };
}

function time(second: number): string {
  return new Date(FLEET_NOW.getTime() - (2 * ROLLOUT - second) * 1000).toISOString().replace('.000', '');
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e37_79b1;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function uid(random: () => number): string {
  return [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-');
}

function hex(random: () => number, length: number): string {
  let text = '';
  while (text.length < length) text += Math.floor(random() * 16).toString(16);
  return text;
}
