import { childPointer } from '../fleet/json/json-pointer.ts';
import { isObject, type JsonObject } from '../fleet/json/json.ts';
import { fleetKind } from '../fleet/kubefleet/kinds.ts';
import { isObjectList, typedItem } from './lists.ts';
import { noObject, nounOf } from './no-object.ts';

/** What kubectl does not take of a List. */
export interface ListFault {
  /** JSON pointer into the document. */
  readonly pointer: string;
  /** What stands in the place of an object; `undefined` where that is no value by itself. */
  readonly value?: unknown;
  /** One sentence. */
  readonly message: string;
  readonly remedy: string;
  /** No reader of the objects of the document sees anything of it. */
  readonly isUnseen: boolean;
  /** Kustomize and Flux take it all the same. */
  readonly isTakenByOthers?: true;
}

/**
 * Items of a List that are no objects, and Lists that hold none where they should. A kind that merely ends in "List" may be the
 * configuration of some program: only `kind: List` and lists of KubeFleet's kinds are meant for a hub beyond doubt.
 * Source: k8s.io/apimachinery `unstructuredJSONScheme.decodeToList`, and what kubectl 1.32 said of each of these.
 */
export function* listFaults(value: unknown, pointer = ''): Generator<ListFault> {
  if (!isObject(value) || !isMeantForHub(value)) return;
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
