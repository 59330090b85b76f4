import { isObject, listAt, type JsonObject, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { conflict, unsupportedMediaType } from './api-status.ts';
import { qualifiedName, type ServedType } from './served-types.ts';

export interface Patch {
  readonly contentType: string;
  readonly fieldManager: string;
  /** Whether it was sent to `/status`. */
  readonly isOfStatus: boolean;
  readonly body: JsonObject;
}

/**
 * The object after the patch: server-side apply of the conditions in a status, or a JSON merge patch. Other conditions stay, and a
 * condition that another field manager has set to a different value is a conflict, as in kube-apiserver. @throws {ApiFailure} 409, 415
 */
export function patched(type: ServedType, object: KubeObject, patch: Patch): KubeObject {
  const version = stringAt(patch.body, 'metadata', 'resourceVersion');
  if (version !== undefined && version !== object.metadata.resourceVersion) {
    const text = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict(`Operation cannot be fulfilled on ${qualifiedName(type)} "${object.metadata.name}": ${text}`);
  }
  if (patch.contentType === 'application/merge-patch+json') return mergedObject(object, patch);
  if (patch.contentType !== 'application/apply-patch+yaml' || !patch.isOfStatus) throw unsupportedMediaType(patch.contentType);
  return applied(object, patch);
}

/** The status of an object can only be changed at `/status`, and only it can be changed there. */
function mergedObject(object: KubeObject, { body, isOfStatus }: Patch): KubeObject {
  const { metadata: _, status, ...rest } = body;
  const next = merged(object, isOfStatus ? { status } : rest) as KubeObject;
  const isChanged = JSON.stringify(next['spec']) !== JSON.stringify(object['spec']);
  const generation = (object.metadata.generation ?? 1) + (isChanged ? 1 : 0);
  return { ...next, metadata: { ...next.metadata, generation } };
}

function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const kept = isObject(value) ? value : {};
  const entries = Object.entries(patch).map(([key, inner]) => [key, merged(kept[key], inner)] as const);
  return Object.fromEntries(Object.entries({ ...kept, ...Object.fromEntries(entries) }).filter(([, inner]) => inner !== null));
}

function applied(object: KubeObject, { body, fieldManager }: Patch): KubeObject {
  const before = listAt(object, 'status', 'conditions').filter(isObject);
  const conditions = listAt(body, 'status', 'conditions').filter(isObject);
  const managed = listAt(object, 'metadata', 'managedFields').filter(isObject);
  const isOwn = managed.some((entry) => entry['manager'] === fieldManager && entry['operation'] === 'Apply');
  for (const condition of conditions) {
    const held = before.find(({ type }) => type === condition['type']);
    const isOther = held !== undefined && Object.entries(condition).some(([key, value]) => held[key] !== value);
    if (isOther && !isOwn) {
      const at = `.status.conditions[type="${String(condition['type'])}"].status`;
      throw conflict(`Apply failed with 1 conflict: conflict with "kubectl" with subresource "status": ${at}`);
    }
  }
  const types = new Set(conditions.map(({ type }) => type));
  const status = {
    ...(isObject(object['status']) ? object['status'] : {}),
    conditions: [...before.filter(({ type }) => !types.has(type)), ...conditions],
  };
  const others = managed.filter((entry) => entry['manager'] !== fieldManager);
  const own = { manager: fieldManager, operation: 'Apply', subresource: 'status' };
  return { ...object, metadata: { ...object.metadata, managedFields: [...others, own] }, status };
}
