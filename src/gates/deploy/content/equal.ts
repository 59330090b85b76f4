import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { uncopiedFrom } from './copied.ts';
import { mayDecryptTo } from './encrypted.ts';
import { resolvesOtherwise } from './env-order.ts';
import { isAbsent } from './is-absent.ts';
import { listFilledIn } from './list-filled-in.ts';
import { isLeftOut } from './omitted-zero.ts';
import { sameQuantity } from './quantity.ts';
import { UNKNOWN_TYPE, type TypeRules } from './type-rules.ts';

/**
 * Returns where `live` lacks a value of `wanted`, as a JSON pointer; `undefined` if it holds all of them.
 * The hub's object may have more fields than the manifest (defaults), but not more list items: otherwise a removed item would not be
 * noticed. So an empty list asks for a list without items. An empty map must be there too, empty or with defaults: `emptyDir: {}` is a
 * choice. Null asks for no value, or for the default that the API server fills in. Where the hub keeps what was applied, as in a custom
 * resource, an empty value must be there, unless the object shows that its apply gives none.
 * @param type the rules for the whole object, from `typeRules`
 */
export function missingFrom(live: unknown, wanted: unknown, pointer = '', type: TypeRules = UNKNOWN_TYPE): string | undefined {
  if (wanted === null) return type.isUnset(live, pointer) === 'no' ? pointer : undefined;
  if (wanted === undefined || (isLeftOut(live, wanted, pointer, type) && mayLack(live, wanted, pointer, type))) return undefined;
  if (Array.isArray(wanted)) return missingFromList(live, wanted, pointer, type);
  if (isObject(wanted)) {
    if (isMeantEmpty(wanted, pointer)) return isObject(live) && isAbsent(live) ? undefined : pointer;
    // Uses no list of pairs: for a large fleet, the pairs would be most of the garbage of an evaluation.
    const keys = Object.keys(wanted);
    if (keys.length === 0) return isObject(live) || lacksEmptyMap(live, wanted, pointer, type) ? undefined : pointer;
    for (const key of keys) {
      const at = childPointer(pointer, key);
      const there = isObject(live) && Object.hasOwn(live, key) ? live[key] : undefined;
      const isFilledIn = Array.isArray(wanted[key]) && !isAbsent(there) && type.hasGoType(at);
      const found = missingFrom(there, (isFilledIn ? listFilledIn(key, wanted, there) : undefined) ?? wanted[key], at, type);
      if (found !== undefined) return found;
    }
    return EXACT.has(lastKey(pointer)) ? uncopiedFrom(wanted, live, pointer) : undefined;
  }
  return live === wanted || sameQuantity(live, wanted, pointer, type) || mayDecryptTo(wanted, live) ? undefined : pointer;
}

/** Returns where two values differ, as a JSON pointer; `undefined` if both hold the same, apart from values that equal an absent one. */
export function differsFrom(a: unknown, b: unknown): string | undefined {
  return missingFrom(a, b) ?? missingFrom(b, a);
}

/**
 * Fields whose empty map an API server does not store, or that are always there: the maps of Kubernetes' own types (kubernetes/api, type
 * `map` with `omitempty`), and structures. The last name is that of the root.
 */
export const SAYS_NOTHING = new Set(
  'annotations attributes binaryData capacity counters data dataSource dataSourceRef default defaultRequest definitions dependencies deprecatedTopology extra hard labels limits matchLabels max maxLimitRequestRatio metadata min nodeSelector options overhead parameters patternProperties podFixed properties requests resources spec strategy stringData template updateStrategy userAnnotations volumeAttributes '.split(
    ' ',
  ),
);

/** Empty selectors and rules that get no default: they select everything, or allow every peer. */
const SELECTS_ALL = /\/selector$|\/[a-z]\w*Selector$|\/(?:ingress|egress)\/\d+$/;

/** Selectors by labels, to which neither an API server nor a controller adds: one label less selects more. */
const EXACT = new Set(['clusterSelector', 'labelSelector', 'namespaceSelector', 'objectSelector', 'podSelector']);

function lacksEmptyMap(live: unknown, wanted: unknown, pointer: string, type: TypeRules): boolean {
  return isAbsent(live) && SAYS_NOTHING.has(lastKey(pointer)) && mayLack(live, wanted, pointer, type);
}

/** Whether the hub may not have an empty value that was applied. Without a Go type, only its absence can be shown to come from the apply. */
function mayLack(live: unknown, wanted: unknown, pointer: string, type: TypeRules): boolean {
  return type.hasGoType(pointer) || ((live === undefined || live === null) && type.isDroppedAsApplied(wanted, pointer));
}

function isMeantEmpty(wanted: unknown, pointer: string): boolean {
  return isAbsent(wanted) && SELECTS_ALL.test(pointer) && !pointer.endsWith('/nodeSelector');
}

function missingFromList(live: unknown, wanted: readonly unknown[], pointer: string, type: TypeRules): string | undefined {
  if (!Array.isArray(live) && !isAbsent(live)) return pointer;
  const items: readonly unknown[] = Array.isArray(live) ? live : [];
  if (ADDED_TO.has(pointer)) {
    const at = wanted.findIndex((item) => !items.some((there) => missingFrom(there, item) === undefined));
    return at === -1 ? undefined : `${pointer}/${at}`;
  }
  if (wanted.length === 0 && !Array.isArray(live) && !mayLack(live, wanted, pointer, type)) return pointer;
  const isFilledIn = FILLED_IN.has(pointer) || FILLED_IN.has(lastKey(pointer));
  if (wanted.length === 0 && isFilledIn && type.hasGoType(pointer)) return undefined;
  if (items.length !== wanted.length) return pointer;
  for (const [index, item] of wanted.entries()) {
    const at = `${pointer}/${index}`;
    const found = missingFrom(items[index], item, at, type);
    if (found === undefined) continue;
    const other = counterpart(items, item);
    if (other === undefined || other === items[index]) return found;
    // It is in another place, and the order is the difference.
    if (!type.isKeyed(pointer) || (lastKey(pointer) === 'env' && resolvesOtherwise(items, wanted))) return pointer;
    const foundThere = missingFrom(other, item, at, type);
    if (foundThere !== undefined) return foundThere;
  }
  return undefined;
}

/** Lists to which controllers add their own items, in any order. */
const ADDED_TO = new Set(['/metadata/finalizers', '/metadata/ownerReferences']);

/** Empty lists that the API server or a controller fills in with any items, by name or place: addresses, and an account's tokens. */
const FILLED_IN = new Set(['clusterIPs', 'ipFamilies', '/secrets', '/imagePullSecrets', '/spec/finalizers']);

/** The only item of the same name. */
function counterpart(items: readonly unknown[], wanted: unknown): unknown {
  const name = nameOf(wanted);
  const named = name === undefined ? [] : items.filter((item) => nameOf(item) === name);
  return named.length === 1 ? named[0] : undefined;
}

function nameOf(item: unknown): unknown {
  return isObject(item) ? item['name'] : undefined;
}

function lastKey(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
