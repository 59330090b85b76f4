import { COLON, DASH, DOUBLE, HASH, KEY, LF, PLAIN_START, SINGLE, SPACE, isResolved } from './plain-signs.ts';
import { type PlainSource, UNKNOWN } from './plain-source.ts';
import { resolvePlain } from './scalar.ts';

/** Some parsers do not accept longer keys. */
const LONGEST_KEY = 500;

/**
 * Reads a key, with or without quotes, and moves past its colon. If it is not certain that a key is here, returns `undefined` and does not
 * move.
 */
export function readKey(source: PlainSource): string | undefined {
  const { text } = source;
  const start = source.at;
  const quote = text.charCodeAt(start);
  let end = start;
  let key: string;
  if (quote === DOUBLE || quote === SINGLE) {
    end = text.indexOf(quote === DOUBLE ? '"' : "'", start + 1) + 1;
    key = text.slice(start + 1, end - 1);
    if (end === 0 || key === '' || key.includes('\n') || key.includes('\\')) return undefined;
  } else {
    while (KEY[text.charCodeAt(end)] === 1) end += 1;
    key = text.slice(start, end);
    if (key === '' || quote === DASH || (isResolved(quote, key.length) && resolvePlain(key) !== key)) return undefined;
  }
  if (key.length > LONGEST_KEY || text.charCodeAt(end) !== COLON || !source.isBlank(end + 1)) return undefined;
  source.at = end + 1;
  source.end = end;
  return key;
}

/**
 * Reads text without quotes, to the end of its line or a comment.
 * @param first the code of its first character
 */
export function readText(source: PlainSource, first: number): unknown {
  const { text } = source;
  const start = source.at;
  if (PLAIN_START[first] !== 1 || (first === DASH && source.isBlank(start + 1))) return UNKNOWN;
  let end = start;
  let contentEnd = start;
  for (let code = first; end < text.length && code !== LF; code = text.charCodeAt((end += 1))) {
    if (code === SPACE) continue;
    if (code === COLON && source.isBlank(end + 1)) return UNKNOWN;
    if (code === HASH && text.charCodeAt(end - 1) === SPACE) break;
    contentEnd = end + 1;
  }
  source.at = end;
  source.endsLine();
  source.nextLine();
  return resolved(source, first, start, contentEnd);
}

/**
 * The value of the text between two offsets, without quotes.
 * @param first the code of its first character
 */
export function resolved(source: PlainSource, first: number, start: number, end: number): unknown {
  const written = source.text.slice(start, end);
  const value = isResolved(first, written.length) ? resolvePlain(written) : written;
  return typeof value === 'number' && !Number.isFinite(value) ? UNKNOWN : source.scalar(value, start, end, 'plain');
}

/**
 * Reads text in quotes that close on the same line.
 * @param quote the code of the quote
 */
export function readQuoted(source: PlainSource, quote: number): unknown {
  const { text } = source;
  const sign = quote === DOUBLE ? '"' : "'";
  const start = source.at;
  const end = text.indexOf(sign, start + 1);
  const value = text.slice(start + 1, end);
  if (end < 0 || value.includes('\n') || (quote === DOUBLE && value.includes('\\')) || text[end + 1] === sign) return UNKNOWN;
  source.at = end + 1;
  return source.scalar(value, start, end + 1, 'quoted');
}

/**
 * Reads a `|` block.
 * @param column column of the mapping or list that contains it
 */
export function readLiteral(source: PlainSource, column: number): unknown {
  const { text } = source;
  const header = source.at;
  const strips = text.charCodeAt(source.at + 1) === DASH;
  let at = header + (strips ? 2 : 1);
  if (text.charCodeAt(at) !== LF) return UNKNOWN;
  at += 1;
  const lines: string[] = [];
  let indent = 0;
  let lastContent = 0;
  let lastBlank = 0;
  for (let end = text.indexOf('\n', at); at < text.length; at = end + 1, end = text.indexOf('\n', at)) {
    if (end < 0) return UNKNOWN;
    let content = at;
    while (text.charCodeAt(content) === SPACE) content += 1;
    const blanks = content - at;
    if (content === end && blanks > indent) return UNKNOWN;
    if (content !== end && blanks <= column) break;
    if (content !== end && indent === 0) indent = blanks;
    if (content !== end && blanks < indent) return UNKNOWN;
    lines.push(content === end ? '' : text.slice(at + indent, end));
    if (content !== end) lastContent = end;
    else if (blanks > 0) lastBlank = end;
  }
  // Blanks after the last line belong to the block and move its end, so the full parser must read it.
  if (indent === 0 || lastBlank > lastContent) return UNKNOWN;
  while (lines.at(-1) === '') lines.pop();
  source.at = at;
  source.nextLine();
  return source.scalar(lines.join('\n') + (strips ? '' : '\n'), header, lastContent, 'block');
}
