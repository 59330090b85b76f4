import type { JsonObject } from '../fleet/json.ts';
import type { YamlLimits } from './limits.ts';
import type { YamlEntry, YamlNode } from './node.ts';
import {
  LF,
  SPACE,
  DOUBLE,
  HASH,
  AND,
  SINGLE,
  COMMA,
  DASH,
  COLON,
  OPEN_LIST,
  CLOSE_LIST,
  BAR,
  OPEN_MAP,
  CLOSE_MAP,
  KEY,
  PLAIN_START,
  FLOW,
  FLOW_START,
  isResolved,
} from './plain-signs.ts';
import { resolvePlain } from './scalar.ts';

/** The value of a document, and how many values it holds. */
export interface PlainDocument {
  readonly value: JsonObject;
  readonly size: number;
}

/**
 * The value of a document that keeps to the plain part of YAML in which most manifests are written: mappings and lists by indentation, texts on
 * one line, `|` blocks, and brackets that close on their line. Every character is looked at. `undefined` means "not known": whatever else stands
 * there, a fault or only something rarer, is for the parser to tell. A test holds both against each other.
 */
export function readPlainly(text: string, limits: YamlLimits): PlainDocument | undefined {
  return isRare(text, limits) ? undefined : new PlainReader(text, limits, false).document();
}

/** The same, with where everything stands. */
export function plainNodes(text: string, limits: YamlLimits): YamlNode | undefined {
  return isRare(text, limits) ? undefined : (new PlainReader(text, limits, true).document()?.value as YamlNode | undefined);
}

function isRare(text: string, { maxValues, maxScalar }: YamlLimits): boolean {
  return text.length > Math.min(maxValues, maxScalar) || RARE.test(text);
}

const DEEPEST = 60;
/** Longer keys are no keys to some parsers. */
const LONGEST_KEY = 500;
/** Tabs, line ends beside the line feed, blanks beside the space, and characters that not all take for printable. */
const RARE = /[^\n\x20-\x7E\u00A1-\u167F\u1681-\u1FFF\u2010-\u2027\u2030-\u205E\u2070-\u2FFF\u3001-\uD7FF]/;

/** Nothing is said about the document. */
const UNKNOWN = Symbol('unknown');

/** A mapping that is being read; its nodes where they are wanted. */
interface OpenMapping {
  readonly value: Record<string, unknown>;
  /** Values up to its own. */
  readonly before: number;
  readonly entries: Map<string, YamlEntry> | undefined;
}

interface OpenList {
  readonly value: unknown[];
  readonly before: number;
  readonly items: YamlNode[] | undefined;
}

/** Each method that reads a value begins at its first character, and ends at the next line that holds more than a comment. */
class PlainReader {
  readonly #text: string;
  readonly #maxDepth: number;
  /** Whether values are made with their places, as nodes. */
  readonly #isPlaced: boolean;
  #at = 0;
  /** Of the last key or value. */
  #end = 0;
  #lineStart = 0;
  /** Of the first character of the line; -1 behind the last line. */
  #column = -1;
  #size = 0;

  constructor(text: string, { maxDepth }: YamlLimits, isPlaced: boolean) {
    this.#text = text;
    this.#maxDepth = Math.min(maxDepth, DEEPEST);
    this.#isPlaced = isPlaced;
  }

  document(): PlainDocument | undefined {
    this.#nextLine();
    const value = this.#column === 0 ? this.#mapping(0, 1) : UNKNOWN;
    return value === UNKNOWN || this.#column >= 0 ? undefined : { value: value as JsonObject, size: this.#size };
  }

  /** From the start of a line to the next one that holds more than a comment. */
  #nextLine(): void {
    const text = this.#text;
    for (let at = this.#at; ; at += 1) {
      const start = at;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt((at += 1));
      if (code === LF) continue;
      if (code === HASH) {
        at = text.indexOf('\n', at);
        if (at >= 0) continue;
        at = text.length;
      }
      this.#at = at;
      this.#lineStart = start;
      this.#column = at < text.length ? at - start : -1;
      return;
    }
  }

  /** @param start of its first key @param first that key, where it is read already */
  #mapping(column: number, depth: number, start = this.#at, first = this.#key()): unknown {
    if (depth > this.#maxDepth) return UNKNOWN;
    const mapping = this.#open();
    let keyStart = start;
    for (let key = first; ; key = this.#key()) {
      // What every object inherits is taken for a key that stands twice.
      if (key === undefined || key in mapping.value) return UNKNOWN;
      const keyEnd = this.#end;
      const item = this.#valueOfKey(column, depth);
      if (item === UNKNOWN) return UNKNOWN;
      this.#put(mapping, key, keyStart, keyEnd, item);
      if (this.#column !== column) return this.#column > column ? UNKNOWN : this.#closed(mapping, start);
      keyStart = this.#at;
    }
  }

  /** Goes behind the colon. */
  #key(): string | undefined {
    const text = this.#text;
    const start = this.#at;
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
    if (key.length > LONGEST_KEY || text.charCodeAt(end) !== COLON || !this.#isBlank(end + 1)) return undefined;
    this.#at = end + 1;
    this.#end = end;
    return key;
  }

  #valueOfKey(column: number, depth: number): unknown {
    const code = this.#skipSpaces();
    if (code === AND) return this.#anchored(column, depth);
    if (code === BAR) return this.#literal(column);
    if (!this.#endsLine()) return this.#scalarOrFlow(code, depth);
    this.#nextLine();
    if (this.#column > column || (this.#column === column && this.#isItem())) return this.#block(depth);
    // It stands behind the colon.
    return this.#scalar(null, this.#end + 1, this.#end + 1, 'plain');
  }

  /** Without aliases, which are not known here, an anchor says nothing. */
  #anchored(column: number, depth: number): unknown {
    const start = this.#at + 1;
    let end = start;
    while (KEY[this.#text.charCodeAt(end)] === 1) end += 1;
    this.#at = end;
    if (end === start || !this.#isBlank(end)) return UNKNOWN;
    this.#skipSpaces();
    if (!this.#endsLine()) return UNKNOWN;
    this.#nextLine();
    const value = this.#column > column ? this.#block(depth) : UNKNOWN;
    return this.#isPlaced && value !== UNKNOWN ? { ...(value as YamlNode), anchored: true } : value;
  }

  #block(depth: number): unknown {
    return this.#isItem() ? this.#sequence(this.#column, depth + 1) : this.#mapping(this.#column, depth + 1);
  }

  #sequence(column: number, depth: number): unknown {
    if (depth > this.#maxDepth) return UNKNOWN;
    const list = this.#openList();
    const start = this.#at;
    while (this.#column === column && this.#isItem()) {
      this.#at += 1;
      const item = this.#item(column, depth);
      if (item === UNKNOWN) return UNKNOWN;
      this.#append(list, item);
    }
    return this.#column > column ? UNKNOWN : this.#closedList(list, start);
  }

  #item(column: number, depth: number): unknown {
    const code = this.#skipSpaces();
    if (code === BAR) return this.#literal(column);
    const start = this.#at;
    const key = this.#key();
    return key === undefined ? this.#scalarOrFlow(code, depth) : this.#mapping(start - this.#lineStart, depth + 1, start, key);
  }

  #scalarOrFlow(code: number, depth: number): unknown {
    if (code !== DOUBLE && code !== SINGLE && code !== OPEN_LIST && code !== OPEN_MAP) return this.#plain(code);
    const value = code === DOUBLE || code === SINGLE ? this.#quoted(code) : this.#flow(code, depth + 1);
    if (value === UNKNOWN) return UNKNOWN;
    this.#skipSpaces();
    if (!this.#endsLine()) return UNKNOWN;
    this.#nextLine();
    return value;
  }

  /** Text without quotes, to the end of its line or a comment. */
  #plain(first: number): unknown {
    const text = this.#text;
    const start = this.#at;
    if (PLAIN_START[first] !== 1 || (first === DASH && this.#isBlank(start + 1))) return UNKNOWN;
    let end = start;
    let ink = start;
    for (let code = first; end < text.length && code !== LF; code = text.charCodeAt((end += 1))) {
      if (code === SPACE) continue;
      if (code === COLON && this.#isBlank(end + 1)) return UNKNOWN;
      if (code === HASH && text.charCodeAt(end - 1) === SPACE) break;
      ink = end + 1;
    }
    this.#at = end;
    this.#endsLine();
    this.#nextLine();
    return this.#resolved(first, start, ink);
  }

  #resolved(first: number, start: number, end: number): unknown {
    const written = this.#text.slice(start, end);
    const value = isResolved(first, written.length) ? resolvePlain(written) : written;
    return typeof value === 'number' && !Number.isFinite(value) ? UNKNOWN : this.#scalar(value, start, end, 'plain');
  }

  /** In quotes that close on the line. */
  #quoted(quote: number): unknown {
    const text = this.#text;
    const sign = quote === DOUBLE ? '"' : "'";
    const start = this.#at;
    const end = text.indexOf(sign, start + 1);
    const value = text.slice(start + 1, end);
    if (end < 0 || value.includes('\n') || (quote === DOUBLE && value.includes('\\')) || text[end + 1] === sign) return UNKNOWN;
    this.#at = end + 1;
    return this.#scalar(value, start, end + 1, 'quoted');
  }

  /** A list or a mapping in brackets, and whatever stands within. */
  #flow(code: number, depth: number): unknown {
    if (depth > this.#maxDepth) return UNKNOWN;
    if (code === OPEN_LIST) return this.#flowList(depth);
    if (code === OPEN_MAP) return this.#flowMapping(depth);
    if (code === DOUBLE || code === SINGLE) return this.#quoted(code);
    const text = this.#text;
    const start = this.#at;
    if (FLOW_START[code] !== 1 && !(code === DASH && FLOW_START[text.charCodeAt(start + 1)] === 1)) return UNKNOWN;
    let end = start;
    while (FLOW[text.charCodeAt(end)] === 1) end += 1;
    this.#at = end;
    return this.#resolved(code, start, end);
  }

  #flowList(depth: number): unknown {
    const list = this.#openList();
    const start = this.#at;
    this.#at += 1;
    let code = this.#skipSpaces();
    for (; code !== CLOSE_LIST; code = this.#skipSpaces()) {
      const item = this.#flow(code, depth + 1);
      if (item === UNKNOWN || !this.#comesNext(CLOSE_LIST)) return UNKNOWN;
      this.#append(list, item);
    }
    this.#at += 1;
    this.#end = this.#at;
    return this.#closedList(list, start);
  }

  #flowMapping(depth: number): unknown {
    const mapping = this.#open();
    const start = this.#at;
    this.#at += 1;
    for (let code = this.#skipSpaces(); code !== CLOSE_MAP; code = this.#skipSpaces()) {
      const keyStart = this.#at;
      const key = this.#key();
      if (key === undefined || key in mapping.value) return UNKNOWN;
      const keyEnd = this.#end;
      const item = this.#flow(this.#skipSpaces(), depth + 1);
      if (item === UNKNOWN || !this.#comesNext(CLOSE_MAP)) return UNKNOWN;
      this.#put(mapping, key, keyStart, keyEnd, item);
    }
    this.#at += 1;
    this.#end = this.#at;
    return this.#closed(mapping, start);
  }

  /** Whether the brackets close here, or go on behind a comma. */
  #comesNext(close: number): boolean {
    const code = this.#skipSpaces();
    if (code === close) return true;
    if (code !== COMMA) return false;
    this.#at += 1;
    return this.#skipSpaces() !== close;
  }

  /** A `|` block. @param column of the mapping or list it stands in */
  #literal(column: number): unknown {
    const text = this.#text;
    const header = this.#at;
    const strips = text.charCodeAt(this.#at + 1) === DASH;
    let at = header + (strips ? 2 : 1);
    if (text.charCodeAt(at) !== LF) return UNKNOWN;
    at += 1;
    const lines: string[] = [];
    let indent = 0;
    let lastInk = 0;
    let lastBlank = 0;
    for (let end = text.indexOf('\n', at); at < text.length; at = end + 1, end = text.indexOf('\n', at)) {
      if (end < 0) return UNKNOWN;
      let ink = at;
      while (text.charCodeAt(ink) === SPACE) ink += 1;
      const blanks = ink - at;
      if (ink === end && blanks > indent) return UNKNOWN;
      if (ink !== end && blanks <= column) break;
      if (ink !== end && indent === 0) indent = blanks;
      if (ink !== end && blanks < indent) return UNKNOWN;
      lines.push(ink === end ? '' : text.slice(at + indent, end));
      if (ink !== end) lastInk = end;
      else if (blanks > 0) lastBlank = end;
    }
    // Blanks behind the last line belong to the block, which ends behind them.
    if (indent === 0 || lastBlank > lastInk) return UNKNOWN;
    while (lines.at(-1) === '') lines.pop();
    this.#at = at;
    this.#nextLine();
    return this.#scalar(lines.join('\n') + (strips ? '' : '\n'), header, lastInk, 'block');
  }

  #scalar(value: unknown, start: number, end: number, style: YamlNode['style']): unknown {
    this.#size += 1;
    this.#end = end;
    return this.#isPlaced ? { value, start, end, style, size: 1 } : value;
  }

  #open(): OpenMapping {
    this.#size += 1;
    return { value: {}, before: this.#size, entries: this.#isPlaced ? new Map() : undefined };
  }

  #put({ value, entries }: OpenMapping, key: string, keyStart: number, keyEnd: number, item: unknown): void {
    if (entries === undefined) {
      value[key] = item;
      return;
    }
    const node = item as YamlNode;
    value[key] = node.value;
    entries.set(key, { keyStart, keyEnd, node });
  }

  #closed({ value, entries, before }: OpenMapping, start: number): unknown {
    if (entries === undefined) return value;
    return { value, start, end: this.#end, style: 'collection', entries, size: 1 + this.#size - before };
  }

  #openList(): OpenList {
    this.#size += 1;
    return { value: [], before: this.#size, items: this.#isPlaced ? [] : undefined };
  }

  #append({ value, items }: OpenList, item: unknown): void {
    value.push(items === undefined ? item : (item as YamlNode).value);
    items?.push(item as YamlNode);
  }

  #closedList({ value, items, before }: OpenList, start: number): unknown {
    if (items === undefined) return value;
    return { value, start, end: this.#end, style: 'collection', items, size: 1 + this.#size - before };
  }

  #skipSpaces(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code === SPACE) code = this.#text.charCodeAt((this.#at += 1));
    return code;
  }

  /** Whether nothing but a comment is left of the line, which is then behind. */
  #endsLine(): boolean {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    if (this.#at < text.length && code !== LF && !(code === HASH && text.charCodeAt(this.#at - 1) === SPACE)) return false;
    const end = text.indexOf('\n', this.#at);
    this.#at = end < 0 ? text.length : end + 1;
    return true;
  }

  #isItem(): boolean {
    return this.#text.charCodeAt(this.#at) === DASH && this.#isBlank(this.#at + 1);
  }

  #isBlank(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code === SPACE || code === LF || at >= this.#text.length;
  }
}
