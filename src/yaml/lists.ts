import { childPointer } from '../fleet/json/json-pointer.ts';
import { field, isObject, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { fleetKind } from '../fleet/kubefleet/kinds.ts';

/** An object of a document: the document itself, or an item of a List, with the pointer that leads to it. */
export interface FoundObject {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The objects of a document's value: a list stands for its items. */
export function* expandLists(value: unknown, pointer = ''): Generator<FoundObject> {
  if (!isObject(value)) return;
  if (!isObjectList(value)) {
    yield { value, pointer };
    return;
  }
  for (const [index, item] of value.items.entries())
    yield* expandLists(typedItem(value, item), childPointer(childPointer(pointer, 'items'), index));
}

/**
 * Whether a value is a List, or of a kind that ends in "List", with items. One of these kinds that has a name is an object of its own, unless
 * its items are objects: kubectl, Flux and Argo CD look at `items` alone. Of any other kind it is one if its items are objects: kubectl takes
 * whatever has `items` for a list, and applies nothing else of it.
 * Source: k8s.io/apimachinery `unstructuredJSONScheme.decode`, and what kubectl 1.32 made of each of these.
 */
export function isObjectList(value: JsonObject): value is JsonObject & { readonly kind: string; readonly items: readonly unknown[] } {
  const { kind, items } = value;
  if (typeof kind !== 'string' || !Array.isArray(items)) return false;
  if (!kind.endsWith('List')) return isBareList(items) || items.some(isUntyped);
  if (kind === 'List' || field(value, 'metadata', 'name') === undefined) return true;
  return fleetKind(kind.slice(0, -'List'.length)) !== undefined || isBareList(items);
}

/** An item that names no kind has that of the list, without "List". */
export function typedItem({ kind, apiVersion }: JsonObject, item: unknown): unknown {
  const itemKind = typeof kind === 'string' ? kind.replace(/List$/, '') : '';
  return itemKind !== '' && isObject(item) && item['kind'] === undefined ? { apiVersion, kind: itemKind, ...item } : item;
}

/** Whether an item is an object but for its kind. */
function isUntyped(item: unknown): boolean {
  return (
    isObject(item) && item['kind'] === undefined && item['apiVersion'] === undefined && stringAt(item, 'metadata', 'name') !== undefined
  );
}

/** Whether a value is a list of objects that nothing says to be one. */
export function isBareList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => stringAt(item, 'apiVersion') !== undefined && stringAt(item, 'kind') !== undefined);
}

/** Source: k8s.io/apimachinery `runtime/serializer/json`, which reads an object of any document; kubectl says "cannot unmarshal array". */
export const BARE_LIST =
  'A bare list, which kubectl does not take: write an object of `apiVersion: v1` and `kind: List`, with these as its `items`.';
