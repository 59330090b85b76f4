import type { YamlLimits } from './limits.ts';
import { sizeOf, type YamlEntry, type YamlNode } from './node.ts';
import { PlainCursor } from './plain-cursor.ts';

/** The answer of the plain reader if it does not know the document. */
export const UNKNOWN = Symbol('unknown');

/** Deeper documents need the full parser. */
const DEEPEST = 60;

/** A mapping that is being read, with its nodes if they are needed. */
interface OpenMapping {
  readonly value: Record<string, unknown>;
  /** The number of values before its own. */
  readonly before: number;
  readonly entries: Map<string, YamlEntry> | undefined;
}

/** Whether a mapping has the key. Names of inherited properties are treated as taken. */
export function isTaken({ value }: OpenMapping, key: string): boolean {
  return value[key] !== undefined;
}

interface OpenList {
  readonly value: unknown[];
  readonly before: number;
  readonly items: YamlNode[] | undefined;
}

/** A plain document that is being read: the current place, and the values so far (as nodes, if their places are needed). */
export class PlainSource extends PlainCursor {
  readonly maxDepth: number;
  readonly isPlaced: boolean;
  /** The size of the values so far. */
  size = 0;

  constructor(text: string, { maxDepth }: YamlLimits, isPlaced: boolean) {
    super(text);
    this.maxDepth = Math.min(maxDepth, DEEPEST);
    this.isPlaced = isPlaced;
  }

  scalar(value: unknown, start: number, end: number, style: YamlNode['style']): unknown {
    const size = sizeOf(value);
    this.size += size;
    this.end = end;
    return this.isPlaced ? { value, start, end, style, size } : value;
  }

  openMapping(): OpenMapping {
    this.size += 1;
    return { value: {}, before: this.size, entries: this.isPlaced ? new Map() : undefined };
  }

  put({ value, entries }: OpenMapping, key: string, keyStart: number, keyEnd: number, item: unknown): void {
    this.size += sizeOf(key) - 1;
    if (entries === undefined) {
      value[key] = item;
      return;
    }
    const node = item as YamlNode;
    value[key] = node.value;
    entries.set(key, { keyStart, keyEnd, node });
  }

  closedMapping({ value, entries, before }: OpenMapping, start: number): unknown {
    if (entries === undefined) return value;
    return { value, start, end: this.end, style: 'collection', entries, size: 1 + this.size - before };
  }

  openList(): OpenList {
    this.size += 1;
    return { value: [], before: this.size, items: this.isPlaced ? [] : undefined };
  }

  append({ value, items }: OpenList, item: unknown): void {
    value.push(items === undefined ? item : (item as YamlNode).value);
    items?.push(item as YamlNode);
  }

  closedList({ value, items, before }: OpenList, start: number): unknown {
    if (items === undefined) return value;
    return { value, start, end: this.end, style: 'collection', items, size: 1 + this.size - before };
  }
}
