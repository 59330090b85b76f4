import type { ResourceType } from '../../fleet/kubefleet/hub-state.ts';

/** Equal for equal types. */
export function typeKey(type: ResourceType): string {
  return `${type.group}/${type.kind}`;
}

/** Equal for equal names of one type. */
export function nameKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
