import { childPointer } from '../json/json-pointer.ts';
import { objectAt } from '../json/json.ts';
import { PLACEMENT_GROUP } from './kinds.ts';
import { groupOf, isKubeObject, type KubeObject } from '../kubernetes/object.ts';

export const ENVELOPE_KINDS: readonly string[] = ['ResourceEnvelope', 'ClusterResourceEnvelope'];

/** Whether an object is an envelope: it stays on the hub, and KubeFleet sends the objects in it to the clusters. */
export function isEnvelope({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return groupOf(apiVersion) === PLACEMENT_GROUP && isEnvelopeKind(kind);
}

export function isEnvelopeKind(kind: string): boolean {
  return ENVELOPE_KINDS.includes(kind);
}

/**
 * The objects in an envelope, each with its key. Entries that are not objects are left out. Source:
 * `pkg/controllers/workgenerator/envelope.go`.
 */
export function enclosedEntries(envelope: KubeObject): readonly (readonly [key: string, object: KubeObject])[] {
  return Object.entries(objectAt(envelope, 'data') ?? {}).flatMap(([key, value]) => (isKubeObject(value) ? [[key, value]] : []));
}

/** The objects in an envelope. */
export function enclosedObjects(envelope: KubeObject): readonly KubeObject[] {
  return enclosedEntries(envelope).map(([, object]) => object);
}

/** The objects that a cluster gets from an object: the object itself, or its content if it is an envelope; each with the pointer to it. */
export function objectsWithin(object: KubeObject): readonly { readonly object: KubeObject; readonly at: string }[] {
  if (!isEnvelope(object)) return [{ object, at: '' }];
  return enclosedEntries(object).map(([key, inner]) => ({ object: inner, at: childPointer('/data', key) }));
}
