import { pointerKeys } from '../fleet/json/json-pointer.ts';

/** A value of a document with its place in the text. Offsets count in UTF-16 code units from the start of the document's text. */
export interface YamlNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** How the text writes it: a number in quotes is a string to the hub, and a block scalar is free text. */
  readonly style: 'plain' | 'quoted' | 'block' | 'collection' | 'alias';
  /** It has an anchor, so that an alias elsewhere may stand for it. */
  readonly anchored?: true;
  /** Of mappings, by key; the last one where a key stands twice. */
  readonly entries?: ReadonlyMap<string, YamlEntry>;
  /** Of sequences. */
  readonly items?: readonly YamlNode[];
  /** How many values it holds, aliases expanded. */
  readonly size: number;
}

export interface YamlEntry {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: YamlNode;
}

/** A key that stands twice in one mapping; kubectl keeps the last value. */
export interface DuplicateKey {
  readonly pointer: string;
  readonly key: string;
  readonly first: Pick<YamlEntry, 'keyStart' | 'keyEnd'>;
  readonly second: Pick<YamlEntry, 'keyStart' | 'keyEnd'>;
}

/** The node a JSON pointer leads to, and its entry where it is a mapping's; the nearest ancestor in the text where it leads further. */
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
