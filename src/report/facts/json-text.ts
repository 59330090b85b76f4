import { COMMAND_BRACKET } from './visible.ts';

/** Pretty JSON that any reader takes for the same value, with nothing hidden in it and nothing a runner would take for a command. */
export function jsonText(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`;
}

/** Values so deep are written at once: an entry of a list of a target of a gate. */
const DEEPEST = 5;
/** Characters of a piece at least, but for the last one. */
const PIECE = 1 << 18;

/** The same text in pieces: all of it may be more than there is memory for, or than one string can hold. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const text of textsOf(value, 0)) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n`;
}

function* textsOf(value: unknown, depth: number): Generator<string> {
  const indent = `\n${'  '.repeat(depth)}`;
  if (depth === DEEPEST || typeof value !== 'object' || value === null) {
    yield harmless(JSON.stringify(value ?? null, null, 2)).replaceAll('\n', indent);
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, inner]) => isList || inner !== undefined);
  yield isList ? '[' : '{';
  for (const [index, [name, inner]] of entries.entries()) {
    yield `${index === 0 ? '' : ','}${indent}  ${isList ? '' : `${harmless(JSON.stringify(name))}: `}`;
    yield* textsOf(inner, depth + 1);
  }
  yield `${entries.length === 0 ? '' : indent}${isList ? ']' : '}'}`;
}

function harmless(json: string): string {
  return (
    json
      .replace(COMMAND_BRACKET, String.raw`#\u0023`)
      // linear: it takes one sign at a time.
      .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, escaped)
  );
}

/** `\uXXXX`, twice for a character outside the basic plane. */
function escaped(char: string): string {
  return char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
