/** Short ways to write hub objects down. */
import type { KubeObject, ObjectMeta } from '../../src/fleet/kubernetes/object.ts';

interface More {
  readonly labels?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** @param place `name`, or `namespace/name` */
export function object(apiVersion: string, kind: string, place: string, { labels, metadata = {}, ...more }: More = {}): KubeObject {
  const [first = '', second] = place.split('/');
  const named: ObjectMeta = second === undefined ? { name: first } : { namespace: first, name: second };
  return { apiVersion, kind, metadata: { ...named, ...(labels === undefined ? {} : { labels }), ...metadata }, ...more };
}

export const FLEET = 'placement.kubernetes-fleet.io/v1beta1';

/** A ClusterResourcePlacement `web`. */
export function clusterPlacement(selectors: readonly object[], spec: object = {}): KubeObject {
  return object(FLEET, 'ClusterResourcePlacement', 'web', { spec: { resourceSelectors: selectors, ...spec } });
}

/** A ResourcePlacement `shop/web`. */
export function resourcePlacement(selectors: readonly object[], spec: object = {}): KubeObject {
  return object(FLEET, 'ResourcePlacement', 'shop/web', { spec: { resourceSelectors: selectors, ...spec } });
}

/** The CustomResourceDefinition of a kind that is served in v1 only. */
export function definition(group: string, kind: string, scope: 'Namespaced' | 'Cluster' = 'Namespaced'): KubeObject {
  const plural = `${kind.toLowerCase()}s`;
  return object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${plural}.${group}`, {
    spec: { group, scope, names: { kind, plural }, versions: [{ name: 'v1', served: true, storage: true }] },
  });
}
