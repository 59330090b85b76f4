import { isObject } from '../../../fleet/json/json.ts';
import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { contentManagers } from './field-managers.ts';

/** What the type of an object says about its values. */
export interface TypeRules {
  /** `custom`: defined by a CustomResourceDefinition, so that Kubernetes' own field types are not known to be in it. */
  readonly origin: 'builtIn' | 'custom' | 'unknown';
  /** Whether the list at the pointer identifies its items by name, so that their order may differ. */
  isKeyed(pointer: string): boolean;
}

/** For a part of an object, whose type is not known: named items may be in any order. */
export const UNKNOWN_TYPE: TypeRules = { origin: 'unknown', isKeyed: (pointer) => !ORDERED.has(lastName(pointer)) };

/**
 * The rules for an object of the hub. Apply merges only lists of type `map`, and replaces all others as a whole, so their order is the
 * manifest's. In a custom resource a list is of this type only if managedFields name its items by keys, `k:{"name":"main"}`.
 */
export function typeRules(live: KubeObject): TypeRules {
  if (isBuiltIn(live)) return BUILT_IN;
  const managers = contentManagers(live);
  return { origin: 'custom', isKeyed: (pointer) => managers.some(({ fields }) => hasKeys(fields, pointerKeys(pointer))) };
}

const BUILT_IN: TypeRules = {
  origin: 'builtIn',
  isKeyed: (pointer) => KEYED.has(lastName(pointer)) && UNKNOWN_TYPE.isKeyed(pointer),
};

/**
 * Lists of Kubernetes' own types that have named items and a merge key (`patchMergeKey` or `listMapKey` in kubernetes/api). Others with
 * named items, such as `httpHeaders`, `subjects` and `options`, are replaced.
 */
const KEYED = new Set(
  'claims containers env ephemeralContainers imagePullSecrets matchConditions ports resourceClaims schedulingGates secrets variables volumeDevices volumeMounts volumes webhooks'.split(
    ' ',
  ),
);

/** Lists whose named items run one after the other. */
const ORDERED = new Set(['initContainers', 'stages', 'steps']);

/** Whether the object is of one of Kubernetes' own types, and not defined by a CustomResourceDefinition. */
function isBuiltIn({ apiVersion, kind }: KubeObject): boolean {
  const group = groupOf(apiVersion);
  return !isFleetGroup(group) && BUILT_IN_APIS.find(group, kind) !== undefined;
}

/** Whether it is known which fields of the object's type get a default. Those of other definitions are not. */
export function hasKnownDefaults(object: KubeObject): boolean {
  return isBuiltIn(object) || isFleetGroup(groupOf(object.apiVersion));
}

/** Whether `fieldsV1` names the items of the list by keys. The position in the list does not say which item it is, so any may show it. */
function hasKeys(fields: unknown, path: readonly string[]): boolean {
  if (!isObject(fields)) return false;
  const items = Object.entries(fields).filter(([name]) => name.startsWith('k:'));
  const [key, ...rest] = path;
  if (key === undefined) return items.length > 0;
  return hasKeys(fields[`f:${key}`], rest) || items.some(([, item]) => hasKeys(item, rest));
}

function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
