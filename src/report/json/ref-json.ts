import type { ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The identity of an object with its keys in the contract's order. */
export function refJson({ apiVersion, kind, namespace, name }: ObjectRef): object {
  return { apiVersion, kind, namespace, name };
}
