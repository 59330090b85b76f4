import { childPointer, parentPointer, pointerKeys } from '../fleet/json/json-pointer.ts';
import { field, isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { Contract } from './contracts/contract.ts';
import { childNode, type SchemaNode } from './contracts/schema-node.ts';
import { valueAt, type Denial } from './denial.ts';
import { meantField } from './wording/field-hints.ts';

/** How the place of a denial may change when its author corrects it, as far as that is known. */
export interface Correction {
  /** The possible edits, of which the author makes one. Empty if only the author can know. */
  readonly edits: readonly Edit[];
  /** Pointers to values that are not known until then. Nothing that depends on them is certain. */
  readonly open: readonly string[];
}

/** Changes a copy of an object in place. */
type Edit = (object: KubeObject) => void;

/** @param object the object that the denial is about */
export function correctionOf(denial: Denial, object: KubeObject, contract: Contract): Correction {
  const { pointer, reason, layer } = denial;
  if (reason === 'FieldUnknown') return correctionOfUnknown(pointer, object, contract);
  // No layer comes after the webhooks, and admission continues after CEL rules without an edit.
  if (layer === 'cel' || layer === 'webhook') return { edits: [], open: [] };
  const values = plausibleValues(valueAt(object, pointer), reason, schemaAt(object, contract, pointer));
  if (values.length === 0) return { edits: [], open: [pointer] };
  return { edits: values.map((value) => (copy) => put(copy, pointer, value)), open: [] };
}

/** The object after one edit of each correction, in all combinations; `undefined` if there are too many. */
export function corrected(object: KubeObject, corrections: readonly Correction[]): readonly KubeObject[] | undefined {
  let variants: readonly (readonly Edit[])[] = [[]];
  for (const { edits } of corrections) {
    if (edits.length === 0) continue;
    variants = variants.flatMap((variant) => edits.map((edit) => [...variant, edit]));
    if (variants.length > MANY) return undefined;
  }
  return variants.map((edits) => {
    const copy = structuredClone(object);
    for (const edit of edits) edit(copy);
    return copy;
  });
}

const MANY = 48;

/** The field is removed, or gets the name that was meant. If it belongs to another place, the value there is not known until then. */
function correctionOfUnknown(pointer: string, object: KubeObject, contract: Contract): Correction {
  const parent = parentPointer(pointer);
  const name = pointerKeys(pointer).at(-1) ?? '';
  const meant = meantField(object, contract, pointer, schemaAt(object, contract, parent));
  const removal: Edit = (copy) => remove(copy, pointer);
  if (meant === undefined) return { edits: [removal], open: [] };
  const { sibling, elsewhere } = meant;
  if (sibling !== undefined && field(valueAt(object, parent), sibling) === undefined) {
    const renaming: Edit = (copy) => {
      const value = valueAt(copy, childPointer(parent, name));
      remove(copy, pointer);
      put(copy, childPointer(parent, sibling), value);
    };
    return { edits: [renaming, removal], open: [] };
  }
  const place = elsewhere === undefined ? [] : [`/${elsewhere.replaceAll('[]', '').split('.').slice(0, 2).join('/')}`];
  return { edits: [removal], open: [pointer, ...place] };
}

/** All values of an enum. For a value of the wrong type, the same value in the right type. */
function plausibleValues(value: unknown, reason: Denial['reason'], { enum: words, type }: SchemaNode): readonly unknown[] {
  if (reason === 'FieldValueNotSupported') return words ?? [];
  if (reason !== 'FieldValueTypeInvalid' && reason !== 'FieldUndecodable') return [];
  if ((type === 'integer' || type === 'number') && typeof value === 'string' && /^-?\d+$/.test(value.trim())) return [Number(value)];
  if (type === 'boolean' && typeof value === 'string') return [true, false];
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return [String(value)];
  return [];
}

function schemaAt(object: KubeObject, { schema }: Contract, pointer: string): SchemaNode {
  let node: SchemaNode | undefined = schema;
  let value: unknown = object;
  for (const segment of pointerKeys(pointer)) {
    node = childNode(node, Array.isArray(value) ? Number(segment) : segment);
    value = field(value, segment);
  }
  return node ?? {};
}

function put(object: KubeObject, pointer: string, value: unknown): void {
  const { parent, key } = placeOf(object, pointer);
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else if (isObject(parent)) Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}

function remove(object: KubeObject, pointer: string): void {
  const { parent, key } = placeOf(object, pointer);
  if (isObject(parent)) delete (parent as Record<string, unknown>)[key];
}

function placeOf(object: KubeObject, pointer: string): { readonly parent: unknown; readonly key: string } {
  const names = pointerKeys(pointer);
  return { parent: field(object, ...names.slice(0, -1)), key: names.at(-1) ?? '' };
}
