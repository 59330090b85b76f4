import { displayName, type ObjectRef } from '../kubernetes/object.ts';

/** The short names of the kinds that a gate watches, from their CustomResourceDefinitions. */
export const SHORT_NAMES = {
  crp: 'ClusterResourcePlacement',
  rp: 'ResourcePlacement',
  csur: 'ClusterStagedUpdateRun',
  sur: 'StagedUpdateRun',
} as const;

/** `crp/web`, `rp/shop/cart`: the shortest name that `kubectl` accepts. */
export function shortName(object: Pick<ObjectRef, 'kind' | 'namespace' | 'name'>): string {
  const [short = object.kind] = Object.entries(SHORT_NAMES).flatMap(([name, kind]) => (kind === object.kind ? [name] : []));
  return displayName({ ...object, kind: short });
}
