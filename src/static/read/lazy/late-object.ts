import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { isSurelySmall } from '../../../fleet/kubernetes/small-annotations.ts';
import { imagesOf } from '../../images/images-of.ts';
import { isNotable } from '../../images/is-notable.ts';
import type { DocumentPlaces } from '../../../yaml/document-places.ts';
import type { BodyPlace, LateBodies } from './late-bodies.ts';

/** Where the rest of a late object is; no key that anybody sees. */
const BODY = Symbol('body');

/** Of the few objects that may be large; no key that anybody sees. */
const LARGE = Symbol('large');
/** The same of those with an image that is notable. */
const NOTABLE = Symbol('notable');

interface Late extends KubeObject {
  readonly [BODY]: BodyPlace;
}

/**
 * The same object, but of all that its head does not hold only the keys are there until somebody asks for a value. Most objects of a tree
 * are never asked: nothing of KubeFleet names them. What was asked for is given up again once many others were asked.
 * @param document that holds this object and nothing else; left out where there is none
 */
export function lateObject(object: KubeObject, bodies: LateBodies, document?: DocumentPlaces): KubeObject {
  const { apiVersion, kind, metadata } = object;
  const head = bodies.copyOf({ apiVersion, kind, metadata });
  const keys = Object.keys(object);
  const late = {};
  for (const key of keys) Object.defineProperty(late, key, isHead(key) ? own(head[key]) : lateKey(key, bodies));
  if (!keys.every(isHead)) Object.defineProperty(late, BODY, { value: document ?? bodies.add(bodyOf(object)) });
  if (!isSurelySmall(object)) Object.defineProperty(late, LARGE, { value: true });
  if (imagesOf(object).some(({ text }) => isNotable(text))) Object.defineProperty(late, NOTABLE, { value: true });
  return late as KubeObject;
}

function isHead(key: string): key is 'apiVersion' | 'kind' | 'metadata' {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata';
}

function bodyOf({ apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...body }: KubeObject): Readonly<Record<string, unknown>> {
  return body;
}

/** The same as `isSurelySmall`, which was asked of a late object when it was read: each of a tree is asked, and few bodies are needed. */
export function isKnownSmall(object: KubeObject): boolean {
  return BODY in object ? !(LARGE in object) : isSurelySmall(object);
}

/** Whether an object may have an image that is notable: of a late one, as it was when it was read. */
export function hasNotableImages(object: KubeObject): boolean {
  return !(BODY in object) || NOTABLE in object;
}

/** One description for all objects that have the key, so that they share their shape. */
function lateKey(key: string, bodies: LateBodies): PropertyDescriptor {
  const keys = lateKeysOf(bodies);
  const known = keys.get(key) ?? {
    enumerable: true,
    configurable: true,
    get(this: Late): unknown {
      return bodies.read(this[BODY])[key];
    },
  };
  keys.set(key, known);
  return known;
}

const lateKeysOf = oncePer((_bodies: LateBodies) => new Map<string, PropertyDescriptor>());

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
