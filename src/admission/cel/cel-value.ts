import { EvaluationError } from '@marcbachmann/cel-js';

import { isObject } from '../../fleet/json.ts';
import { childNode, type SchemaNode } from '../contracts/contract.ts';
import { childPointer } from '../denial.ts';

/**
 * A JSON value as CEL sees it: whole numbers of an `integer` or `int-or-string` field are ints, all others doubles. A whole number that was
 * written as a float is neither: touching it ends the rule (apiserver `pkg/cel/common/values.go`).
 */
export function celValue(value: unknown, node: SchemaNode | undefined, floats: readonly string[] = [], at = ''): unknown {
  if (typeof value === 'number') return celNumber(value, node, floats.includes(at));
  if (Array.isArray(value)) return value.map((entry, index) => celValue(entry, childNode(node, index), floats, childPointer(at, index)));
  if (!isObject(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    const below = childNode(node, key);
    const pointer = childPointer(at, key);
    // Without a getter a rule that only looks past the number would fail too.
    if (floats.includes(pointer))
      Object.defineProperty(fields, key, { enumerable: true, get: () => celValue(child, below, floats, pointer) });
    else fields[key] = celValue(child, below, floats, pointer);
  }
  return fields;
}

function celNumber(value: number, node: SchemaNode | undefined, float: boolean): unknown {
  const integer = node?.type === 'integer' || node?.type === 'int-or-string';
  if (!integer || !Number.isInteger(value)) return value;
  if (!float) return BigInt(value);
  throw new EvaluationError(
    node.type === 'integer'
      ? 'invalid data, expected int, got float64'
      : 'invalid data, expected XIntOrString value to be either a string or integer',
  );
}
