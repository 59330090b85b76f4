import { isObject } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/** A mutated object as readers pass it on: apiVersion, kind and name are strings, and so is a namespace. */
export function asObject(mutated: unknown): KubeObject {
  const object = isObject(mutated) ? mutated : {};
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const { namespace, ...rest } = metadata;
  return {
    ...object,
    apiVersion: textOr(object['apiVersion'], 'v1'),
    kind: textOr(object['kind'], 'Namespace'),
    metadata: { ...rest, name: textOr(metadata['name'], 'shop'), ...(typeof namespace === 'string' ? { namespace } : {}) },
  };
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}
