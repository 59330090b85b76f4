import { field, isObject } from '../../../fleet/json/json.ts';
import { pointerKeys } from '../../../fleet/json/json-pointer.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import { isFleetGroup, isNewGroup } from '../../../fleet/kubefleet/kinds.ts';
import { lastApplied } from '../../../fleet/kubernetes/last-applied.ts';
import { groupOf, refOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { filledIn } from '../../../schedule/override/filled-in.ts';
import { isAbsent } from './is-absent.ts';
import { contentManagers } from './field-managers.ts';
import { isFleetDefault } from './fleet-defaults.ts';
import { isItemDefault } from './item-defaults.ts';
import { keepsZero } from './keeps-zero.ts';
import { isChosen, OF_OWN_KEYS } from './omitted-zero.ts';

/** What the type of an object says about its values. */
export interface TypeRules {
  /**
   * Whether the place has a Go type of Kubernetes or KubeFleet: there the hub leaves out zero values and empty maps, and fills in known
   * defaults. A custom resource keeps what was applied, whatever its fields are called.
   */
  hasGoType(pointer: string): boolean;
  /** Whether the hub's object shows that the empty value was applied, although it does not have it: its definition does not keep it. */
  isDroppedAsApplied(wanted: unknown, pointer: string): boolean;
  /** Whether the object is known to be of a kind of Kubernetes that does not store an empty text, `false` or 0 at the pointer. */
  omitsZero(pointer: string): boolean;
  /** Whether the list at the pointer identifies its items by name, so that their order may differ. */
  isKeyed(pointer: string): boolean;
  /** Whether apply merges the items of the list at the pointer by a key. It replaces all other lists as a whole. */
  isMerged(pointer: string): boolean;
  /** Whether the value at the pointer, in an item of a list that apply replaces, is a default of the type. */
  isFilledInItem(value: unknown, pointer: string): boolean;
  /** Whether the hub's value at the pointer is one that an apply of null leaves there: none, or the default. */
  isUnset(live: unknown, pointer: string): 'yes' | 'no' | 'unknown';
}

/** For a part of an object, whose type is not known: named items may be in any order, apart from the value of an override's patch. */
export const UNKNOWN_TYPE: TypeRules = {
  hasGoType: (pointer) => !isAnyJson(pointer),
  isDroppedAsApplied: () => false,
  omitsZero: () => false,
  isKeyed: (pointer) => !ORDERED.has(lastName(pointer)) && !isAnyJson(pointer),
  isMerged: () => false,
  isFilledInItem: () => false,
  isUnset: (live) => (isNone(live, '') ? 'yes' : 'unknown'),
};

/**
 * The rules for an object of the hub. Apply merges only lists of type `map`, and replaces all others as a whole, so their order is the
 * manifest's. In a custom resource a list is of this type only if managedFields name its items by keys, `k:{"name":"main"}`.
 */
export function typeRules(live: KubeObject): TypeRules {
  const asApplied = {
    hasGoType: (pointer: string) => hasGoType(live, pointer),
    isDroppedAsApplied: (wanted: unknown, pointer: string) => isDroppedAsApplied(live, wanted, pointer),
  };
  if (isBuiltIn(live)) {
    return {
      ...asApplied,
      omitsZero: (pointer) => !keepsZero(live.kind, pointer),
      isKeyed: (pointer) => KEYED.has(lastName(pointer)) && UNKNOWN_TYPE.isKeyed(pointer),
      isMerged: (pointer) => MERGED.has(lastName(pointer)) && pointer !== PORTS_OF_SLICE,
      isFilledInItem: isItemDefault,
      isUnset: (value, pointer) => (isNone(value, pointer) ? 'yes' : isUnsetIn(live, value, pointer)),
    };
  }
  const managers = contentManagers(live);
  return {
    ...asApplied,
    omitsZero: () => false,
    isKeyed: (pointer) => UNKNOWN_TYPE.isKeyed(pointer) && managers.some(({ fields }) => hasKeys(fields, pointerKeys(pointer))),
    isMerged: () => false,
    isFilledInItem: (value, pointer) => isFleetGroup(groupOf(live.apiVersion)) && isFleetDefault(pointerKeys(pointer).at(-1) ?? '', value),
    isUnset: (value, pointer) => (isNone(value, pointer) || isNullAsApplied(live, pointer) ? 'yes' : isUnsetInCustom(live, value, pointer)),
  };
}

/**
 * No value. The API server stores null as an empty text in maps of texts. Tools add to labels and annotations of the object that the
 * manifest leaves empty, and what the last apply set there is found by its traces.
 */
function isNone(value: unknown, pointer: string): boolean {
  return isAbsent(value) || value === '' || /^\/metadata\/[^/]*$/.test(pointer);
}

/** In Kubernetes' own types. Their known defaults were compared before, by `withNullsFilled`. */
function isUnsetIn(live: KubeObject, value: unknown, pointer: string): 'yes' | 'no' | 'unknown' {
  const keys = pointerKeys(pointer);
  const [name = '', parent = ''] = keys.toReversed();
  if (OF_OWN_KEYS.has(parent)) return typeof value === 'string' ? 'no' : 'unknown';
  const isDefault = isChosen(name, value);
  if (isDefault !== undefined) return isDefault ? 'yes' : 'no';
  return filledIn(refOf(live))(keys) === 'no' ? 'no' : 'unknown';
}

/** Client-side, null removes a field of a custom resource only once: if the last apply had null too, another writer's value stays. */
function isNullAsApplied(live: KubeObject, pointer: string): boolean {
  return appliedAt(live, pointer) === null;
}

/** The value that the last `kubectl apply` had at the pointer; `undefined` if it had none, or the object does not show it. */
function appliedAt(live: KubeObject, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((at, key) => field(at, key), lastApplied(live));
}

/** Metadata has the same type in every object. The rest has one in Kubernetes' own groups and KubeFleet's, apart from fields for any JSON. */
function hasGoType(object: KubeObject, pointer: string): boolean {
  if (pointer.startsWith('/metadata/')) return true;
  const group = groupOf(object.apiVersion);
  if (isFleetGroup(group)) return !isAnyJson(pointer) && !(isEnvelope(object) && pointer.startsWith('/data/'));
  return isBuiltIn(object) || BUILT_IN_GROUPS.has(group);
}

const BUILT_IN_GROUPS = new Set(BUILT_IN_APIS.all.map(({ group }) => group).filter((group) => !isFleetGroup(group)));

/** The value that an override puts into an object. */
function isAnyJson(pointer: string): boolean {
  return /\/jsonPatchOverrides\/\d+\/value(?:\/|$)/.test(pointer);
}

/** Client-side the annotation has the value, and server-side the manager owns the field that is not there. */
function isDroppedAsApplied(live: KubeObject, wanted: unknown, pointer: string): boolean {
  const applied = appliedAt(live, pointer);
  const isSame = isObject(wanted) || Array.isArray(wanted) ? applied !== undefined && isAbsent(applied) : applied === wanted;
  return isSame || contentManagers(live).some(({ fields }) => hasField(fields, pointerKeys(pointer)));
}

/** Whether `fieldsV1` names this very field, and not only a list or map around it. Any item of a list may be the one on the way. */
function hasField(fields: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return fields !== undefined;
  if (!isObject(fields)) return false;
  return hasField(fields[`f:${key}`], rest) || itemsIn(fields).some((item) => hasField(item, rest));
}

function itemsIn(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(fields).flatMap(([name, item]) => (name.startsWith('k:') ? [item] : []));
}

function isUnsetInCustom(live: KubeObject, value: unknown, pointer: string): 'yes' | 'no' | 'unknown' {
  const keys = pointerKeys(pointer);
  if (keys[0] === 'metadata') return 'no';
  if (!isFleetGroup(groupOf(live.apiVersion))) return 'unknown';
  return isFleetDefault(keys.at(-1) ?? '', value) ? 'yes' : 'no';
}

/**
 * Lists of Kubernetes' own types that have named items and a merge key (`patchMergeKey` or `listMapKey` in kubernetes/api). Others with
 * named items, such as `httpHeaders`, `subjects` and `options`, are replaced.
 */
const KEYED: ReadonlySet<string> = new Set(
  'claims containers env ephemeralContainers imagePullSecrets matchConditions ports resourceClaims schedulingGates secrets variables volumeDevices volumeMounts volumes webhooks'.split(
    ' ',
  ),
);

/** Lists of Kubernetes' own types whose items apply merges by any key, by name. */
const MERGED = new Set([...KEYED, 'conditions', 'hostAliases', 'initContainers', 'ownerReferences', 'topologySpreadConstraints']);

/** The ports of an EndpointSlice are replaced, unlike those of a Service or a container. */
const PORTS_OF_SLICE = '/ports';

/** Lists whose named items run, or start, one after the other: a container's hook `postStart` delays the next container. */
const ORDERED = new Set(['containers', 'initContainers', 'stages', 'steps']);

/** Whether the object is of one of Kubernetes' own types, and not defined by a CustomResourceDefinition. */
function isBuiltIn({ apiVersion, kind }: KubeObject): boolean {
  const group = groupOf(apiVersion);
  return !isFleetGroup(group) && BUILT_IN_APIS.find(group, kind) !== undefined;
}

/** Whether it is known which fields of the object's type get a default. Those of other definitions, and of KubeFleet's new API, are not. */
export function hasKnownDefaults(object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  return isBuiltIn(object) || (isFleetGroup(group) && !isNewGroup(group));
}

/** Whether `fieldsV1` names the items of the list by keys. The position in the list does not say which item it is, so any may show it. */
function hasKeys(fields: unknown, path: readonly string[]): boolean {
  if (!isObject(fields)) return false;
  const items = itemsIn(fields);
  const [key, ...rest] = path;
  if (key === undefined) return items.length > 0;
  return hasKeys(fields[`f:${key}`], rest) || items.some((item) => hasKeys(item, rest));
}

function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
