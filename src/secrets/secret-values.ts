import { childPointer } from '../fleet/json/json-pointer.ts';
import { credentialSpans } from './credential-text.ts';
import { REDACTED } from './hidden.ts';
import { redacted } from './redacted.ts';

/**
 * The values that `redacted` would hide in a value, and the credentials within them, such as the password in a file of settings: as text
 * without spaces around it, also as in JSON and in a JSON pointer, and in base64.
 */
export function secretValues(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  redacted(value, (latin1) => {
    const bytes = Buffer.from(latin1, 'latin1');
    const text = bytes.toString('utf8').trim();
    if (text.startsWith(REDACTED)) return latin1;
    found.add(bytes.toString('base64'));
    const inner = credentialSpans(text).map(({ start, end }) => text.slice(start, end).trim());
    // In an address the password is behind the name of the user.
    for (const secret of [text, ...inner, ...inner.map((each) => each.slice(each.indexOf(':') + 1))])
      for (const form of formsOf(secret)) found.add(form);
    return latin1;
  });
  return found;
}

function formsOf(text: string): readonly string[] {
  return [text, JSON.stringify(text).slice(1, -1), childPointer('', text).slice(1), Buffer.from(text).toString('base64')];
}
