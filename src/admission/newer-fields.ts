import { childPointer } from '../fleet/json/json-pointer.ts';
import { isObject } from '../fleet/json/json.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import type { GoType } from './go-type.ts';

/** A field that a schema has and a Go type does not. `value` is `undefined` where the schema requires it and the object leaves it out. */
export interface NewerField {
  readonly pointer: string;
  readonly value: unknown;
}

/** The fields of an object of which the Go type known here says nothing, though the hub's schema has them. `status` aside. */
export function* newerFields(value: unknown, type: GoType, schema: SchemaNode | undefined, pointer = ''): Generator<NewerField> {
  if (type.kind === 'list' && Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* newerFields(entry, type.of, schema?.items, childPointer(pointer, at));
  }
  if (type.kind !== 'struct' || !isObject(value)) return;
  for (const name of Object.keys(schema?.properties ?? {})) {
    const at = childPointer(pointer, name);
    const known = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (at === '/status') continue;
    if (known !== undefined) yield* newerFields(value[name], known.type, childNode(schema, name), at);
    else if (value[name] !== undefined || schema?.required?.includes(name) === true) yield { pointer: at, value: value[name] };
  }
}
