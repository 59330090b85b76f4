import type { HubState } from '../../fleet/hub-state.ts';
import { typeOf } from './seen.ts';

/** `namespace/name` of every resource snapshot that is seen. */
export function resourceSnapshotKeys(hub: HubState): ReadonlySet<string> {
  const all = [...hub.list(typeOf('ClusterResourceSnapshot')), ...hub.list(typeOf('ResourceSnapshot'))];
  return new Set(all.map(({ metadata }) => resourceSnapshotKey(metadata.namespace, metadata.name)));
}

export function resourceSnapshotKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
