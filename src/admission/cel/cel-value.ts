import { isObject } from '../../fleet/json.ts';
import { childNode, type SchemaNode } from '../contracts/contract.ts';

/**
 * A JSON value as CEL sees it: whole numbers of an `integer` or `int-or-string` field are ints, all others doubles.
 * Fields without a schema are not there (apiserver `pkg/cel/common/valuesunstructured.go`).
 */
export function celValue(value: unknown, node: SchemaNode | undefined): unknown {
  if (typeof value === 'number') return isInteger(value, node) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((entry, at) => celValue(entry, childNode(node, at)));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, celValue(child, childNode(node, key))]));
}

function isInteger(value: number, node: SchemaNode | undefined): boolean {
  return Number.isInteger(value) && (node?.type === 'integer' || node?.type === 'int-or-string');
}
