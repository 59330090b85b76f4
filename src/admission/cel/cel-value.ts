import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import { setOwn } from '../../fleet/json/set-own.ts';
import { childNode, type SchemaNode } from '../contracts/schema-node.ts';
import { UnknownValue, UnreadableValue } from './cel-engine.ts';

/** The state that the values of one object share during conversion. */
export interface Conversion {
  /** Pointers of whole numbers written as floats. */
  readonly floats: readonly string[];
  /** Objects and lists that are already converted, because rules may be on nested values. */
  readonly done: Map<unknown, unknown>;
}

/**
 * Converts a JSON value to CEL: whole numbers of an `integer` or `int-or-string` field are ints, all others doubles. A whole number that
 * was written as a float is neither: reading it ends the rule (apiserver `pkg/cel/common/values.go`).
 */
export function celValue(value: unknown, node: SchemaNode | undefined, conversion: Conversion, at: string): unknown {
  if (typeof value === 'number') return celNumber(value, node, conversion.floats.includes(at));
  if (node?.isConverted === true && typeof value === 'string')
    throw new UnknownValue('it reads a time, a duration or bytes, which rules do not get as text');
  if (typeof value !== 'object' || value === null) return value;
  const before = conversion.done.get(value);
  if (before !== undefined) return before;
  const converted = Array.isArray(value) ? celList(value, node, conversion, at) : celObject(value, node, conversion, at);
  conversion.done.set(value, converted);
  return converted;
}

function celList(value: readonly unknown[], node: SchemaNode | undefined, conversion: Conversion, at: string): unknown {
  const items = childNode(node, 0);
  return value.map((entry, index) => celValue(entry, items, conversion, childPointer(at, index)));
}

function celObject(value: object, node: SchemaNode | undefined, conversion: Conversion, at: string): unknown {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = (value as JsonObject)[key];
    const below = childNode(node, key);
    const pointer = conversion.floats.length === 0 ? '' : childPointer(at, key);
    if (conversion.floats.includes(pointer) || below?.isConverted === true) {
      // A getter, so that a rule fails only if it reads the value.
      Object.defineProperty(fields, key, { enumerable: true, get: () => celValue(child, below, conversion, pointer) });
    } else setOwn(fields, key, celValue(child, below, conversion, pointer));
  }
  return fields;
}

function celNumber(value: number, node: SchemaNode | undefined, float: boolean): unknown {
  const integer = node?.type === 'integer' || node?.type === 'int-or-string';
  if (!integer || !Number.isInteger(value)) return value;
  if (!float) return BigInt(value);
  throw new UnreadableValue(
    node.type === 'integer'
      ? 'invalid data, expected int, got float64'
      : 'invalid data, expected XIntOrString value to be either a string or integer',
  );
}
