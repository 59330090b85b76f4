import { field, isObject } from '../../../fleet/json/json.ts';

/** A value, or a part of a text, that a dump of fleet-gate hides. Equal values have equal marks in one dump. */
const MARK = /redacted:[0-9a-f]{24}/;

/**
 * The manifest's value with the hidden values of the hub's object where they may stand for its own: a hidden value cannot be compared with
 * a visible one, but the rest of its text can. The same object if nothing is hidden.
 * @param live from files: only a dump hides values
 */
export function withHidden(wanted: unknown, live: unknown): unknown {
  if (typeof live === 'string' && MARK.test(live)) return live !== wanted && mayHide(live, wanted) ? live : wanted;
  if (Array.isArray(wanted)) {
    const items: readonly unknown[] = Array.isArray(live) ? live : [];
    const hidden = wanted.map((item: unknown, index) => withHidden(item, namedLike(item, items) ?? items[index]));
    return hidden.every((item, index) => item === wanted[index]) ? wanted : hidden;
  }
  if (!isObject(wanted) || !isObject(live)) return wanted;
  const hidden = Object.entries(wanted).map(([key, value]) => [key, withHidden(value, field(live, key))] as const);
  return hidden.every(([key, value]) => value === wanted[key]) ? wanted : Object.fromEntries(hidden);
}

/** The API server may keep named items in another order. */
function namedLike(item: unknown, items: readonly unknown[]): unknown {
  const name = field(item, 'name');
  return name === undefined ? undefined : items.find((other) => field(other, 'name') === name);
}

/** Whether the text equals the hidden one if each mark stands for any text. A number or a boolean may be hidden as a whole. */
function mayHide(live: string, wanted: unknown): boolean {
  if (typeof wanted === 'number' || typeof wanted === 'boolean') return true;
  return typeof wanted === 'string' && hasParts(wanted, live.split(MARK));
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
