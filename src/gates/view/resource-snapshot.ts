import { isLatestSnapshot, fleetLabel, fleetAnnotation } from '../../fleet/kubefleet/fleet-metadata.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isKubeObject, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { typeOf } from './seen.ts';

/** All parts of one (Cluster)ResourceSnapshot index: the objects that the placement selected at that moment. */
export interface SnapshotGroup {
  readonly index: number;
  readonly masterName: string;
  readonly latest: boolean;
  readonly parts: number;
  /** The number of parts that the master announces; `undefined` without a master. */
  readonly announced: number | undefined;
  /** Every part that the master announces exists. */
  readonly whole: boolean;
  readonly objects: readonly KubeObject[];
  /** When the hub created it. */
  readonly takenAt: string | undefined;
  /** When the hub last wrote the master, its labels included; `undefined` if unknown. */
  readonly writtenAt: string | undefined;
  /** When the hub first saw newer content to roll out; the time stays if that change is reverted. */
  readonly changeSeenAt: string | undefined;
}

/** The group a rollout follows now, or why there is none at this moment, with the candidate groups. */
export type LatestGroup =
  | { readonly kind: 'one'; readonly group: SnapshotGroup }
  | { readonly kind: 'none' | 'several' | 'partial'; readonly message: string; readonly groups: readonly SnapshotGroup[] };

/**
 * Groups of the given snapshots, newest index first. Parts have no is-latest label; only the index connects them (KubeFleet
 * apis/placement/v1beta1/commons.go).
 */
export function snapshotGroups(snapshots: readonly KubeObject[]): readonly SnapshotGroup[] {
  const byIndex = Map.groupBy(snapshots, (snapshot) => Number.parseInt(fleetLabel(snapshot, 'resource-index') ?? '', 10));
  return [...byIndex.entries()]
    .filter(([index]) => !Number.isNaN(index))
    .map(([index, parts]) => toGroup(index, parts))
    .toSorted((a, b) => b.index - a.index);
}

/**
 * Between the update of the old master and the creation of the new one, no snapshot is the latest (KubeFleet
 * pkg/utils/controller/resource_snapshot_resolver.go).
 */
export function latestGroup(groups: readonly SnapshotGroup[]): LatestGroup {
  const latest = groups.filter((group) => group.latest);
  const [group] = latest;
  if (groups.length === 0) return { kind: 'none', message: 'no resource snapshot has been taken yet', groups };
  if (group === undefined) return { kind: 'none', message: 'no resource snapshot is marked as the latest', groups };
  if (latest.length > 1) {
    const names = latest.map(({ masterName }) => masterName).join(', ');
    return { kind: 'several', message: `more than one resource snapshot is marked as the latest: ${names}`, groups: latest };
  }
  if (group.whole) return { kind: 'one', group };
  const message = `resource snapshot ${group.masterName} has ${String(group.parts)} of the ${String(group.announced)} parts it announces`;
  return { kind: 'partial', message, groups: latest };
}

function toGroup(index: number, parts: readonly KubeObject[]): SnapshotGroup {
  const master =
    parts.find((part) => fleetAnnotation(part, 'number-of-resource-snapshots') !== undefined) ??
    parts.find((part) => fleetLabel(part, 'is-latest-snapshot') !== undefined);
  const announced = master === undefined ? undefined : Number.parseInt(fleetAnnotation(master, 'number-of-resource-snapshots') ?? '1', 10);
  return {
    index,
    masterName: master?.metadata.name ?? '',
    latest: parts.some((part) => isLatestSnapshot(part)),
    parts: parts.length,
    announced,
    whole: announced === parts.length,
    objects: parts.flatMap((part) => listAt(part, 'spec', 'selectedResources').filter(isKubeObject)),
    takenAt: stringAt(master, 'metadata', 'creationTimestamp'),
    writtenAt: master && writtenAt(master),
    changeSeenAt: master && fleetAnnotation(master, 'next-resource-snapshot-candidate-detection-time'),
  };
}

/** The newest write time in the object's managedFields, by the hub; `undefined` if it has none. */
export function writtenAt(object: KubeObject): string | undefined {
  return listAt(object, 'metadata', 'managedFields')
    .flatMap((entry) => stringAt(entry, 'time') ?? [])
    .toSorted()
    .at(-1);
}

/** `namespace/name` of every readable resource snapshot. */
export function resourceSnapshotKeys(hub: HubState): ReadonlySet<string> {
  const all = [...hub.list(typeOf('ClusterResourceSnapshot')), ...hub.list(typeOf('ResourceSnapshot'))];
  return new Set(all.map(({ metadata }) => resourceSnapshotKey(metadata.namespace, metadata.name)));
}

export function resourceSnapshotKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
