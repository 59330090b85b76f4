import type { V1ObjectMeta } from '@kubernetes/client-node';
import { LAST_APPLIED } from '../../../fleet/kubernetes/last-applied.ts';
import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';

/**
 * Who wrote an object and when: a few words. Which fields they wrote is as long as the object itself, and kept only where it may
 * distinguish a deploy from an edit. That is so for what kubectl applied, which leaves a note, and another one then wrote. It is so for
 * what was applied on the server side too.
 */
export function keptManagedFields(object: unknown): readonly unknown[] {
  const entries = listAt(object as Unchecked<{ readonly metadata: V1ObjectMeta }>, 'metadata', 'managedFields').filter(
    (entry) => stringAt(entry, 'time') !== undefined,
  );
  const writers = entries.filter((entry) => (stringAt(entry, 'subresource') ?? '') === '');
  const note = field(object, 'metadata', 'annotations', LAST_APPLIED);
  const isServerSide = writers.some((entry) => stringAt(entry, 'operation') === 'Apply');
  return isServerSide || (note !== undefined && writers.length > 1)
    ? entries
    : (entries as readonly unknown[]).filter(isObject).map(withoutFields);
}

function withoutFields(entry: JsonObject): JsonObject {
  const { fieldsV1: _, ...kept } = entry;
  return kept;
}
