import { isSentence } from '../../../secrets/redacted.ts';
import { withValuesOf } from './with-values-of.ts';

/** A value, or a part of a text, that a dump of fleet-gate hides. Equal values have equal marks in one dump. */
const MARK = /redacted:[0-9a-f]{24}/;
/** The same in a sentence, where stars replace a value that the dump hides elsewhere. */
const MARK_OR_STARS = /redacted:[0-9a-f]{24}|\*\*\*/;

/**
 * Returns the manifest's value, in which each value that the dump hides is replaced by the dump's mark, so that the two can be compared. A
 * value is not replaced if the visible part of the dump's text already differs. Returns the same object if nothing is hidden.
 * @param live the object in the dump
 */
export function withHidden(wanted: unknown, live: unknown): unknown {
  return withValuesOf(wanted, live, (value, there, name) => {
    const mark = isSentence(name, there) ? MARK_OR_STARS : MARK;
    if (typeof there !== 'string' || !mark.test(there)) return undefined;
    return there !== value && mayHide(there, value, mark) ? there : value;
  });
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
