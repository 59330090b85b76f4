import { isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import type { Contract } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';

/**
 * The object without the fields its kind does not have: the server drops them where the client does not ask it to refuse them.
 * Source: apiextensions-apiserver, `schema/pruning/algorithm.go`.
 */
export function withoutUnknown({ apiVersion, kind, metadata, ...rest }: KubeObject, { schema }: Contract): KubeObject {
  return { apiVersion, kind, metadata, ...(pruned(rest, schema) as object) };
}

function pruned(value: unknown, schema: SchemaNode | undefined): unknown {
  if (Array.isArray(value))
    return schema?.preserve === true && schema.items === undefined ? value : value.map((entry) => pruned(entry, childNode(schema, 0)));
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = childNode(schema, key);
    if (child !== undefined) setOwn(kept, key, pruned(value[key], child));
    else if (schema?.preserve === true) setOwn(kept, key, value[key]);
  }
  return kept;
}
