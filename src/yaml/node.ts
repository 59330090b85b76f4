import { pointerKeys } from '../fleet/json/json-pointer.ts';

/** A value of a document with its place in the text. Offsets are UTF-16 code units from the start of the document's text. */
export interface YamlNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** How the text writes it. A quoted number is a string for the hub, and a block scalar is free text. */
  readonly style: 'plain' | 'quoted' | 'block' | 'collection' | 'alias';
  /** The value has an anchor, so an alias elsewhere may refer to it. */
  readonly anchored?: true;
  /** Set for mappings, by key. If a key is written twice, the last one. */
  readonly entries?: ReadonlyMap<string, YamlEntry>;
  /** Set for sequences. */
  readonly items?: readonly YamlNode[];
  /** The number of values, with aliases expanded; a long text is one more for each 64 characters. */
  readonly size: number;
}

/**
 * The size of a text or another scalar. An alias repeats the characters of a text as well, and a file of a few megabytes could become
 * terabytes. With 64, a text of 32 MiB without aliases stays within the limit of values.
 */
export function sizeOf(scalar: unknown): number {
  return typeof scalar === 'string' ? 1 + Math.floor(scalar.length / 64) : 1;
}

export interface YamlEntry {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: YamlNode;
}

/** A key that is written twice in one mapping; kubectl keeps the last value. */
export interface DuplicateKey {
  readonly pointer: string;
  readonly key: string;
  readonly first: YamlEntry;
  readonly second: Pick<YamlEntry, 'keyStart' | 'keyEnd'>;
}

/**
 * The node at a JSON pointer, with its entry if its parent is a mapping. If the pointer leads beyond the text, the nearest ancestor in the
 * text.
 */
export function nodeAt(root: YamlNode, pointer: string): { readonly node: YamlNode; readonly entry?: YamlEntry } {
  let node = root;
  let entry: YamlEntry | undefined;
  for (const key of pointerKeys(pointer)) {
    const next = node.entries?.get(key);
    const item = /^\d+$/.test(key) ? node.items?.[Number(key)] : undefined;
    if (next === undefined && item === undefined) break;
    entry = next;
    node = next?.node ?? item ?? node;
  }
  return entry === undefined ? { node } : { node, entry };
}
