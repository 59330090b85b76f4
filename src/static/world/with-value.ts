import { isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { isObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from './manifest.ts';

/** A manifest with another value at a pointer, which is then known; `undefined` leaves a field out. A list keeps its length. */
export function withValue(manifest: Manifest, at: string, value: unknown): Manifest {
  const object = replaced(manifest.object, pointerKeys(at), value) as KubeObject;
  return { ...manifest, object, unresolved: manifest.unresolved.filter((open) => !isUnder(open, at)) };
}

function replaced(target: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = (old: unknown): unknown => (rest.length === 0 ? value : replaced(old, rest, value));
  if (Array.isArray(target)) return target.map((item: unknown, index) => (String(index) === key ? inner(item) : item));
  if (!isObject(target)) return target;
  return { ...target, [key]: inner(target[key]) };
}
