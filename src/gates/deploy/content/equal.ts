import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { isLeftOut } from './omitted-zero.ts';
import { sameQuantity } from './quantity.ts';

/**
 * Returns where `live` lacks a value of `wanted`, as a JSON pointer; `undefined` if it holds all of them.
 * The hub's object may have more fields than the manifest (defaults), but not more list items: otherwise a removed item would not be
 * noticed.
 * Null, empty maps and empty lists are ignored: the API server prunes them or fills in a default. Some empty maps have a meaning, and are
 * compared.
 */
export function missingFrom(live: unknown, wanted: unknown, pointer = ''): string | undefined {
  if (isMeantEmpty(wanted, pointer)) return isObject(live) && isAbsent(live) ? undefined : pointer;
  if (isLeftOut(live, wanted, pointer)) return undefined;
  if (Array.isArray(wanted)) return wanted.length === 0 ? undefined : missingFromList(live, wanted, pointer);
  if (isObject(wanted)) {
    // Uses no list of pairs: for a large fleet, the pairs would be most of the garbage of an evaluation.
    for (const key of Object.keys(wanted)) {
      const at = childPointer(pointer, key);
      const found = missingFrom(isObject(live) && Object.hasOwn(live, key) ? live[key] : undefined, wanted[key], at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (wanted === undefined || wanted === null) return undefined;
  return live === wanted || sameQuantity(live, wanted, pointer) || isSameButHidden(live, wanted) ? undefined : pointer;
}

/** Returns where two values differ, as a JSON pointer; `undefined` if both hold the same, apart from values that equal an absent one. */
export function differsFrom(a: unknown, b: unknown): string | undefined {
  return missingFrom(a, b) ?? missingFrom(b, a);
}

/**
 * Returns where two values hold the items of a list in another order, by their names, as a JSON pointer. KubeFleet copies lists as they are,
 * and the order of init containers and of variables has a meaning.
 */
export function reorderedIn(a: unknown, b: unknown, pointer = ''): string | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    const items: readonly unknown[] = a;
    for (const [index, item] of b.entries()) {
      if (nameOf(items[index]) !== nameOf(item)) return pointer;
      const found = reorderedIn(items[index], item, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(a) || !isObject(b)) return undefined;
  for (const key of Object.keys(b)) {
    const found = Object.hasOwn(a, key) ? reorderedIn(a[key], b[key], childPointer(pointer, key)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameOf(item: unknown): unknown {
  return isObject(item) ? item['name'] : undefined;
}

/**
 * Values that a dump hides (`redacted:<hash>`) can be compared inside one dump. A hidden value cannot be compared with a visible one; the
 * rest of a text with hidden values can.
 */
function isSameButHidden(live: unknown, wanted: unknown): boolean {
  if (typeof live !== 'string' || typeof wanted !== 'string') return isHidden(live) !== isHidden(wanted);
  const [liveParts, wantedParts] = [live.split(MARK), wanted.split(MARK)];
  if (liveParts.length === 1) return wantedParts.length > 1 && hasParts(live, wantedParts);
  return wantedParts.length === 1 && hasParts(wanted, liveParts);
}

const MARK = /redacted:[0-9a-f]{24}/;

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && MARK.test(value);
}

/** Whether a value of `live` that `wanted` sets is hidden, so that `missingFrom` cannot compare it. */
export function hidesValue(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(live) && Array.isArray(wanted)) {
    const items: readonly unknown[] = live;
    return wanted.some((item, index) => hidesValue(items[index], item));
  }
  if (isObject(live) && isObject(wanted))
    return Object.keys(wanted).some((key) => Object.hasOwn(live, key) && hidesValue(live[key], wanted[key]));
  return isHidden(live) && !isHidden(wanted);
}

/** Whether the text has these parts in this order, with anything between them. */
function hasParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isAbsent);
}

/**
 * Empty selectors and rules that get no default: they select everything, or allow every peer. API servers drop an empty `nodeSelector` of a
 * Pod, and an empty `selector` of a Service.
 */
const MEANT_EMPTY = /\/[a-z]\w*Selector$|\/(?:ingress|egress)\/\d+$/;

function isMeantEmpty(wanted: unknown, pointer: string): boolean {
  return isObject(wanted) && MEANT_EMPTY.test(pointer) && !pointer.endsWith('/nodeSelector') && isAbsent(wanted);
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
  const name = nameOf(wanted);
  return name === undefined ? undefined : items.find((item) => nameOf(item) === name);
}
