import type { V1ObjectMeta } from '@kubernetes/client-node';
import { WORK_AGENT } from '../../../fleet/kubefleet/work-agent.ts';
import { LAST_APPLIED } from '../../../fleet/kubernetes/last-applied.ts';
import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';

/**
 * Keeps who wrote an object and when. The list of written fields is as long as the object, so it is kept only if it may distinguish a
 * deploy from an edit. This is so if kubectl applied the object (with its annotation) and another writer changed it, for server-side
 * apply, and on a member if KubeFleet applied the object and another writer changed or scaled it.
 */
export function keptManagedFields(object: unknown): readonly unknown[] {
  const entries = listAt(object as Unchecked<{ readonly metadata: V1ObjectMeta }>, 'metadata', 'managedFields').filter(
    (entry) => stringAt(entry, 'time') !== undefined,
  );
  const writers = entries.filter((entry) => (stringAt(entry, 'subresource') ?? '') === '');
  const note = field(object, 'metadata', 'annotations', LAST_APPLIED);
  const isServerSide = writers.some((entry) => stringAt(entry, 'operation') === 'Apply');
  const others = entries.filter((entry) => stringAt(entry, 'manager') !== WORK_AGENT && stringAt(entry, 'subresource') !== 'status');
  const isOfKubeFleet = writers.some((entry) => stringAt(entry, 'manager') === WORK_AGENT) && others.length > 0;
  return isServerSide || isOfKubeFleet || (note !== undefined && writers.length > 1)
    ? entries
    : (entries as readonly unknown[]).filter(isObject).map(withoutFields);
}

function withoutFields(entry: JsonObject): JsonObject {
  const { fieldsV1: _, ...kept } = entry;
  return kept;
}
