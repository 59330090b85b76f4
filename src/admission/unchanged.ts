import { isDeepStrictEqual } from 'node:util';

import { isObject, type JsonObject } from '../fleet/json/json.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { correspondent } from './list-types.ts';

/**
 * Whether the server treats a value as unchanged and accepts its errors. The root of an object is never unchanged, because a schema does
 * not list the fields of the metadata. A map with fields that its schema does not list is never unchanged either. Source: apiserver
 * `pkg/cel/common/equality.go`.
 */
export function isUnchanged(value: unknown, old: unknown, node: SchemaNode | undefined, pointer: string): boolean {
  return pointer !== '' && isEqual(value, old, node);
}

function isEqual(value: unknown, old: unknown, node: SchemaNode | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(old)) return areListsEqual(value, old, node);
  return isObject(value) && isObject(old) ? areFieldsEqual(value, old, node) : isDeepStrictEqual(value, old);
}

/** A list is compared as a whole, except a list of type `map`. */
function areListsEqual(value: readonly unknown[], old: readonly unknown[], node: SchemaNode | undefined): boolean {
  if (value.length !== old.length) return false;
  if (typeof node?.distinct !== 'object') return isDeepStrictEqual(value, old);
  return value.every((entry) => {
    const before = correspondent(entry, old, node);
    return before !== undefined && isEqual(entry, before, node.items);
  });
}

function areFieldsEqual(value: JsonObject, old: JsonObject, node: SchemaNode | undefined): boolean {
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const child = childNode(node, key);
    return child !== undefined && Object.hasOwn(old, key) && isEqual(value[key], old[key], child);
  });
}
