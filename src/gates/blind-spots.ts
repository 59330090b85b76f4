import { groupOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { isComparable } from './content/deploy.ts';
import { isOverride } from './content/override.ts';
import type { GateMemory } from './memory.ts';
import type { Snapshot } from './snapshot.ts';
import type { PlacementView } from './view/placement.ts';
import { seenObjects } from './view/seen.ts';

/** Where the gate cannot see what would prove the content, and how long it must still wait instead. */
export interface Settling {
  readonly message: string;
  /** Milliseconds; absent for one look, which cannot wait. */
  readonly remaining?: number;
}

/** What is needed for a proof and could not be read; empty when all of it could. */
export function blindSpots(snapshot: Snapshot, view: PlacementView, manifests: readonly KubeObject[]): readonly string[] {
  const overrides = manifests.filter(isOverride);
  const unsnapped = overrides.some(
    (override) => seenObjects(snapshot, `${override.kind}Snapshot`, override.metadata.namespace) === undefined,
  );
  return [
    ...(view.groups === undefined ? ['resource snapshots'] : []),
    ...(view.bindings === undefined ? ['bindings'] : []),
    ...(overrides.length > 0 && seenObjects(snapshot, 'MemberCluster') === undefined ? ['MemberClusters'] : []),
    ...(unsnapped ? ['override snapshots'] : []),
    ...(manifests.some((manifest) => isOfOtherVersion(snapshot, manifest)) ? ['objects in the version they were deployed in'] : []),
  ];
}

function isOfOtherVersion(snapshot: Snapshot, manifest: KubeObject): boolean {
  const type = { group: groupOf(manifest.apiVersion), kind: manifest.kind };
  const live = snapshot.get(type, manifest.metadata.namespace, manifest.metadata.name);
  return live !== undefined && !isComparable(live, manifest);
}

/** Without a proof nothing counts before a snapshot taken after the deploy must be out. */
export function settlingOf(spots: readonly string[], memory: GateMemory, delay: number, now: number): Settling | undefined {
  if (spots.length === 0) return undefined;
  const what = `${spots.join(' and ')} cannot be read`;
  if (memory.startedAt === undefined) return { message: `${what}: one look cannot tell whether this is the deploy` };
  const remaining = memory.startedAt + delay - now;
  return remaining > 0 ? { message: `${what}: waiting until the hub must have taken the deploy up`, remaining } : undefined;
}
