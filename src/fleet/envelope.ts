import { isObject, objectAt, stringAt } from './json.ts';
import { PLACEMENT_GROUP } from './kinds.ts';
import { groupOf, type KubeObject } from './object.ts';

/** Whether an object is an envelope: it stays on the hub, and what it holds goes to the clusters. */
export function isEnvelope({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return groupOf(apiVersion) === PLACEMENT_GROUP && (kind === 'ClusterResourceEnvelope' || kind === 'ResourceEnvelope');
}

/** The objects an envelope holds; entries that are none are left out. Source: `pkg/controllers/workgenerator/envelope.go`. */
export function enclosedObjects(envelope: KubeObject): readonly KubeObject[] {
  return Object.values(objectAt(envelope, 'data') ?? {}).filter(isKubeObject);
}

function isKubeObject(value: unknown): value is KubeObject {
  return isObject(value) && [['apiVersion'], ['kind'], ['metadata', 'name']].every((path) => stringAt(value, ...path) !== undefined);
}
