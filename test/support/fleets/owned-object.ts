import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/**
 * An object of a member in namespace shop that a controller of workloads has created.
 * @param owner `Kind/name`
 */
export function ownedObject(
  kind: string,
  name: string,
  owner: string,
  more: Readonly<Record<string, unknown>> = {},
  annotations: Readonly<Record<string, string>> = {},
): KubeObject {
  const [ownerKind, ownerName] = owner.split('/');
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: ownerKind, name: ownerName, uid: 'u' }];
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', ownerReferences, annotations }, ...more };
}
