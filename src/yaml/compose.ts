import { anchorFault, tagFault } from './anchor-name.ts';
import { EVENT_ID, type Event, type MappingEvent, type ScalarEvent, SCALAR_STYLE, type SequenceEvent } from 'js-yaml';
import { childPointer } from '../fleet/json/json-pointer.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import { type SourceEvents, YamlLimitError, YamlSyntaxError } from './events.ts';
import type { YamlLimits } from './limits.ts';
import { type DuplicateKey, sizeOf, type YamlEntry, type YamlNode } from './node.ts';
import { scalarPlace, scalarValue } from './scalar-event.ts';

/**
 * Builds the first document of an event list: its values as kubectl's decoder passes them to the hub, and the place of each. Duplicate keys
 * are reported, not refused.
 * @throws {YamlSyntaxError} kubectl cannot convert it to JSON: an unknown anchor, a mapping as a key, infinity.
 * @throws {YamlLimitError} there are too many values, one is too long, or there is text after the end of the document, which kubectl drops
 * silently.
 */
export function compose(
  source: SourceEvents,
  limits: YamlLimits,
): { readonly root: YamlNode | undefined; readonly duplicates: readonly DuplicateKey[] } {
  const composer = new Composer(source, limits);
  return { root: composer.document(), duplicates: composer.duplicates };
}

class Composer {
  readonly duplicates: DuplicateKey[] = [];
  readonly #source: SourceEvents;
  readonly #limits: YamlLimits;
  readonly #anchors = new Map<string, YamlNode | 'open'>();
  /** Keys and indexes from the root to the value that is being built. */
  readonly #path: (string | number)[] = [];
  #next = 0;
  /** The end of the last token, in the text that was parsed. */
  #cursor = 0;
  #values = 0;

  constructor(source: SourceEvents, limits: YamlLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  document(): YamlNode | undefined {
    const document = this.#take();
    if (document === undefined || this.#peek()?.type === EVENT_ID.POP) return undefined;
    const root = this.#node();
    const { events } = this.#source;
    for (let at = this.#next + 1; at < events.length; at += 1) {
      const type = events[at]?.type;
      if (type === EVENT_ID.DOCUMENT || type === EVENT_ID.POP) continue;
      throw new YamlLimitError('continues after its end (`...`, or `---` with more text on its line), where kubectl stops reading');
    }
    return root;
  }

  #node(): YamlNode {
    const event = this.#take();
    if (event?.type === EVENT_ID.ALIAS) return this.#alias(event.anchorStart, event.anchorEnd);
    if (event === undefined || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) {
      throw this.#fault('the document ends inside a value', this.#cursor);
    }
    this.#cursor = Math.max(this.#cursor, event.anchorEnd, event.tagEnd);
    this.#refuse(tagFault, event.tagStart, event.tagEnd);
    if (event.anchorStart < 0) return this.#build(event);
    this.#refuse(anchorFault, event.anchorStart, event.anchorEnd);
    const name = this.#source.text.slice(event.anchorStart, event.anchorEnd);
    this.#anchors.set(name, 'open');
    const node: YamlNode = { ...this.#build(event), anchored: true };
    this.#anchors.set(name, node);
    return node;
  }

  #build(event: ScalarEvent | SequenceEvent | MappingEvent): YamlNode {
    this.#count(1);
    if (event.type === EVENT_ID.SEQUENCE) return this.#sequence(event.start);
    if (event.type === EVENT_ID.MAPPING) return this.#mapping(event.start);
    const { maxScalar } = this.#limits;
    if (event.valueEnd - event.valueStart > maxScalar) throw new YamlLimitError(`has a text of more than ${maxScalar} characters`);
    const value = scalarValue(this.#source, event);
    const { start, end, style } = scalarPlace(this.#source.text, event, this.#cursor);
    this.#cursor = end;
    return { value, start: this.#source.origin(start), end: this.#source.origin(end), style, size: sizeOf(value) };
  }

  /** @throws {YamlSyntaxError} kubectl refuses it */
  #refuse(faultOf: (text: string, start: number, end: number) => string | undefined, start: number, end: number): void {
    const fault = start < 0 ? undefined : faultOf(this.#source.text, start, end);
    if (fault !== undefined) throw this.#fault(fault, start);
  }

  #alias(start: number, end: number): YamlNode {
    this.#refuse(anchorFault, start, end);
    const name = this.#source.text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target === undefined) throw this.#fault('unknown anchor', start);
    if (target === 'open') throw this.#fault(`anchor "${name}" contains itself`, start);
    this.#count(target.size);
    this.#cursor = end;
    const { value, size } = target;
    return { value, start: this.#source.origin(start - 1), end: this.#source.origin(end), style: 'alias', size };
  }

  #sequence(start: number): YamlNode {
    const items: YamlNode[] = [];
    const value: unknown[] = [];
    let size = 1;
    this.#cursor = start + 1;
    while (this.#peek()?.type !== EVENT_ID.POP) {
      this.#path.push(items.length);
      // Only an empty item needs the place of its dash.
      if (items.length > 0 && isEmpty(this.#peek())) this.#cursor = behindDash(this.#source.text, this.#cursor);
      const item = this.#node();
      this.#path.pop();
      items.push(item);
      value.push(item.value);
      size += item.size;
    }
    const { origin } = this.#source;
    return { value, start: origin(start), end: origin(this.#close(start)), style: 'collection', items, size };
  }

  #mapping(start: number): YamlNode {
    const value: Record<string, unknown> = {};
    const entries = new Map<string, YamlEntry>();
    /** Keys that a `<<` added. They may be written again. */
    const merged = new Set<string>();
    let size = 1;
    this.#cursor = this.#source.text[start] === '{' ? start + 1 : start;
    while (this.#peek()?.type !== EVENT_ID.POP) {
      const merging = this.#isMerge(this.#peek());
      const keyNode = this.#node();
      const key = this.#key(keyNode);
      this.#path.push(key);
      const node = this.#node();
      const entry = { keyStart: keyNode.start, keyEnd: keyNode.end, node };
      size += node.size + sizeOf(key) - 1;
      if (merging) {
        for (const [name, brought] of this.#mergedEntries(node)) {
          merged.add(name);
          entries.set(name, entry);
          setOwn(value, name, brought);
        }
      } else {
        const first = entries.get(key);
        if (first !== undefined && !merged.has(key)) this.duplicates.push({ pointer: this.#pointer(), key, first, second: entry });
        merged.delete(key);
        entries.set(key, entry);
        setOwn(value, key, node.value);
      }
      this.#path.pop();
    }
    const { origin } = this.#source;
    return { value, start: origin(start), end: origin(this.#close(start)), style: 'collection', entries, size };
  }

  /** As in go-yaml v2, entries of `<<` overwrite keys that are written above it. If several mappings have a key, the first one is used. */
  #mergedEntries(node: YamlNode): readonly (readonly [string, unknown])[] {
    const sources: readonly unknown[] = Array.isArray(node.value) ? node.value.toReversed() : [node.value];
    return sources.flatMap((source) => {
      if (typeof source === 'object' && source !== null && !Array.isArray(source)) return Object.entries(source);
      throw new YamlSyntaxError('a merge key needs a mapping', node.start);
    });
  }

  #isMerge(event: Event | undefined): boolean {
    if (event?.type !== EVENT_ID.SCALAR || event.valueEnd - event.valueStart !== 2 || event.style !== SCALAR_STYLE.PLAIN) return false;
    return this.#source.text.startsWith('<<', event.valueStart);
  }

  #key({ value, start }: YamlNode): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw new YamlSyntaxError(value === null ? 'a key is empty' : 'a mapping or a list is used as a key', start);
  }

  /**
   * Closes a collection and returns its end: that of the last value, or the closing bracket. `[a: 1]` contains a mapping without brackets.
   */
  #close(start: number): number {
    this.#take();
    const { text } = this.#source;
    if (text[start] === '{' || text[start] === '[') {
      const rest = /[\s,]+|#[^\n]*/y;
      rest.lastIndex = this.#cursor;
      while (rest.test(text)) this.#cursor = rest.lastIndex;
      if (text[this.#cursor] === ']' || text[this.#cursor] === '}') this.#cursor += 1;
    }
    return this.#cursor;
  }

  #count(values: number): void {
    const { maxValues } = this.#limits;
    this.#values += values;
    if (this.#values > maxValues) throw new YamlLimitError(`has more than ${maxValues} values`);
  }

  #pointer(): string {
    return this.#path.reduce<string>((base, key) => childPointer(base, key), '');
  }

  #peek(): Event | undefined {
    return this.#source.events[this.#next];
  }

  #take(): Event | undefined {
    const event = this.#source.events[this.#next];
    this.#next += 1;
    return event;
  }

  #fault(reason: string, at: number): YamlSyntaxError {
    return new YamlSyntaxError(reason, this.#source.origin(at));
  }
}

function isEmpty(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.valueStart < 0;
}

/** The offset after the next dash of a block, past comments. Returns `cursor` if there is no dash. */
function behindDash(text: string, cursor: number): number {
  const empty = /[^\S\n]*(?:#[^\n]*)?\n/y;
  empty.lastIndex = cursor;
  let line = cursor;
  while (empty.test(text)) line = empty.lastIndex;
  // linear: it matches at one place.
  const dash = /[^\S\n]*-(?=\s|$)/y;
  dash.lastIndex = line;
  return line > cursor && dash.test(text) ? dash.lastIndex : cursor;
}
