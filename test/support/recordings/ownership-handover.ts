import { isObject, listAt, stringAt } from '../../../src/fleet/json/json.ts';
import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { RecordedEvent, Recording } from './recording.ts';

type Json = Readonly<Record<string, unknown>>;

export interface HandedOver {
  readonly recording: Recording;
  readonly cluster: string;
  readonly object: KubeObject;
}

/** How long the former owner keeps the object, in ms: as long as a hub needs to roll out its placement without the object. */
const KEPT_FOR = 27_000;

/**
 * The same story with one change: when an object should be applied on a cluster, it still belongs to another placement, for a while or
 * permanently. All later events are delayed. `undefined` if no object of the deploy that the hub itself holds is applied after the deploy
 * started.
 * @param keeps the other placement continues to select the object, so the cluster makes no further progress
 */
export function handedOver(recording: Recording, keeps: boolean): HandedOver | undefined {
  const { events, expected, startedAt } = recording;
  const live = new Set(events.map(({ object }) => objectKey(refOf(object))));
  const deployed = new Set(expected.manifests.map((manifest) => objectKey(refOf(manifest))).filter((key) => live.has(key)));
  for (const applied of events) {
    const cluster = clusterOf(applied.object);
    if (cluster === undefined || applied.at <= startedAt || !isFollowed(applied.object, expected.target) || !isFirst(applied, events))
      continue;
    const object = manifestsOf(applied.object).findLast((manifest) => deployed.has(objectKey(refOf(manifest))));
    const bound = events.find(({ at, object: found }) => at >= applied.at && isAppliedBinding(found, applied.object));
    if (object === undefined || bound === undefined) continue;
    const spoilt = new Set([applied, bound].map((event) => objectKey(refOf(event.object))));
    const late = (event: RecordedEvent): readonly RecordedEvent[] => {
      if (event.at < applied.at) return [event];
      return keeps && spoilt.has(objectKey(refOf(event.object))) ? [] : [{ ...event, at: event.at + KEPT_FOR }];
    };
    const first = events[0]?.at ?? startedAt;
    const story = [
      ...formerOwner(object, cluster, keeps).map((owner): RecordedEvent => ({ at: first, type: 'ADDED', object: owner })),
      ...events.flatMap(late),
      { at: applied.at, type: 'MODIFIED', object: refusedWork(applied.object, object) } as const,
      { at: applied.at, type: 'MODIFIED', object: refusedBinding(bound.object) } as const,
    ];
    const endedAt = recording.endedAt + KEPT_FOR;
    return { recording: { ...recording, events: story.toSorted((a, b) => a.at - b.at), endedAt }, cluster, object };
  }
  return undefined;
}

function clusterOf({ kind, metadata }: KubeObject): string | undefined {
  return kind === 'Work' ? metadata.namespace?.replace(/^fleet-member-/, '') : undefined;
}

/** Each story has one placement in a scope. */
function isFollowed({ metadata }: KubeObject, targets: readonly string[]): boolean {
  const namespace = metadata.labels?.['kubernetes-fleet.io/parent-placement-namespace'];
  return targets.some((target) => {
    const parts = target.split('/');
    return namespace === (parts.length === 3 ? parts[1] : undefined);
  });
}

/** Whether a Work with its final generation is applied for the first time. */
function isFirst({ at, object }: RecordedEvent, events: readonly RecordedEvent[]): boolean {
  const same = events.filter((event) => objectKey(refOf(event.object)) === objectKey(refOf(object)) && event.type !== 'DELETED');
  const final = same.at(-1)?.object.metadata.generation;
  return (
    isApplied(object) &&
    object.metadata.generation === final &&
    same.find((event) => isApplied(event.object) && event.object.metadata.generation === final)?.at === at
  );
}

function isApplied(object: KubeObject): boolean {
  return conditions(object).some(
    (condition) =>
      condition['type'] === 'Applied' && condition['status'] === 'True' && condition['observedGeneration'] === object.metadata.generation,
  );
}

function isAppliedBinding(object: KubeObject, work: KubeObject): boolean {
  const name = work.metadata.labels?.['kubernetes-fleet.io/parent-resource-binding'];
  return object.kind.endsWith('ResourceBinding') && object.metadata.name === name && isApplied(object);
}

function manifestsOf(work: KubeObject): readonly KubeObject[] {
  return listAt(work, 'spec', 'workload', 'manifests') as readonly KubeObject[];
}

function conditions(object: KubeObject): readonly Json[] {
  return listAt(object, 'status', 'conditions').filter(isObject);
}

const OWNER =
  'Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1beta1 Kind:AppliedWork Name:former-work UID:1 Controller:<nil> BlockOwnerDeletion:0xc0}]))';

function refusedWork(work: KubeObject, object: KubeObject): KubeObject {
  const refused = (condition: Json): Json => ({ ...condition, status: 'False', reason: 'FailedToTakeOver', message: OWNER });
  const manifestConditions = listAt(work, 'status', 'manifestConditions')
    .filter(isObject)
    .map((entry) => {
      const ordinal = manifestsOf(work).indexOf(object);
      if (stringAt(entry, 'identifier', 'name') !== object.metadata.name || Number(ordinalOf(entry)) !== ordinal) return entry;
      const own = listAt(entry, 'conditions').filter(isObject);
      return { ...entry, conditions: own.filter(({ type }) => type === 'Applied').map(refused) };
    });
  return { ...work, status: { ...status(work), conditions: notApplied(work, 'SomeManifestsAreNotApplied'), manifestConditions } };
}

function ordinalOf(entry: Json): unknown {
  return isObject(entry['identifier']) ? (entry['identifier']['ordinal'] ?? 0) : undefined;
}

function refusedBinding(binding: KubeObject): KubeObject {
  return { ...binding, status: { ...status(binding), conditions: notApplied(binding, 'NotAllWorkHaveBeenApplied') } };
}

function status(object: KubeObject): Json {
  return isObject(object['status']) ? object['status'] : {};
}

function notApplied(object: KubeObject, reason: string): readonly Json[] {
  return conditions(object)
    .filter(({ type }) => type !== 'Available')
    .map((condition) => (condition['type'] === 'Applied' ? { ...condition, status: 'False', reason, message: reason } : condition));
}

function formerOwner(object: KubeObject, cluster: string, keeps: boolean): readonly KubeObject[] {
  const apiVersion = 'placement.kubernetes-fleet.io/v1beta1';
  const labels = { 'kubernetes-fleet.io/parent-CRP': 'former' };
  const { namespace, name } = object.metadata;
  const [group, version] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : ['', object.apiVersion];
  const selector =
    namespace === undefined
      ? { group, version, kind: object.kind, name }
      : { group: '', version: 'v1', kind: 'Namespace', name: namespace };
  const other = { group: '', version: 'v1', kind: 'Namespace', name: 'elsewhere' };
  return [
    {
      apiVersion,
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'former', generation: 1 },
      spec: { resourceSelectors: [keeps ? selector : other] },
    },
    {
      apiVersion,
      kind: 'ClusterResourceSnapshot',
      metadata: {
        name: 'former-0-snapshot',
        labels: { ...labels, 'kubernetes-fleet.io/resource-index': '0', 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
        annotations: { 'kubernetes-fleet.io/number-of-resource-snapshots': '1' },
      },
      spec: { selectedResources: [object] },
    },
    {
      apiVersion,
      kind: 'ClusterResourceBinding',
      metadata: { name: 'former-0', labels },
      spec: { targetCluster: cluster, state: 'Bound', resourceSnapshotName: 'former-0-snapshot' },
    },
  ];
}
