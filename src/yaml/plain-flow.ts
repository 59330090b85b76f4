import { CLOSE_LIST, CLOSE_MAP, COMMA, DASH, DOUBLE, FLOW, FLOW_START, OPEN_LIST, OPEN_MAP, SINGLE } from './plain-signs.ts';
import { readKey, readQuoted, resolved } from './plain-scalar.ts';
import { isTaken, type PlainSource, UNKNOWN } from './plain-source.ts';

/**
 * Reads a list or a mapping in brackets that close on the same line, with everything in it.
 * @param code the code of its first character
 */
export function readFlow(source: PlainSource, code: number, depth: number): unknown {
  if (depth > source.maxDepth) return UNKNOWN;
  if (code === OPEN_LIST) return readFlowList(source, depth);
  if (code === OPEN_MAP) return readFlowMapping(source, depth);
  if (code === DOUBLE || code === SINGLE) return readQuoted(source, code);
  const { text } = source;
  const start = source.at;
  if (FLOW_START[code] !== 1 && !(code === DASH && FLOW_START[text.charCodeAt(start + 1)] === 1)) return UNKNOWN;
  let end = start;
  while (FLOW[text.charCodeAt(end)] === 1) end += 1;
  source.at = end;
  return resolved(source, code, start, end);
}

function readFlowList(source: PlainSource, depth: number): unknown {
  const list = source.openList();
  const start = source.at;
  source.at += 1;
  let code = source.skipSpaces();
  for (; code !== CLOSE_LIST; code = source.skipSpaces()) {
    const item = readFlow(source, code, depth + 1);
    if (item === UNKNOWN || !comesNext(source, CLOSE_LIST)) return UNKNOWN;
    source.append(list, item);
  }
  source.at += 1;
  source.end = source.at;
  return source.closedList(list, start);
}

function readFlowMapping(source: PlainSource, depth: number): unknown {
  const mapping = source.openMapping();
  const start = source.at;
  source.at += 1;
  for (let code = source.skipSpaces(); code !== CLOSE_MAP; code = source.skipSpaces()) {
    const keyStart = source.at;
    const key = readKey(source);
    if (key === undefined || isTaken(mapping, key)) return UNKNOWN;
    const keyEnd = source.end;
    const item = readFlow(source, source.skipSpaces(), depth + 1);
    if (item === UNKNOWN || !comesNext(source, CLOSE_MAP)) return UNKNOWN;
    source.put(mapping, key, keyStart, keyEnd, item);
  }
  source.at += 1;
  source.end = source.at;
  return source.closedMapping(mapping, start);
}

/** Whether the brackets close here, or continue after a comma. */
function comesNext(source: PlainSource, close: number): boolean {
  const code = source.skipSpaces();
  if (code === close) return true;
  if (code !== COMMA) return false;
  source.at += 1;
  return source.skipSpaces() !== close;
}
