import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';

/** The object of a manifest as the hub will know it: with the namespace a kustomization gives it, without one where its kind has none. */
export function manifestRef({ object, namespace }: Manifest): ObjectRef {
  const { apiVersion, kind, metadata } = object;
  const { name } = metadata;
  const fleet = fleetKind(kind);
  const clusterScoped = fleet !== undefined && !fleet.namespaced && fleet.group === groupOf(apiVersion);
  return namespace === undefined || clusterScoped ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace };
}
