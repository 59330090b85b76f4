import { childPointer } from '../fleet/json/json-pointer.ts';
import { field, isObject } from '../fleet/json/json.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { childNode, childNodes, type SchemaNode } from './contracts/schema-node.ts';
import { fieldPath, type Denial } from './denial.ts';

/**
 * Duplicate entries of lists of type `set` or `map`. The built-in contracts have no such list. If the old object had duplicates too, all of
 * them are accepted (apiextensions-apiserver, `schema/listtype`, `customresource/strategy.go`).
 */
export function doubledEntries(object: unknown, schema: SchemaNode, old?: unknown): readonly Denial[] {
  if (!hasDistinct(schema)) return [];
  const found = [...doubled(object, schema, '')];
  if (found.length === 0 || (old !== undefined && doubled(old, schema, '').next().done !== true)) return [];
  return found.map(({ pointer, value }) => {
    const place = fieldPath(object, pointer);
    const spelled = JSON.stringify(value);
    return {
      pointer,
      part: 'value',
      field: place,
      reason: 'FieldValueDuplicate',
      layer: 'schema',
      code: 422,
      serverMessage: `Duplicate value: ${spelled}`,
      message: `\`${place}\` has ${spelled} twice in its list.`,
      hint: 'Remove one of the two.',
    };
  });
}

/** The entry of the old list that corresponds to an entry. In a list of type `map` it is the one with the same keys. */
export function correspondent(entry: unknown, old: unknown, { distinct }: SchemaNode): unknown {
  if (!Array.isArray(old) || typeof distinct !== 'object') return undefined;
  return entriesByKeys(old)(distinct).get(textOf(keysOf(entry, distinct)));
}

const entriesByKeys = oncePer((list: readonly unknown[]) =>
  oncePer((keys: readonly string[]) => new Map(list.toReversed().map((entry) => [textOf(keysOf(entry, keys)), entry]))),
);

/** Whether the node or a node below it is a list of type `set` or `map`. */
export const hasDistinct: (node: SchemaNode) => boolean = oncePer(
  (node) => node.distinct !== undefined || childNodes(node).some(hasDistinct),
);

interface Doubled {
  readonly pointer: string;
  readonly value: unknown;
}

function* doubled(value: unknown, node: SchemaNode | undefined, pointer: string): Generator<Doubled> {
  if (node === undefined || !hasDistinct(node)) return;
  if (Array.isArray(value)) {
    const { distinct } = node;
    const values = distinct === undefined ? [] : value.map((entry: unknown) => (distinct === 'set' ? entry : keysOf(entry, distinct)));
    const seen = new Set<string>();
    for (const [at, each] of values.entries()) {
      const text = textOf(each);
      if (seen.has(text)) yield { pointer: childPointer(pointer, at), value: each };
      seen.add(text);
    }
    for (const [at, entry] of value.entries()) yield* doubled(entry, node.items, childPointer(pointer, at));
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) yield* doubled(child, childNode(node, key), childPointer(pointer, key));
  }
}

/** The same text for equal values, in any order of their keys. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function keysOf(entry: unknown, keys: readonly string[]): unknown {
  return Object.fromEntries(keys.flatMap((key) => (field(entry, key) === undefined ? [] : [[key, field(entry, key)]])));
}
