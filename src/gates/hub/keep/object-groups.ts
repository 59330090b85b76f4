import { derivedFrom } from '../../../fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { nameKey } from '../keys.ts';

/** The objects of one placement form a group; every other object is a group of its own. */
export function groupOf(object: KubeObject): string {
  const placement = derivedFrom(object);
  return placement === undefined ? aloneKey(nameKey(object.metadata.namespace, object.metadata.name)) : derivedKey(placement);
}

export function aloneKey(name: string): string {
  return `alone ${name}`;
}

export function derivedKey(placement: string): string {
  return `of ${placement}`;
}
