import { isObject, listAt, stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { annotationOf, labelOf } from './seen.ts';

/** All parts of one (Cluster)ResourceSnapshot index: what the placement selected at that moment. */
export interface SnapshotGroup {
  readonly index: number;
  readonly masterName: string;
  readonly latest: boolean;
  /** Every part that the master announces is there. */
  readonly whole: boolean;
  readonly objects: readonly KubeObject[];
  /** When it was taken, by the hub. */
  readonly takenAt: string | undefined;
}

/** The group a rollout follows now, or why there is none at this moment. */
export type LatestGroup =
  | { readonly kind: 'one'; readonly group: SnapshotGroup }
  | { readonly kind: 'none' | 'several' | 'partial'; readonly message: string };

/** Groups of the given snapshots, newest index first. Parts carry no is-latest label; only the index ties them together (KubeFleet apis/placement/v1beta1/commons.go). */
export function snapshotGroups(snapshots: readonly KubeObject[]): readonly SnapshotGroup[] {
  const byIndex = Map.groupBy(snapshots, (snapshot) => Number.parseInt(labelOf(snapshot, 'resource-index') ?? '', 10));
  return [...byIndex.entries()]
    .filter(([index]) => !Number.isNaN(index))
    .map(([index, parts]) => toGroup(index, parts))
    .toSorted((a, b) => b.index - a.index);
}

/** Between the flip of the old master and the creation of the new one no snapshot is the latest (KubeFleet apis/placement/v1beta1/commons.go). */
export function latestGroup(groups: readonly SnapshotGroup[]): LatestGroup {
  const latest = groups.filter((group) => group.latest);
  if (latest.length > 1) return { kind: 'several', message: 'two resource snapshots call themselves the latest' };
  const group = latest[0];
  if (group === undefined) return { kind: 'none', message: 'no resource snapshot is marked as the latest at this moment' };
  if (!group.whole) return { kind: 'partial', message: `resource snapshot ${group.masterName} is still being written` };
  return { kind: 'one', group };
}

function toGroup(index: number, parts: readonly KubeObject[]): SnapshotGroup {
  const master =
    parts.find((part) => annotationOf(part, 'number-of-resource-snapshots') !== undefined) ??
    parts.find((part) => labelOf(part, 'is-latest-snapshot') !== undefined);
  const announced = master === undefined ? undefined : Number.parseInt(annotationOf(master, 'number-of-resource-snapshots') ?? '1', 10);
  return {
    index,
    masterName: master?.metadata.name ?? '',
    latest: parts.some((part) => labelOf(part, 'is-latest-snapshot') === 'true'),
    whole: announced === parts.length,
    objects: parts.flatMap((part) => listAt(part, 'spec', 'selectedResources').filter(isKubeObject)),
    takenAt: stringAt(master, 'metadata', 'creationTimestamp'),
  };
}

function isKubeObject(value: unknown): value is KubeObject {
  return (
    isObject(value) &&
    stringAt(value, 'apiVersion') !== undefined &&
    stringAt(value, 'kind') !== undefined &&
    stringAt(value, 'metadata', 'name') !== undefined
  );
}
