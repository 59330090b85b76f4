import { childPointer } from '../fleet/json/json-pointer.ts';
import { field, isObject, stringAt, type JsonObject } from '../fleet/json/json.ts';
import { fleetKind } from '../fleet/kubefleet/kinds.ts';

/** An object of a document: the document itself, or an item of a List, with the pointer to it. */
export interface FoundObject {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The objects of a document's value. A list is replaced by its items. */
export function expandLists(value: unknown, pointer = ''): Iterable<FoundObject> {
  if (!isObject(value)) return [];
  return isObjectList(value) ? itemsOf(value, childPointer(pointer, 'items')) : [{ value, pointer }];
}

function* itemsOf(list: JsonObject & { readonly items: readonly unknown[] }, pointer: string): Generator<FoundObject> {
  for (const [index, item] of list.items.entries()) yield* expandLists(typedItem(list, item), childPointer(pointer, index));
}

/**
 * Whether a value is a list of objects. A kind that ends in "List" is one if it has `items`. If it also has a name, it is an object, unless
 * its items are objects, whose type may be that of the list: kubectl, Flux and Argo CD check only `items`. Any other kind is a list if its items are objects, because kubectl
 * treats everything with `items` as a list and applies nothing else of it. Source: k8s.io/apimachinery `unstructuredJSONScheme.decode`, and
 * the behaviour of kubectl 1.32 for each of these.
 */
export function isObjectList(value: JsonObject): value is JsonObject & { readonly kind: string; readonly items: readonly unknown[] } {
  const { kind, items } = value;
  if (typeof kind !== 'string' || kind === '' || !Array.isArray(items)) return false;
  if (isBareList(items) || items.some(isUntyped)) return true;
  if (!kind.endsWith('List')) return false;
  return kind === 'List' || field(value, 'metadata', 'name') === undefined || fleetKind(kind.slice(0, -'List'.length)) !== undefined;
}

/**
 * An item without a kind and an apiVersion has those of the list, the kind without "List". kubectl refuses an item that has one of them.
 */
export function typedItem({ kind, apiVersion }: JsonObject, item: unknown): unknown {
  const itemKind = typeof kind === 'string' ? kind.replace(/List$/, '') : '';
  const isTyped = !isObject(item) || item['kind'] !== undefined || item['apiVersion'] !== undefined;
  return itemKind === '' || isTyped ? item : { apiVersion, kind: itemKind, ...item };
}

/** Whether an item lacks only a kind to be an object. */
function isUntyped(item: unknown): boolean {
  return (
    isObject(item) && item['kind'] === undefined && item['apiVersion'] === undefined && stringAt(item, 'metadata', 'name') !== undefined
  );
}

/** Whether a value is a list of objects without a List kind around it. */
export function isBareList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => stringAt(item, 'apiVersion') !== undefined && stringAt(item, 'kind') !== undefined);
}

/**
 * Whether a value can hardly be anything but a list of objects whose kind is missing, empty or no text: an item has a part of a type, or the
 * list has an apiVersion.
 */
export function isListWithoutKind(value: unknown): boolean {
  const items = field(value, 'items');
  if (isNonEmptyText(field(value, 'kind')) || !Array.isArray(items)) return false;
  const isVersioned = isNonEmptyText(field(value, 'apiVersion'));
  return items.some((item) => isObject(item) && (isVersioned || isNonEmptyText(item['apiVersion']) || isNonEmptyText(item['kind'])));
}

function isNonEmptyText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Source: as for `BARE_LIST`; kubectl reports "Object 'Kind' is missing". */
export const LIST_WITHOUT_KIND = 'A list without a kind, which kubectl refuses: write `apiVersion: v1` and `kind: List` above its `items`.';

/**
 * Source: k8s.io/apimachinery `runtime/serializer/json`, which reads one object from a document; kubectl reports "cannot unmarshal array".
 */
export const BARE_LIST =
  'A bare list, which kubectl does not take: write an object of `apiVersion: v1` and `kind: List`, with these as its `items`.';
