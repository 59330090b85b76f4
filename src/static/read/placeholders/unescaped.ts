/**
 * A YAML or JSON text with escapes replaced by their characters, because `"Cluster\u0052esourcePlacement"` and `!!binary …` are valid
 * names. For texts that are searched and not parsed, so escapes outside quotes do no harm.
 */
export function unescaped(text: string): string {
  const plain = text.includes('\\') ? text.replaceAll(ESCAPE, charOf) : text;
  return plain.includes('binary') ? plain.replaceAll(BINARY, withDecoded) : plain;
}

/** A line that ends with a backslash continues after the blanks of the next one. */
// linear: each escape begins with a backslash, and blanks match in one way.
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n[ \t]*|([./-]))/g;
// linear: each run of signs matches in one way.
const BINARY = /!(?:!|<tag:yaml\.org,2002:)binary>?[\s"'|>+-]*([\w+/\s]{4,400})/g;

function charOf(_: string, two?: string, four?: string, eight?: string, itself?: string): string {
  const code = two ?? four ?? eight;
  if (code === undefined) return itself ?? '';
  const point = Number.parseInt(code, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

function withDecoded(whole: string, data: string): string {
  return `${Buffer.from(data, 'base64').toString('latin1')} ${whole}`;
}
