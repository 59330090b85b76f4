import { groupOf } from '../../fleet/object.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { Snapshot, Visibility } from '../snapshot.ts';

type Unseen = Exclude<Visibility['kind'], 'seen'>;

/** Kinds among these objects of which the hub's own objects cannot be seen, each with the reason. */
export function unseenKinds(snapshot: Snapshot, objects: readonly KubeObject[]): ReadonlyMap<string, Unseen> {
  const unseen = new Map<string, Unseen>();
  for (const { apiVersion, kind, metadata } of objects) {
    const visibility = snapshot.visibility({ group: groupOf(apiVersion), kind }, metadata.namespace);
    if (visibility.kind !== 'seen') unseen.set(kind, visibility.kind);
  }
  return unseen;
}

/** What is not verified for want of them, in clauses: an object or a field that the deploy removed leaves no other trace. */
export function unseenClauses(snapshot: Snapshot, objects: readonly KubeObject[]): readonly string[] {
  const unseen = Map.groupBy(unseenKinds(snapshot, objects), ([, why]) => why);
  return [...unseen].map(([why, kinds]) => `${ofKinds(kinds.map(([kind]) => kind))} ${NOT_VERIFIED[why]}`);
}

export function ofKinds(kinds: readonly string[]): string {
  return `selected objects (${kinds.join(', ')})`;
}

const NOT_VERIFIED: Readonly<Record<Unseen, string>> = {
  denied: 'cannot be read, so what was removed of them is not verified: grant list and watch on them',
  notServed: 'are not served by the hub, so what was removed of them is not verified',
  unread: 'were not read, so what was removed of them is not verified',
};
