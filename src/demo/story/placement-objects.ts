/** The objects that KubeFleet v0.3.1 writes for one ClusterResourcePlacement. Names, labels and annotations are built as in its code. */
import { createHash } from 'node:crypto';
import { field } from '../../fleet/json/json.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { bindingConditions, type ClusterRollout, type Judgement, type Refusal } from './cluster-rollout.ts';
import { DEFAULT_APPLY_STRATEGY } from './stored-object.ts';
import { uidOf } from './storybook.ts';

/** Prefix of KubeFleet's labels, annotations and finalizers. */
export const PREFIX = 'kubernetes-fleet.io';

/** The content of a resource snapshot. */
export interface SnapshotContent {
  readonly resources: readonly KubeObject[];
  readonly annotations: Readonly<Record<string, string>>;
}

/** Why a cluster was picked: `status.targetClusters` of the policy snapshot, `clusterDecision` of the binding. */
export interface ClusterDecision {
  readonly clusterName: string;
  readonly clusterScore: { readonly affinityScore: number; readonly priorityScore: number };
  readonly reason: string;
  readonly selected: boolean;
}

export function decisionFor(cluster: string): ClusterDecision {
  const reason = `Successfully scheduled resources for placement in "${cluster}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`;
  return { clusterName: cluster, clusterScore: { affinityScore: 0, priorityScore: 0 }, reason, selected: true };
}

/** The `Scheduled` condition without its type; it is the same in the policy snapshot and in the placement. */
export function policyFulfilled(clusters: number): Omit<Judgement, 'type'> {
  const message = `found all cluster needed as specified by the scheduling policy, found ${clusters} cluster(s)`;
  return { status: 'True', reason: 'SchedulingPolicyFulfilled', message };
}

/** @param decided the picked clusters; absent until the scheduler has decided */
export function policySnapshot(placement: KubeObject, decided: readonly string[] | undefined, now: string): KubeObject {
  const { name } = placement.metadata;
  const policy = field(placement, 'spec', 'policy');
  const snapshot = {
    apiVersion: API_VERSION,
    kind: 'ClusterSchedulingPolicySnapshot',
    metadata: {
      name: `${name}-0`,
      generation: 1,
      annotations: { [`${PREFIX}/CRP-generation`]: '1' },
      labels: { [`${PREFIX}/is-latest-snapshot`]: 'true', [`${PREFIX}/parent-CRP`]: name, [`${PREFIX}/policy-index`]: '0' },
      ownerReferences: [ownerOf(placement)],
    },
    spec: { policy, policyHash: Buffer.from(sha256(JSON.stringify(policy))).toString('base64') },
  };
  if (decided === undefined) return snapshot;
  const conditions = [{ ...policyFulfilled(decided.length), type: 'Scheduled', observedGeneration: 1, lastTransitionTime: now }];
  return { ...snapshot, status: { conditions, observedCRPGeneration: 1, targetClusters: decided.map(decisionFor) } };
}

export function resourceSnapshot(
  placement: KubeObject,
  index: number,
  { resources, annotations }: SnapshotContent,
  latest: boolean,
): KubeObject {
  const { name } = placement.metadata;
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterResourceSnapshot',
    metadata: {
      name: `${name}-${index}-snapshot`,
      generation: 1,
      annotations: {
        ...annotations,
        [`${PREFIX}/number-of-enveloped-object`]: '0',
        [`${PREFIX}/number-of-resource-snapshots`]: '1',
        [`${PREFIX}/resource-hash`]: sha256(JSON.stringify(resources)),
      },
      labels: {
        [`${PREFIX}/is-latest-snapshot`]: String(latest),
        [`${PREFIX}/parent-CRP`]: name,
        [`${PREFIX}/resource-index`]: String(index),
      },
      ownerReferences: [ownerOf(placement)],
    },
    spec: { selectedResources: resources },
  };
}

export function binding(placement: KubeObject, rollout: ClusterRollout, failedPlacements: readonly object[], now: string): KubeObject {
  const { name } = placement.metadata;
  const bound = rollout.index !== undefined;
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterResourceBinding',
    metadata: {
      name: bindingName(placement, rollout.cluster),
      generation: rollout.bindingGeneration,
      finalizers: [`${PREFIX}/scheduler-crb-cleanup`, ...(bound ? [`${PREFIX}/work-cleanup`] : [])],
      labels: { [`${PREFIX}/parent-CRP`]: name },
    },
    spec: {
      ...(bound ? { applyStrategy: DEFAULT_APPLY_STRATEGY } : {}),
      clusterDecision: decisionFor(rollout.cluster),
      resourceSnapshotName: bound ? `${name}-${rollout.index}-snapshot` : '',
      schedulingPolicySnapshotName: `${name}-0`,
      state: bound ? 'Bound' : 'Scheduled',
      targetCluster: rollout.cluster,
    },
    status: {
      conditions: bindingConditions(rollout, workName(placement), now),
      ...(failedPlacements.length > 0 ? { failedPlacements } : {}),
    },
  };
}

/** @param status absent until the member has processed the Work */
export function work(
  placement: KubeObject,
  rollout: ClusterRollout,
  manifests: readonly KubeObject[],
  status: object | undefined,
): KubeObject {
  const { cluster, index = 0, workGeneration } = rollout;
  const { name } = placement.metadata;
  return {
    apiVersion: API_VERSION,
    kind: 'Work',
    metadata: {
      name: workName(placement),
      namespace: `fleet-member-${cluster}`,
      generation: workGeneration,
      finalizers: [`${PREFIX}/work-cleanup`],
      annotations: {
        // The hash for an empty list of overrides.
        [`${PREFIX}/parent-cluster-resource-override-snapshot-hash`]: sha256('null'),
        [`${PREFIX}/parent-resource-override-snapshot-hash`]: sha256('null'),
        [`${PREFIX}/parent-resource-snapshot-name`]: `${name}-${index}-snapshot`,
      },
      labels: {
        [`${PREFIX}/parent-CRP`]: name,
        [`${PREFIX}/parent-resource-binding`]: bindingName(placement, cluster),
        [`${PREFIX}/parent-resource-snapshot-index`]: String(index),
      },
    },
    spec: { applyStrategy: DEFAULT_APPLY_STRATEGY, workload: { manifests } },
    ...(status === undefined ? {} : { status }),
  };
}

export function workName(placement: KubeObject): string {
  return `${placement.metadata.name}-work`;
}

/** The `failedPlacements` entry of a cluster that refuses one manifest. */
export function failedPlacement(manifest: KubeObject, { reason, message }: Refusal, now: string): object {
  return { condition: { type: 'Applied', status: 'False', reason, message, lastTransitionTime: now }, ...identifier(manifest) };
}

/** How status lists identify an object. */
export function identifier({ apiVersion, kind, metadata }: KubeObject): object {
  const group = groupOf(apiVersion);
  return {
    ...(group === '' ? {} : { group }),
    kind,
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    version: versionOf(apiVersion),
  };
}

/** All KubeFleet objects are stored in this version. */
const API_VERSION = 'placement.kubernetes-fleet.io/v1beta1';

function bindingName(placement: KubeObject, cluster: string): string {
  const { name } = placement.metadata;
  return `${name}-${cluster}-${sha256(`${name}/${cluster}`).slice(0, 8)}`;
}

function ownerOf(placement: KubeObject): object {
  const { apiVersion, kind, metadata } = placement;
  return { apiVersion, kind, name: metadata.name, uid: uidOf(placement), controller: true, blockOwnerDeletion: true };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
