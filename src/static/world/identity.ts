import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';

/**
 * The identity of a manifest's object on the hub: with the namespace that a kustomization sets, and without one if its kind is
 * cluster-scoped.
 */
export function manifestRef({ object, namespace }: Manifest): ObjectRef {
  const { apiVersion, kind, metadata } = object;
  const { name } = metadata;
  const fleet = fleetKind(kind);
  const clusterScoped = fleet !== undefined && !fleet.namespaced && fleet.group === groupOf(apiVersion);
  return namespace === undefined || clusterScoped ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace };
}

export function objectKeyOf(manifest: Manifest): string {
  return objectKey(manifestRef(manifest));
}
