import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { isLeftOut } from './omitted-zero.ts';
import { sameQuantity } from './quantity.ts';

/**
 * Where `live` does not hold what `wanted` asks for, as a JSON pointer; `undefined` when it holds all of it.
 * The hub's object may have more fields than the manifest (defaults), never more list items: a removed item must be seen to be removed.
 * Null, empty maps and empty lists ask for nothing: the API server prunes them or fills in a default. Some empty maps say something all the same.
 */
export function missingFrom(live: unknown, wanted: unknown, pointer = ''): string | undefined {
  if (isMeantEmpty(wanted, pointer) && !isAbsent(live)) return pointer;
  if (isLeftOut(live, wanted, pointer)) return undefined;
  if (Array.isArray(wanted)) return wanted.length === 0 ? undefined : missingFromList(live, wanted, pointer);
  if (isObject(wanted)) {
    // Without a list of pairs: of a large fleet most of what judging leaves behind would be those.
    for (const key of Object.keys(wanted)) {
      const at = childPointer(pointer, key);
      const found = missingFrom(isObject(live) && Object.hasOwn(live, key) ? live[key] : undefined, wanted[key], at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (wanted === undefined || wanted === null) return undefined;
  return live === wanted || sameQuantity(live, wanted, pointer) || isHidden(live) !== isHidden(wanted) ? undefined : pointer;
}

/** Both hold the same, apart from what counts as absent. */
export function differsFrom(a: unknown, b: unknown): string | undefined {
  return missingFrom(a, b) ?? missingFrom(b, a);
}

/** Values a dump hides (`redacted:<hash>`): equal inside one dump; nothing can be said of one beside a value in the open. */
function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('redacted:');
}

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isAbsent);
}

/** Empty, and nothing is ever filled in there: everything is selected, or every peer allowed. */
const MEANT_EMPTY = /\/(podSelector|namespaceSelector|objectSelector|labelSelector|clusterSelector)$|\/(ingress|egress)\/\d+$/;

function isMeantEmpty(wanted: unknown, pointer: string): boolean {
  return isObject(wanted) && MEANT_EMPTY.test(pointer) && isAbsent(wanted);
}

function missingFromList(live: unknown, wanted: readonly unknown[], pointer: string): string | undefined {
  if (!Array.isArray(live) || live.length !== wanted.length) return pointer;
  const items: readonly unknown[] = live;
  for (const [index, item] of wanted.entries()) {
    const found = missingFrom(items[index], item, `${pointer}/${index}`);
    if (found === undefined) continue;
    const other = counterpart(items, item);
    const foundThere = other === undefined ? found : missingFrom(other, item, `${pointer}/${index}`);
    if (foundThere !== undefined) return foundThere;
  }
  return undefined;
}

/** The API server may keep named items in another order. */
function counterpart(items: readonly unknown[], wanted: unknown): unknown {
  if (!isObject(wanted) || wanted['name'] === undefined) return undefined;
  return items.find((item) => isObject(item) && item['name'] === wanted['name']);
}
