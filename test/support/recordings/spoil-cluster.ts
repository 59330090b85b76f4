import { isObject, listAt, objectAt, stringAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Json = Readonly<Record<string, unknown>>;

/** Changes an object of a green story that concerns the cluster; `undefined` removes it. */
export type Flaw = (object: KubeObject, cluster: string) => KubeObject | undefined;

/** Flaws that last through the whole story. With any one of them the content on the cluster is not proven, for every target. */
export const ON_A_CLUSTER: Readonly<Record<string, Flaw>> = {
  'conditions of the binding are of an older generation': ofBinding((object) => withStatus(object, { conditions: older(object) })),
  'no binding': (object, cluster) => (isBindingOf(object, cluster) ? undefined : object),
  'the binding is picked only': ofBinding((object) => withSpec(object, { state: 'Scheduled' })),
  'the binding is of another snapshot': ofBinding((object) => withSpec(object, { resourceSnapshotName: 'other-0-snapshot' })),
  'the binding is of another policy': ofBinding((object) => withSpec(object, { schedulingPolicySnapshotName: 'other-0' })),
  'the binding has another apply strategy': ofBinding((object) =>
    withSpec(object, { applyStrategy: { whenToTakeOver: 'Never', allowCoOwnership: true } }),
  ),
  'the binding is being deleted': ofBinding(deleted),
  'conditions of the Work are of an older generation': ofWork((object) => withStatus(object, { conditions: older(object) })),
  'no Work': (object, cluster) => (isWorkOf(object, cluster) ? undefined : object),
  'the Work is of another index': ofWork((object) => withLabel(object, 'parent-resource-snapshot-index', '99')),
  'the Work is in the namespace of another cluster': ofWork((object) => withMetadata(object, { namespace: 'fleet-member-elsewhere' })),
  'one Work is old: its first object is of other content': ofWork((object) => withManifests(object, changedFirst)),
  'one Work is old: it lacks its last object': ofWork((object) => withManifests(object, (manifests) => manifests.slice(0, -1))),
  'the member leaves': ofMember(deleted),
  'the member is silent': ofMember((object) => {
    const agents = listAt(object, 'status', 'agentStatus').filter(isObject);
    return withStatus(object, { agentStatus: agents.map((agent) => ({ ...agent, lastReceivedHeartbeat: '2020-01-01T00:00:00Z' })) });
  }),
  'the snapshot lacks a part': (object) =>
    object.kind.endsWith('ResourceSnapshot') && annotations(object)[PARTS] !== undefined
      ? withMetadata(object, { annotations: { ...annotations(object), [PARTS]: '7' } })
      : object,
  'its snapshots belong to a former placement of its name': (object) =>
    object.kind.endsWith('ResourceSnapshot')
      ? withMetadata(object, {
          ownerReferences: listAt(object, 'metadata', 'ownerReferences')
            .filter(isObject)
            .map((owner) => ({ ...owner, uid: 'former' })),
        })
      : object,
  'the placement is being deleted': (object) => (isPlacement(object) ? deleted(object) : object),
};

/** As above; only a gate that follows the placement itself is affected. */
export const ON_A_PLACEMENT: Readonly<Record<string, Flaw>> = {
  'its conditions are of an older generation': ofPlacement((object) => withStatus(object, { conditions: older(object) })),
  'those of the cluster are': ofPlacement((object, cluster) =>
    withStatus(object, {
      placementStatuses: statuses(object).map((entry) =>
        stringAt(entry, 'clusterName') === cluster ? { ...entry, conditions: olderOf(entry['conditions']) } : entry,
      ),
    }),
  ),
  'its index is of another snapshot': ofPlacement((object) => withStatus(object, { observedResourceIndex: '99' })),
  'it names a cluster that has no binding': ofPlacement((object) =>
    withStatus(object, { placementStatuses: [...statuses(object), { ...statuses(object)[0], clusterName: 'nowhere' }] }),
  ),
  'the scheduler has not seen its generation': (object) =>
    object.kind.endsWith('SchedulingPolicySnapshot') ? withStatus(object, { observedCRPGeneration: 0 }) : object,
};

/** As above; only a gate that follows an update run is affected. */
export const ON_A_RUN: Readonly<Record<string, Flaw>> = {
  'it has not succeeded': ofRun((object) =>
    withStatus(object, { conditions: conditions(object).filter((condition) => stringAt(condition, 'type') !== 'Succeeded') }),
  ),
  'it used a snapshot that is not there': ofRun((object) => withStatus(object, { resourceSnapshotIndexUsed: '99' })),
};

const PARTS = 'kubernetes-fleet.io/number-of-resource-snapshots';

function ofBinding(change: (object: KubeObject) => KubeObject): Flaw {
  return (object, cluster) => (isBindingOf(object, cluster) ? change(object) : object);
}

function ofWork(change: (object: KubeObject) => KubeObject): Flaw {
  return (object, cluster) => (isWorkOf(object, cluster) ? change(object) : object);
}

function ofMember(change: (object: KubeObject) => KubeObject): Flaw {
  return (object, cluster) => (object.kind === 'MemberCluster' && object.metadata.name === cluster ? change(object) : object);
}

function ofPlacement(change: (object: KubeObject, cluster: string) => KubeObject): Flaw {
  return (object, cluster) => (isPlacement(object) && object['status'] !== undefined ? change(object, cluster) : object);
}

function ofRun(change: (object: KubeObject) => KubeObject): Flaw {
  return (object) => (object.kind.endsWith('StagedUpdateRun') && object['status'] !== undefined ? change(object) : object);
}

function isPlacement({ kind }: KubeObject): boolean {
  return kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement';
}

function isBindingOf(object: KubeObject, cluster: string): boolean {
  return object.kind.endsWith('ResourceBinding') && stringAt(object, 'spec', 'targetCluster') === cluster;
}

function isWorkOf({ kind, metadata }: KubeObject, cluster: string): boolean {
  return kind === 'Work' && metadata.namespace === `fleet-member-${cluster}`;
}

function withStatus(object: KubeObject, change: Json): KubeObject {
  return { ...object, status: { ...objectAt(object, 'status'), ...change } };
}

function withSpec(object: KubeObject, change: Json): KubeObject {
  return { ...object, spec: { ...objectAt(object, 'spec'), ...change } };
}

function withManifests(work: KubeObject, change: (manifests: readonly unknown[]) => readonly unknown[]): KubeObject {
  const workload = { manifests: change(listAt(work, 'spec', 'workload', 'manifests')) };
  return withSpec(work, { workload });
}

function changedFirst([first, ...others]: readonly unknown[]): readonly unknown[] {
  const former = { ...objectAt(first, 'metadata', 'annotations'), 'example.com/release': 'former' };
  return first === undefined ? [] : [{ ...(first as Json), metadata: { ...objectAt(first, 'metadata'), annotations: former } }, ...others];
}

function withMetadata(object: KubeObject, change: Json): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...change } };
}

function withLabel(object: KubeObject, key: string, value: string): KubeObject {
  return withMetadata(object, { labels: { ...object.metadata.labels, [`kubernetes-fleet.io/${key}`]: value } });
}

function deleted(object: KubeObject): KubeObject {
  return withMetadata(object, { deletionTimestamp: '2026-01-01T00:00:00Z' });
}

function annotations(object: KubeObject): Json {
  return object.metadata.annotations ?? {};
}

function conditions(object: KubeObject): readonly Json[] {
  return listAt(object, 'status', 'conditions').filter(isObject);
}

function statuses(object: KubeObject): readonly Json[] {
  return listAt(object, 'status', 'placementStatuses').filter(isObject);
}

function older(object: KubeObject): readonly Json[] {
  return olderOf(conditions(object));
}

function olderOf(list: unknown): readonly Json[] {
  return listAt({ list }, 'list')
    .filter(isObject)
    .map((condition) => ({ ...condition, observedGeneration: Number(condition['observedGeneration']) - 1 }));
}
