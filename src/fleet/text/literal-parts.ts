/** Whether a text with unexpanded variables may become another one; without a variable that is seen it may become any. */
export function couldBecome(open: string, text: string): boolean {
  const parts = open.split(PLACEHOLDER);
  return parts.length === 1 || hasLiteralParts(text, parts);
}

/**
 * Whether a text is these parts in this order, with any run of characters between two neighbours: what `a*b*c` asks for. One part is the
 * text itself. Each part is looked for once, behind the one before it, so that many parts cost no more than one.
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

// linear: no part runs on over the start of the next candidate.
const PLACEHOLDER = /\$\{[^}$]*\}|\$\([^)$]*\)|\$\w+|\{\{(?:(?!\{\{).)*?\}\}|<[^<>]*>/;
