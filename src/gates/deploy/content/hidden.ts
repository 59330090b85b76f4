import { field, isObject } from '../../../fleet/json/json.ts';
import { isSentence } from '../../../secrets/redacted.ts';

/** A value, or a part of a text, that a dump of fleet-gate hides. Equal values have equal marks in one dump. */
const MARK = /redacted:[0-9a-f]{24}/;
/** The same in a sentence, where stars replace a value that the dump hides elsewhere. */
const MARK_OR_STARS = /redacted:[0-9a-f]{24}|\*\*\*/;

/**
 * Returns the manifest's value, in which each value that the dump hides is replaced by the dump's mark, so that the two can be compared. A
 * value is not replaced if the visible part of the dump's text already differs. Returns the same object if nothing is hidden.
 * @param live the object in the dump
 * @param name the field of the value
 */
export function withHidden(wanted: unknown, live: unknown, name = ''): unknown {
  const mark = isSentence(name, live) ? MARK_OR_STARS : MARK;
  if (typeof live === 'string' && mark.test(live)) return live !== wanted && mayHide(live, wanted, mark) ? live : wanted;
  if (Array.isArray(wanted)) {
    const items: readonly unknown[] = Array.isArray(live) ? live : [];
    const hidden = wanted.map((item: unknown, index) => withHidden(item, namedLike(item, items) ?? items[index]));
    return hidden.every((item, index) => item === wanted[index]) ? wanted : hidden;
  }
  if (!isObject(wanted) || !isObject(live)) return wanted;
  const hidden = Object.entries(wanted).map(([key, value]) => [key, withHidden(value, field(live, key), key)] as const);
  return hidden.every(([key, value]) => value === wanted[key]) ? wanted : Object.fromEntries(hidden);
}

/** The API server may keep named items in another order. */
function namedLike(item: unknown, items: readonly unknown[]): unknown {
  const name = field(item, 'name');
  return name === undefined ? undefined : items.find((other) => field(other, 'name') === name);
}

/** Whether the dump's text can be this value: outside of the marks both have the same text. A mark can also hide a number or a boolean. */
function mayHide(live: string, wanted: unknown, mark: RegExp): boolean {
  if (typeof wanted === 'number' || typeof wanted === 'boolean') return true;
  return typeof wanted === 'string' && hasParts(wanted, live.split(mark));
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
