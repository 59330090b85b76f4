import { parseJson } from '../fleet/json/json.ts';
import { firstContentOffset, nonBlankOffset } from './first-content-offset.ts';
import { mayHideBreak } from './hidden-break.ts';

/** One document's text and its offset in the file. */
export interface Chunk {
  readonly start: number;
  readonly text: string;
  /** The format in which kubectl reads it. `refused`: kubectl stops there with an error and reads nothing after it. */
  readonly as: 'json' | 'yaml' | 'refused';
  /** Why and where kubectl refuses it; the offset is one in `text`. */
  readonly refusal?: { readonly reason: string; readonly offset: number };
}

/** Only a line feed ends a line here, although other characters do so within a document. */
// linear: it stays within a line.
const MARK_LINE = /(?:^|(?<=\n))---([^\n]*)/g;
/** The rest of a line with `---` that starts a document: YAML wants a space before a comment. */
const BEHIND_START = /^[ \t]*(?:[ \t]#.*)?\r?$/;
/** Another tool replaces it. */
const TEMPLATE = /^(?:\{[{%]|<%)/;
/** The blanks of Go's `strings.TrimSpace`. */
const LEADING_BLANKS = /^[\s\u0085]*/;
/** A text with this many JSON values in sequence is certainly JSON. */
const SURELY_JSON = 2;

/**
 * Splits a file into documents as apimachinery's YAMLOrJSONDecoder does. It reads text that starts with `{` as JSON values in sequence. At
 * the first text that is not JSON it continues with YAML, but after two values it stops with an error. In YAML a line with `---` and at
 * most a comment ends a document, so a broken document never affects the others. With other text on that line, kubectl refuses the file. If
 * nothing is before such a line, it belongs to the document. Chunks that have only blanks and comments are left out, and so is a byte order
 * mark at the start of a document. Source: k8s.io/apimachinery v0.34 `pkg/util/yaml/decoder.go`; decision 20 says what earlier versions do.
 */
export function* splitDocuments(text: string): Generator<Chunk> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  let values = 0;
  for (let end = start === 0 ? endOfValue(text, 0) : undefined; end !== undefined; end = endOfValue(text, start)) {
    yield { start, text: text.slice(start, end), as: 'json' };
    values += 1;
    start = end;
  }
  if (values >= SURELY_JSON) {
    const offset = nonBlankOffset(text, start);
    const refusal = { reason: 'after JSON values, kubectl stops at text that is not JSON', offset: offset - start };
    if (offset < text.length) yield { start, text: text.slice(start), as: 'refused', refusal };
    return;
  }
  yield* yamlChunks(text.slice(start), start);
}

/** The end of the next JSON object; `undefined` if there is none. */
function endOfValue(text: string, from: number): number | undefined {
  const opening = nonBlankOffset(text, from);
  if (text[opening] !== '{') return undefined;
  const end = endOfBrackets(text, opening);
  return isJson(text.slice(opening, end)) ? end : undefined;
}

function* yamlChunks(text: string, origin: number): Generator<Chunk> {
  let start = 0;
  let isStarted = false;
  for (const { 0: line, 1: rest = '', index } of text.includes('---') ? text.matchAll(MARK_LINE) : []) {
    const end = index + line.length;
    const behind = rest.replace(LEADING_BLANKS, '');
    if (TEMPLATE.test(behind)) continue;
    if (behind !== '' && !behind.startsWith('#')) {
      const refusal = { reason: 'kubectl accepts only a comment behind `---`, and stops here', offset: index - start };
      yield { start: origin + start, text: text.slice(start), as: 'refused', refusal };
      return;
    }
    if (index > start || isStarted) {
      const chunk = text.slice(start, index);
      if (holdsContent(chunk)) yield { start: origin + start, text: chunk, as: 'yaml' };
    } else {
      isStarted = true;
      // After a hidden break, the rest of the line may not be a comment.
      if (!BEHIND_START.test(rest) || mayHideBreak(rest) || text.startsWith('\n\uFEFF', end)) continue;
      start = end + 1;
      continue;
    }
    start = end + 1;
    isStarted = false;
    if (text.startsWith('\uFEFF', start)) start += 1;
  }
  const last = text.slice(start);
  if (holdsContent(last)) yield { start: origin + start, text: last, as: 'yaml' };
}

function holdsContent(text: string): boolean {
  return firstContentOffset(text) >= 0 || mayHideBreak(text);
}

/**
 * The end of the brackets with which a document begins, if more than comments follows them. kubectl reads the first value of a document and
 * silently drops the rest.
 */
export function endOfFirstValue(text: string): number | undefined {
  const opening = firstContentOffset(text);
  if (text[opening] !== '{' && text[opening] !== '[') return undefined;
  const end = endOfBrackets(text, opening);
  return firstContentOffset(text.slice(end)) >= 0 ? end : undefined;
}

/** The offset after the bracket that closes the one at `opening`; the length of the text if none does. */
function endOfBrackets(text: string, opening: number): number {
  const token = /["{}[\]]/g;
  token.lastIndex = opening;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      token.lastIndex = endOfString(text, match.index);
      continue;
    }
    depth += match[0] === '{' || match[0] === '[' ? 1 : -1;
    if (depth === 0) return match.index + 1;
  }
  return text.length;
}

function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Whether a text is one JSON value. */
function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
