import { isObject } from '../fleet/json/json.ts';
import { isBase64 } from '../fleet/text/is-base64.ts';
import { HIDDEN } from './credential-text.ts';

/** The prefix of the mark that replaces a value. The rest of the mark differs for different values. */
export const REDACTED = 'redacted:';

/** Returns the mark that replaces a value. The bytes of the value are given as Latin 1; base64 data of Secrets is decoded first. */
export type Hide = (value: string) => string;

/** The mark of a value of any type; a mark stays as it is. */
export function hidden(value: unknown, hide: Hide): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  if (isHidden(plain)) return plain.startsWith(REDACTED) ? plain : HIDDEN;
  return hide(Buffer.from(plain, 'utf8').toString('latin1'));
}

/** Whether a value is a mark, or the asterisks of a value that is already hidden. */
function isHidden(value: string): boolean {
  return value.startsWith(REDACTED) || /^\*+$/.test(value);
}

/** The data of a Secret; base64 is decoded first. A value that is no base64 was probably written as plain text. */
export function withoutData(values: unknown, hide: Hide, isEncoded: boolean): unknown {
  if (!isObject(values)) return values === undefined || values === null ? values : hidden(values, hide);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      // A field that is left out of the comparison.
      if (value === undefined) return [key, value];
      // A value that was written as a key, as in {password:x} without a space.
      const name = value === null || !/^[-.\w]+$/.test(key) ? hidden(key, hide) : key;
      if (typeof value !== 'string' || !isEncoded || isHidden(value) || !isBase64(value)) return [name, hidden(value, hide)];
      return [name, hide(Buffer.from(value, 'base64').toString('latin1'))];
    }),
  );
}
