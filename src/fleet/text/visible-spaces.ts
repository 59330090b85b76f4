/**
 * Spaces of Unicode except the ordinary one, and characters without width, for a class of a regular expression. A line may end at U+2028, U+2029
 * and U+0085, so they are not included.
 */
export const SPACES = String.raw`\u00A0\u1680\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF`;

const EACH = new RegExp(`[${SPACES}]`, 'g');

/** The text with each such character written as its code, for sentences that quote a value. */
export function withVisibleSpaces(text: string): string {
  return text.replaceAll(EACH, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
