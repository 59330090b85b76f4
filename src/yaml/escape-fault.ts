/** What is wrong with an escape sequence, and its place. */
export interface EscapeFault {
  readonly offset: number;
  readonly reason: string;
}

const ESCAPE = /\\(?:(\/)|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[^])/g;

/**
 * The first escape sequence of a double-quoted scalar that kubectl's decoder refuses. These are `\/` and code points that are not
 * characters, such as the halves of a surrogate pair. JSON allows all of them; YAML 1.1 does not. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_flow_scalar.
 * @param start offset after the opening quote
 * @param end offset of the closing quote
 */
export function escapeFault(text: string, start: number, end: number): EscapeFault | undefined {
  for (const { 0: escape, 1: slash, 2: short, 3: long, index } of text.slice(start, end).matchAll(ESCAPE)) {
    const code = Number.parseInt(short ?? long ?? '0', 16);
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (slash === undefined && isCharacter) continue;
    return { offset: start + index, reason: `kubectl knows no escape \`${escape}\` outside of JSON files` };
  }
  return undefined;
}
