import type { Snapshot } from '../snapshot.ts';
import { typeOf } from './seen.ts';

/** `namespace/name` of every resource snapshot that is seen. */
export function resourceSnapshotKeys(snapshot: Snapshot): ReadonlySet<string> {
  const all = [...snapshot.list(typeOf('ClusterResourceSnapshot')), ...snapshot.list(typeOf('ResourceSnapshot'))];
  return new Set(all.map(({ metadata }) => resourceSnapshotKey(metadata.namespace, metadata.name)));
}

export function resourceSnapshotKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
