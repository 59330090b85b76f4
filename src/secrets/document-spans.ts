import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../fleet/json/json.ts';
import type { YamlDocument } from '../yaml/documents.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { Span } from './credential-text.ts';

/**
 * The places in a text of the values that `redact` changes in a document. If one of them is the alias of a value elsewhere, or a key is
 * written twice, it is the whole document.
 * @returns ranges of the text that the document is in
 */
export function documentSpans(document: YamlDocument & { readonly kind: 'read' }, redact: (value: unknown) => unknown): readonly Span[] {
  const { value, start } = document;
  if (typeof value !== 'object') return [];
  // The value has only the last of two equal keys.
  if (document.duplicates.length > 0) return mayBeSecret(document) ? rangeOf(document) : [];
  const changed = [...changedPlaces(document.root, value, redact(value))];
  return changed.flatMap((place) => (place === undefined ? rangeOf(document) : [{ start: start + place.start, end: start + place.end }]));
}

/** Whether a document that cannot be judged by its value may hold a credential. One that a limit leaves out has no text. */
export function mayBeSecret({ text }: Pick<YamlDocument, 'text'>): boolean {
  return text === '' || MAY_BE_SECRET.test(text);
}

const MAY_BE_SECRET = /secret|passw|token|credential|private|data:|api-?key/i;

/** The range of a document. One that a limit leaves out has no text, and extends to the end. */
export function rangeOf({ start, text }: Pick<YamlDocument, 'start' | 'text'>): readonly Span[] {
  return [{ start, end: text === '' ? Infinity : start + text.length }];
}

/** The values that differ; `undefined` for one whose place is not known. */
function* changedPlaces(node: YamlNode | undefined, before: unknown, after: unknown): Generator<Span | undefined> {
  if (before === after) return;
  if (node === undefined || node.style === 'alias') {
    if (!isDeepStrictEqual(before, after)) yield undefined;
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries()) yield* changedPlaces(node.items?.[index], item, after[index]);
  } else if (isObject(before) && isObject(after)) {
    for (const [key, inner] of Object.entries(before)) {
      const entry = node.entries?.get(key);
      if (Object.hasOwn(after, key)) yield* changedPlaces(entry?.node, inner, after[key]);
      else yield entry && { start: entry.keyStart, end: entry.node.end };
    }
  } else yield node;
}
