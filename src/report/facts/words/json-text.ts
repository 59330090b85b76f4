import { COMMAND_BRACKET } from './visible.ts';

/** Indented JSON of a value, without hidden characters and without anything that a runner reads as a command. */
export function jsonText(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`;
}

/** Values so deep are written at once: an entry of a list of a target of a gate. */
const DEEPEST = 5;
/** Characters of a piece at least, but for the last one. */
const PIECE = 1 << 16;

/** A list of what is made of each item when it is written: of a long list there is one at a time. */
export class LateList<Item> {
  readonly #items: readonly Item[];
  readonly #made: (item: Item) => unknown;

  constructor(items: readonly Item[], made: (item: Item) => unknown) {
    this.#items = items;
    this.#made = made;
  }

  *[Symbol.iterator](): Generator {
    for (const item of this.#items) yield this.#made(item);
  }

  /** For whoever wants all of it. */
  toJSON(): readonly unknown[] {
    return [...this];
  }
}

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
  const isList = Array.isArray(value) || value instanceof LateList;
  yield isList ? '[' : '{';
  let isFirst = true;
  for (const [name, inner] of isList ? listed(value) : Object.entries(value)) {
    if (!isList && inner === undefined) continue;
    yield `${isFirst ? '' : ','}${indent}  ${isList ? '' : `${harmless(JSON.stringify(name))}: `}`;
    yield* textsOf(inner, depth + 1);
    isFirst = false;
  }
  yield `${isFirst ? '' : indent}${isList ? ']' : '}'}`;
}

function* listed(items: Iterable<unknown>): Generator<readonly [name: string, item: unknown]> {
  for (const item of items) yield ['', item];
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
