import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import type { DocumentPlaces } from '../../../yaml/document-places.ts';

/** Whether a text may contain such a token: a fast check before the slow one. */
export function mayHoldCommentedToken(text: string): boolean {
  return text.includes('#{') && TOKEN.test(text);
}

/**
 * Returns a value with texts for the tokens that YAML parses as comments. Pipelines replace `#{NAME}#` before the hub reads it (Azure
 * Pipelines, Octopus Deploy). If only a blank comes before one, YAML parses a comment, and the value is null.
 * @param lines of the file, which the positions refer to
 */
export function withCommentedTokens<T>(value: T, pointer: string, lines: readonly string[], places: DocumentPlaces): T {
  const tokenAt = (at: string, part: 'key' | 'value'): string | null => {
    const line = lines[places.locate(at, part).line - 1] ?? '';
    return TOKEN.exec(line)?.[1] ?? null;
  };
  const filled = (found: unknown, at: string, part: 'key' | 'value'): unknown => {
    if (found === null) return tokenAt(at, part);
    if (Array.isArray(found)) return found.map((item, index) => filled(item, childPointer(at, index), 'value'));
    if (!isObject(found)) return found;
    return Object.fromEntries(Object.entries(found).map(([key, item]) => [key, filled(item, childPointer(at, key), 'key')]));
  };
  return filled(value, pointer, 'value') as T;
}

/** If it does not end with `#`, nothing may follow it, because a comment may begin like that. */
// linear: it matches within one line, and starts at each key or dash once.
const TOKEN = /[:-][^\S\n\r\u2028\u2029]+(#\{[^}$#{\n\r]*\}(?:#|(?=[^\S\n\r\u2028\u2029]*$)))/m;
