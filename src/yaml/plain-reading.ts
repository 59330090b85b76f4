import type { JsonObject } from '../fleet/json/json.ts';
import type { YamlLimits } from './limits.ts';
import type { YamlNode } from './node.ts';
import { readMapping } from './plain-block.ts';
import { PlainSource, UNKNOWN } from './plain-source.ts';

/** The value of a document, and the number of its values. */
export interface PlainDocument {
  readonly value: JsonObject;
  readonly size: number;
  /** Offsets of the first key, and behind the last value. */
  readonly start: number;
  readonly end: number;
}

/**
 * The value of a document that uses only the plain part of YAML, as most manifests do. That is: mappings and lists by indentation, texts on
 * one line, `|` blocks, and brackets that close on their line. Every character is checked. `undefined` means "not known": the full parser
 * decides whether the rest is an error or only uncommon. A test compares both.
 */
export function readPlainly(text: string, limits: YamlLimits): PlainDocument | undefined {
  return isRare(text, limits) ? undefined : document(new PlainSource(text, limits, false));
}

/** The same, with all places. */
export function plainNodes(text: string, limits: YamlLimits): YamlNode | undefined {
  return isRare(text, limits) ? undefined : (document(new PlainSource(text, limits, true))?.value as YamlNode | undefined);
}

function isRare(text: string, { maxValues, maxScalar }: YamlLimits): boolean {
  return text.length > Math.min(maxValues, maxScalar) || RARE.test(text);
}

/** Tabs, line ends other than the line feed, blanks other than the space, and characters that some parsers treat as not printable. */
const RARE = /[^\n\x20-\x7E\u00A1-\u167F\u1681-\u1FFF\u2010-\u2027\u2030-\u205E\u2070-\u2FFF\u3001-\uD7FF]/;

function document(source: PlainSource): PlainDocument | undefined {
  source.nextLine();
  const start = source.at;
  const value = source.column === 0 ? readMapping(source, 0, 1) : UNKNOWN;
  return value === UNKNOWN || source.column >= 0 ? undefined : { value: value as JsonObject, size: source.size, start, end: source.end };
}
