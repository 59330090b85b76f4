/** Whether a text with unexpanded variables can become another text. If no variable is recognized in it, it can become any text. */
export function couldBecome(open: string, text: string): boolean {
  const parts = open.split(PLACEHOLDER);
  return parts.length === 1 || hasLiteralParts(text, parts);
}

/**
 * Whether a text has these parts in this order, with any characters between two neighbours, as `a*b*c` does. A single part must equal the
 * whole text. Each part is searched for once, after the one before it, so many parts take no more time than one.
 */
export function hasLiteralParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  if (parts.length < 2) return text === first;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

// linear: no part continues past the start of the next candidate.
const PLACEHOLDER = /\$\{[^}$]*\}|\$\([^)$]*\)|\$\w+|\{\{(?:(?!\{\{).)*?\}\}|<[^<>]*>/;
