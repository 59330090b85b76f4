import { firstContentOffset } from '../../yaml/first-content-offset.ts';

/**
 * Whether a text is meant as a manifest, even if it cannot be parsed: its outermost mapping has `apiVersion` and `kind`, or has one of them
 * with `metadata`, and the third is only indented.
 */
export function looksLikeManifest(written: string): boolean {
  // kubectl ends a line there, as at U+2028 and U+2029, at which JavaScript ends one too.
  const lines = written.replaceAll('\u0085', '\n');
  const first = firstContentOffset(lines);
  const text = lines.startsWith('---', first) ? lines.slice(first).replace(/^.*/, '') : lines;
  const at = firstContentOffset(text);
  if (at < 0) return false;
  // bounded: the text has 200 characters.
  const indent = /[^\S\n\r\u2028\u2029]*$/.exec(text.slice(Math.max(0, at - MAX_INDENT), at))?.[0] ?? '';
  const line = /.*/y.exec(text.slice(at))?.[0] ?? '';
  if (line.startsWith('{')) {
    const keys = outerJsonKeys(text);
    return keys.has('apiVersion') && keys.has('kind');
  }
  // bounded: the indentation has 200 blanks at most, and a key is searched once in each line.
  const hasKey = (key: string): boolean => new RegExp(`^${indent}["']?${key}["']?[^\\S\\n]*:`, 'm').test(text);
  if (!/^["']?[A-Za-z][\w./-]*["']?\s*:/.test(line)) return false;
  return (hasKey('apiVersion') && hasKey('kind')) || hasIndentedKey(text, indent.length);
}

/**
 * Whether a text that cannot be parsed and does not begin as a manifest is probably one: its outermost lines have a type, which may be in
 * another case or lack its colon, and metadata. The text may begin with a code fence, or with a comment of another language.
 */
export function hasLinesOfObject(text: string): boolean {
  if (!NAME.test(text)) return false;
  const keys = new Set([...outerJsonKeys(text)].map((key) => key.toLowerCase()));
  if (keys.has('metadata') && (keys.has('apiversion') || keys.has('kind'))) return true;
  return METADATA.test(text) && (VERSION.test(text) || KIND.test(text));
}

// linear: each matches within one line, from its start.
const METADATA = /^["']?metadata["']?[^\S\n]{0,9}:[^\S\n]*(?:\{|$)/im;
const VERSION = /^["']?apiVersion["']?[^\S\n]{0,9}[:：=;]?[^\S\n]{0,9}["']?(?:[a-z][\w.-]{0,250}\/)?v\d/im;
const KIND = /^["']?[Kk][Ii][Nn][Dd]["']?[^\S\n]{0,9}[:：=;]?[^\S\n]{0,9}["']?[A-Z][a-z]/m;
const NAME = /\bname(?:space)?["']?[^\S\n]{0,9}:/;

/** @param outermost the indentation of the first line */
function hasIndentedKey(text: string, outermost: number): boolean {
  const found = new Set<string>();
  const outer = new Set<string>();
  for (const line of text.split('\n')) {
    const written = line.trimStart();
    const indent = line.length - written.length;
    const key = written.split(':', 1)[0]?.trim().replaceAll('"', '').replaceAll("'", '') ?? '';
    if (!KEYS.has(key) || indent > outermost + MOST_MISTAKEN) continue;
    found.add(key);
    if (indent === 0 || indent === outermost) outer.add(key);
  }
  return found.size === KEYS.size && outer.size >= KEYS.size - 1;
}

const KEYS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A key further to the right belongs to another mapping. */
const MOST_MISTAKEN = 4;

/** The keys of the outermost object of a text that starts like JSON but may not be JSON. */
function outerJsonKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  let depth = 0;
  let last: string | undefined;
  // A string without an end is taken up to the end of the line. Searching for its end again from each quote would take quadratic time.
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\]:]|[^\s"{}[\]:]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1 && last !== undefined) keys.add(last);
    last = token.length > 1 && token.endsWith('"') ? token.slice(1, -1) : undefined;
  }
  return keys;
}

/** No manifest is indented more as a whole. */
const MAX_INDENT = 200;
