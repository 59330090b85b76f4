import { firstInk } from './first-ink.ts';
import { mayHideBreak } from './hidden-break.ts';
import { isJson } from './is-json.ts';

/** One document's text and where it starts in the file. */
export interface Chunk {
  readonly start: number;
  readonly text: string;
}

/** Only a line feed ends a line here, whatever else does inside a document. */
// linear: it stays within a line.
const SEPARATOR = /(?:^|(?<=\n))---[^\S\n]*(?:#[^\n]*)?(?=\n|$)/g;

/**
 * Splits a file into documents as apimachinery's YAMLOrJSONDecoder does. A line with `---` and at most a comment ends one, and so does the
 * end of a JSON value. A broken document therefore never takes the others with it. Chunks of blanks and comments are left out, and so is a
 * byte order mark where a document starts.
 * Source: k8s.io/apimachinery `pkg/util/yaml/decoder.go`.
 */
export function* splitDocuments(text: string): Generator<Chunk> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (const match of text.matchAll(SEPARATOR)) {
    yield* chunks(text.slice(start, match.index), start);
    start = match.index + match[0].length;
    if (text.startsWith('\n\uFEFF', start)) start += 2;
  }
  yield* chunks(text.slice(start), start);
}

function* chunks(text: string, start: number): Generator<Chunk> {
  if (firstInk(text) < 0 && !mayHideBreak(text)) return;
  let from = 0;
  for (;;) {
    const opening = nextInk(text, from);
    const end = text[opening] === '{' ? endOfJson(text, opening) : text.length;
    // What is no JSON may hold brackets and quotes that mean something else.
    const another = text[nextInk(text, end)] === '{' && isJson(text.slice(opening, end));
    yield { start: start + from, text: text.slice(from, another ? end : text.length) };
    if (!another) return;
    from = end;
  }
}

function nextInk(text: string, from: number): number {
  const ink = /\S/g;
  ink.lastIndex = from;
  return ink.exec(text)?.index ?? text.length;
}

/** The offset behind the bracket that closes the one at `opening`; the length of the text where none does. */
function endOfJson(text: string, opening: number): number {
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
