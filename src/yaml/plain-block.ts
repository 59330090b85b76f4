import type { YamlNode } from './node.ts';
import { readFlow } from './plain-flow.ts';
import { readKey, readLiteral, readQuoted, readText } from './plain-scalar.ts';
import { AND, BAR, DOUBLE, KEY, OPEN_LIST, OPEN_MAP, SINGLE } from './plain-signs.ts';
import { isTaken, type PlainSource, UNKNOWN } from './plain-source.ts';

/**
 * Reads a mapping by indentation, from its first key to the next line with content after it.
 * @param start offset of its first key @param first that key, if it is read already
 */
export function readMapping(source: PlainSource, column: number, depth: number, start = source.at, first = readKey(source)): unknown {
  if (depth > source.maxDepth) return UNKNOWN;
  const mapping = source.openMapping();
  let keyStart = start;
  for (let key = first; ; key = readKey(source)) {
    if (key === undefined || isTaken(mapping, key)) return UNKNOWN;
    const keyEnd = source.end;
    const item = valueOfKey(source, column, depth);
    if (item === UNKNOWN) return UNKNOWN;
    source.put(mapping, key, keyStart, keyEnd, item);
    if (source.column !== column) return source.column > column ? UNKNOWN : source.closedMapping(mapping, start);
    keyStart = source.at;
  }
}

function valueOfKey(source: PlainSource, column: number, depth: number): unknown {
  const code = source.skipSpaces();
  if (code === AND) return anchored(source, column, depth);
  if (code === BAR) return readLiteral(source, column);
  if (!source.endsLine()) return scalarOrFlow(source, code, depth);
  source.nextLine();
  if (source.column > column || (source.column === column && source.isItem())) return readBlock(source, depth);
  // The value is empty; its place is after the colon.
  return source.scalar(null, source.end + 1, source.end + 1, 'plain');
}

/** Aliases are not read here, so an anchor has no effect on the value. */
function anchored(source: PlainSource, column: number, depth: number): unknown {
  const start = source.at + 1;
  let end = start;
  while (KEY[source.text.charCodeAt(end)] === 1) end += 1;
  source.at = end;
  if (end === start || !source.isBlank(end)) return UNKNOWN;
  source.skipSpaces();
  if (!source.endsLine()) return UNKNOWN;
  source.nextLine();
  const value = source.column > column ? readBlock(source, depth) : UNKNOWN;
  return source.isPlaced && value !== UNKNOWN ? { ...(value as YamlNode), anchored: true } : value;
}

function readBlock(source: PlainSource, depth: number): unknown {
  return source.isItem() ? readList(source, source.column, depth + 1) : readMapping(source, source.column, depth + 1);
}

function readList(source: PlainSource, column: number, depth: number): unknown {
  if (depth > source.maxDepth) return UNKNOWN;
  const list = source.openList();
  const start = source.at;
  while (source.column === column && source.isItem()) {
    source.at += 1;
    const item = readItem(source, column, depth);
    if (item === UNKNOWN) return UNKNOWN;
    source.append(list, item);
  }
  return source.column > column ? UNKNOWN : source.closedList(list, start);
}

function readItem(source: PlainSource, column: number, depth: number): unknown {
  const code = source.skipSpaces();
  if (code === BAR) return readLiteral(source, column);
  const start = source.at;
  const key = readKey(source);
  return key === undefined ? scalarOrFlow(source, code, depth) : readMapping(source, start - source.lineStart, depth + 1, start, key);
}

function scalarOrFlow(source: PlainSource, code: number, depth: number): unknown {
  if (code !== DOUBLE && code !== SINGLE && code !== OPEN_LIST && code !== OPEN_MAP) return readText(source, code);
  const value = code === DOUBLE || code === SINGLE ? readQuoted(source, code) : readFlow(source, code, depth + 1);
  if (value === UNKNOWN) return UNKNOWN;
  source.skipSpaces();
  if (!source.endsLine()) return UNKNOWN;
  source.nextLine();
  return value;
}
