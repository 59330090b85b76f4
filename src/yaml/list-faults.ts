import { childPointer } from '../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../fleet/json/json.ts';
import { fleetKind } from '../fleet/kubefleet/kinds.ts';
import { isObjectList, typedItem } from './lists.ts';
import { noObject, nounOf } from './no-object.ts';

/** A part of a List that kubectl refuses. */
export interface ListFault {
  /** JSON pointer into the document. */
  readonly pointer: string;
  /** The value that is there instead of an object; `undefined` if there is no single value. */
  readonly value?: unknown;
  /** One sentence. */
  readonly message: string;
  readonly remedy: string;
  /** Readers of the document's objects find nothing in it. */
  readonly isUnseen: boolean;
  /** Kustomize and Flux accept it. */
  readonly isTakenByOthers?: true;
}

/**
 * Items of a List that are not objects, and Lists without the objects that they should hold. Only `kind: List` and lists of KubeFleet's
 * kinds are certainly meant for a hub: another kind that ends in "List" may be a program's configuration. Source: k8s.io/apimachinery
 * `unstructuredJSONScheme.decodeToList`, and the answers of kubectl 1.32 to each of these.
 */
export function listFaults(value: unknown, pointer = ''): Iterable<ListFault> {
  if (!isObject(value)) return [];
  if (isMeantForHub(value)) return faultsOfList(value, pointer);
  return isObjectList(value) ? nestedLists(value.items, pointer) : [];
}

function* faultsOfList(value: JsonObject, pointer: string): Generator<ListFault> {
  const { items, kind } = value;
  const at = childPointer(pointer, 'items');
  if (items === null) return;
  if (items === undefined) {
    if (kind === 'List')
      yield {
        pointer,
        isUnseen: false,
        message: 'This List has no `items`: nothing of it reaches the hub.',
        remedy: 'Write its objects below `items`.',
      };
    return;
  }
  if (!Array.isArray(items)) {
    yield {
      pointer: at,
      isUnseen: true,
      message: `The \`items\` of this List are ${nounOf(items)}, and kubectl takes a list only.`,
      remedy: 'Write one object after each dash.',
    };
    return;
  }
  for (const [index, item] of items.entries()) yield* itemFaults(typedItem(value, item), childPointer(at, index), index);
}

/** Lists within a list of another kind. For any kind, kubectl expands only the outer one. */
function* nestedLists(items: readonly unknown[], pointer: string): Generator<ListFault> {
  for (const [index, item] of items.entries())
    if (isObject(item) && isObjectList(item)) yield* itemFaults(item, childPointer(childPointer(pointer, 'items'), index), index);
}

function* itemFaults(item: unknown, pointer: string, index: number): Generator<ListFault> {
  const which = `Item ${index + 1} of this List`;
  if (isObject(item) && isObjectList(item)) {
    const message = `${which} is a List itself, and kubectl takes nothing of the outer one then.`;
    yield { pointer, isUnseen: false, message, remedy: 'Move its items into the outer List.', isTakenByOthers: true };
    yield* listFaults(item, pointer);
    return;
  }
  const none = noObject(item);
  if (none !== undefined) yield { pointer, value: item, isUnseen: !isObject(item), message: `${which} ${none.says}.`, remedy: none.remedy };
}

function isMeantForHub({ kind, apiVersion }: JsonObject): boolean {
  if (kind === 'List') return apiVersion === undefined || apiVersion === 'v1';
  return typeof kind === 'string' && kind.endsWith('List') && fleetKind(kind.slice(0, -'List'.length)) !== undefined;
}
