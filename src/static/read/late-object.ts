import type { KubeObject } from '../../fleet/object.ts';
import type { LateBodies } from './late-bodies.ts';

/** Where the rest of a late object is; no key that anybody sees. */
const BODY = Symbol('body');

interface Late extends KubeObject {
  readonly [BODY]: { readonly bodies: LateBodies; readonly place: number };
}

/**
 * The same object, but of all that its head does not hold only the keys are there until somebody asks for a value. Most objects of a tree
 * are never asked: nothing of KubeFleet names them. What was asked for is given up again once many others were asked.
 */
export function lateObject(object: KubeObject, bodies: LateBodies): KubeObject {
  const { apiVersion, kind, metadata, ...body } = object;
  const head = bodies.copyOf({ apiVersion, kind, metadata });
  const late = {};
  for (const key of Object.keys(object)) Object.defineProperty(late, key, key in body ? lateKey(key) : own(head[key as keyof typeof head]));
  if (Object.keys(body).length > 0) Object.defineProperty(late, BODY, { value: { bodies, place: bodies.add(body) } });
  return late as KubeObject;
}

/** One description for all objects that have the key, so that they share their shape. */
function lateKey(key: string): PropertyDescriptor {
  const known = LATE_KEYS.get(key) ?? {
    enumerable: true,
    configurable: true,
    get(this: Late): unknown {
      const { bodies, place } = this[BODY];
      return bodies.read(place)[key];
    },
  };
  LATE_KEYS.set(key, known);
  return known;
}

const LATE_KEYS = new Map<string, PropertyDescriptor>();

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
