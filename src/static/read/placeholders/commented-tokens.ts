import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import type { DocumentPlaces } from '../../../yaml/document-places.ts';

/** Whether a text may hold such a token: a quick look before the slow one. */
export function mayHoldCommentedToken(text: string): boolean {
  return text.includes('#{') && TOKEN.test(text);
}

/**
 * A value with the tokens that YAML takes for comments, as texts. Pipelines replace `#{NAME}#` before the hub sees it (Azure Pipelines, Octopus
 * Deploy). If nothing but a blank stands before one, YAML reads a comment, and the value is null.
 * @param lines of the file, by which the places go
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

/** With nothing behind it if it does not end in `#`: a comment may begin like that. */
// linear: it stays within a line, and looks at it from each key or dash once.
const TOKEN = /[:-][^\S\n\r\u2028\u2029]+(#\{[^}$#{\n\r]*\}(?:#|(?=[^\S\n\r\u2028\u2029]*$)))/m;
