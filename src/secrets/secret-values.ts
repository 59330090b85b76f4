import { childPointer } from '../fleet/json/json-pointer.ts';
import { REDACTED, redacted } from './redacted.ts';

/**
 * The values that `redacted` would hide in a value: as text without spaces around it, also as in JSON and in a JSON pointer, and in base64.
 */
export function secretValues(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  redacted(value, (latin1) => {
    const bytes = Buffer.from(latin1, 'latin1');
    const text = bytes.toString('utf8').trim();
    if (text.startsWith(REDACTED)) return latin1;
    for (const form of [text, JSON.stringify(text).slice(1, -1), childPointer('', text).slice(1), bytes.toString('base64')])
      found.add(form);
    return latin1;
  });
  return found;
}
