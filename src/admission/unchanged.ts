import { isDeepStrictEqual } from 'node:util';

import { isObject, type JsonObject } from '../fleet/json/json.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { correspondent } from './list-types.ts';

/**
 * Whether the server takes a value for what it was, and forgives what is wrong in it. The root of an object never is: a schema does not list
 * the fields of the metadata, and no map counts as unchanged that has fields its schema does not list.
 * Source: apiserver `pkg/cel/common/equality.go`.
 */
export function isUnchanged(value: unknown, old: unknown, node: SchemaNode | undefined, pointer: string): boolean {
  return pointer !== '' && isEqual(value, old, node);
}

function isEqual(value: unknown, old: unknown, node: SchemaNode | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(old)) return areListsEqual(value, old, node);
  return isObject(value) && isObject(old) ? areFieldsEqual(value, old, node) : isDeepStrictEqual(value, old);
}

/** But for lists of type `map`, a list is compared as a whole. */
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
