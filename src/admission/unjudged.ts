import { isObject } from '../fleet/json/json.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import { childNode, childNodes, type SchemaNode } from './contracts/schema-node.ts';
import { childPointer } from '../fleet/json/json-pointer.ts';
import { fieldPath } from './denial.ts';

/** A check of the hub that is not made here. */
export interface Unjudged {
  /** JSON pointer into the object as written. */
  readonly pointer: string;
  /** What is not checked and why, as a sentence. */
  readonly reason: string;
}

/** The keywords that this program does not know, at the values that they apply to. The built-in contracts have none. */
export function unjudgedKeywords(object: unknown, schema: SchemaNode): readonly Unjudged[] {
  return hasUnjudged(schema) ? [...below(object, schema, object, '')] : [];
}

function* below(value: unknown, node: SchemaNode | undefined, object: unknown, pointer: string): Generator<Unjudged> {
  if (node === undefined || value === undefined || !hasUnjudged(node)) return;
  if (node.unjudged !== undefined) {
    const place = pointer === '' ? 'its root' : `\`${fieldPath(object, pointer)}\``;
    yield { pointer, reason: `The hub's schema has ${node.unjudged.join(', ')} on ${place}, which is not checked here.` };
  }
  if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) yield* below(entry, node.items, object, childPointer(pointer, at));
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) yield* below(child, childNode(node, key), object, childPointer(pointer, key));
  }
}

const hasUnjudged: (node: SchemaNode) => boolean = oncePer((node) => node.unjudged !== undefined || childNodes(node).some(hasUnjudged));
