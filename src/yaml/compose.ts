import { Buffer } from 'node:buffer';
import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, type ScalarEvent, SCALAR_STYLE } from 'js-yaml';
import { type SourceEvents, YamlLimitError, YamlSyntaxError } from './events.ts';
import { type DuplicateKey, pointerTo, type YamlEntry, type YamlNode } from './node.ts';
import { resolvePlain } from './scalar.ts';

/**
 * Builds the first document of an event list: its values as kubectl's decoder hands them to the hub, and where each stands.
 * Duplicate keys are told, not refused.
 *
 * @throws YamlSyntaxError for what kubectl cannot turn into JSON (an unknown anchor, a mapping as a key, infinity), YamlLimitError for too
 * many values and for text behind the document's end, which kubectl drops without a word
 */
export function compose(
  source: SourceEvents,
  maxValues: number,
): { readonly root: YamlNode | undefined; readonly duplicates: readonly DuplicateKey[] } {
  const composer = new Composer(source, maxValues);
  return { root: composer.document(), duplicates: composer.duplicates };
}

class Composer {
  readonly duplicates: DuplicateKey[] = [];
  readonly #source: SourceEvents;
  readonly #maxValues: number;
  readonly #anchors = new Map<string, YamlNode | 'open'>();
  #next = 0;
  /** The end of the last token, in the text that was read. */
  #cursor = 0;
  #values = 0;

  constructor(source: SourceEvents, maxValues: number) {
    this.#source = source;
    this.#maxValues = maxValues;
  }

  document(): YamlNode | undefined {
    const document = this.#take();
    if (document === undefined || this.#peek()?.type === EVENT_ID.POP) return undefined;
    const root = this.#node('');
    if (this.#source.events.slice(this.#next + 1).some(({ type }) => type !== EVENT_ID.DOCUMENT && type !== EVENT_ID.POP)) {
      throw new YamlLimitError('goes on behind its end (`...`, or `---` with more on its line), where kubectl stops reading');
    }
    return root;
  }

  #node(pointer: string): YamlNode {
    const event = this.#take();
    if (event?.type === EVENT_ID.SCALAR) return this.#anchored(event, () => this.#scalar(event));
    if (event?.type === EVENT_ID.ALIAS) return this.#alias(event.anchorStart, event.anchorEnd);
    if (event?.type === EVENT_ID.SEQUENCE)
      return this.#anchored(event, () => this.#sequence(event.start, event.style === COLLECTION_STYLE.FLOW, pointer));
    if (event?.type === EVENT_ID.MAPPING)
      return this.#anchored(event, () => this.#mapping(event.start, event.style === COLLECTION_STYLE.FLOW, pointer));
    return this.#fail('the document ends within a value', this.#cursor);
  }

  #anchored(event: { readonly anchorStart: number; readonly anchorEnd: number; readonly tagEnd: number }, build: () => YamlNode): YamlNode {
    this.#cursor = Math.max(this.#cursor, event.anchorEnd, event.tagEnd);
    if (event.anchorStart < 0) return this.#count(build());
    const name = this.#source.text.slice(event.anchorStart, event.anchorEnd);
    this.#anchors.set(name, 'open');
    const node = this.#count(build());
    this.#anchors.set(name, node);
    return node;
  }

  #alias(start: number, end: number): YamlNode {
    const name = this.#source.text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target === undefined) return this.#fail(`unknown anchor "${name}"`, start);
    if (target === 'open') return this.#fail(`anchor "${name}" contains itself`, start);
    this.#cursor = end;
    this.#values += target.size - 1;
    return this.#count({ value: target.value, start: this.#origin(start - 1), end: this.#origin(end), style: 'alias', size: target.size });
  }

  #scalar(event: ScalarEvent): YamlNode {
    const value = this.#scalarValue(event);
    const { start, end, style } = this.#scalarPlace(event);
    this.#cursor = end;
    return { value, start: this.#origin(start), end: this.#origin(end), style, size: 1 };
  }

  #scalarValue(event: ScalarEvent): unknown {
    const text = getScalarValue(this.#source.text, event);
    const tag = event.tagStart < 0 ? '' : this.#source.text.slice(event.tagStart, event.tagEnd);
    const untagged = tag === '' && event.style === SCALAR_STYLE.PLAIN;
    if (tag === '!!binary') return Buffer.from(text, 'base64').toString('utf8');
    if (!untagged && !RESOLVED_TAGS.has(tag)) return text;
    const value = resolvePlain(text);
    if (!untagged && !RESOLVED_TAGS.get(tag)?.(value)) return this.#fail(`"${text}" is not of the type ${tag}`, event.valueStart);
    if (typeof value === 'number' && !Number.isFinite(value)) return this.#fail(`${text} has no form in JSON`, event.valueStart);
    return value;
  }

  #scalarPlace(event: ScalarEvent): { readonly start: number; readonly end: number; readonly style: YamlNode['style'] } {
    const { text } = this.#source;
    if (event.valueStart < 0) {
      const at = this.#emptyPlace();
      return { start: at, end: at, style: 'plain' };
    }
    if (event.style === SCALAR_STYLE.PLAIN) return { start: event.valueStart, end: event.valueEnd, style: 'plain' };
    if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED) {
      return { start: event.valueStart - 1, end: event.valueEnd + 1, style: 'quoted' };
    }
    const indicator = event.style === SCALAR_STYLE.LITERAL_BLOCK ? '|' : '>';
    const header = text.indexOf(indicator, this.#cursor);
    let end = event.valueEnd;
    while (end > header + 1 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
    return { start: header, end, style: 'block' };
  }

  /** A value left out stands behind the `:` or `-` that announces it. */
  #emptyPlace(): number {
    const gap = /[^\S\n]*[:?-]?/y;
    gap.lastIndex = this.#cursor;
    return this.#cursor + (gap.exec(this.#source.text)?.[0].length ?? 0);
  }

  #sequence(start: number, flow: boolean, pointer: string): YamlNode {
    const items: YamlNode[] = [];
    this.#cursor = start + 1;
    while (this.#peek()?.type !== EVENT_ID.POP) items.push(this.#node(pointerTo(pointer, items.length)));
    this.#take();
    const value = items.map((item) => item.value);
    return { value, ...this.#collection(start, flow), style: 'collection', items, size: items.reduce((sum, item) => sum + item.size, 1) };
  }

  #mapping(start: number, flow: boolean, pointer: string): YamlNode {
    const value: Record<string, unknown> = {};
    const entries = new Map<string, YamlEntry>();
    const written = new Set<string>();
    let size = 1;
    this.#cursor = this.#source.text[start] === '{' ? start + 1 : start;
    while (this.#peek()?.type !== EVENT_ID.POP) {
      const keyEvent = this.#peek();
      const merging = keyEvent?.type === EVENT_ID.SCALAR && keyEvent.style === SCALAR_STYLE.PLAIN && this.#slice(keyEvent) === '<<';
      const keyNode = this.#node(pointer);
      const key = this.#key(keyNode);
      const node = this.#node(pointerTo(pointer, key));
      const entry = { keyStart: keyNode.start, keyEnd: keyNode.end, node };
      size += node.size;
      if (merging) {
        for (const source of this.#mergeSources(node)) for (const name of Object.keys(source)) assign(name, source[name]);
        continue;
      }
      const first = entries.get(key);
      if (first !== undefined && written.has(key)) this.duplicates.push({ pointer: pointerTo(pointer, key), key, first, second: entry });
      written.add(key);
      assign(key, node.value);

      function assign(name: string, merged: unknown): void {
        Object.defineProperty(value, name, { value: merged, enumerable: true, configurable: true, writable: true });
        entries.set(name, entry);
      }
    }
    this.#take();
    return { value, ...this.#collection(start, flow), style: 'collection', entries, size };
  }

  /** As go-yaml v2: what `<<` brings overwrites keys written above it, and of several mappings the first one wins. */
  #mergeSources(node: YamlNode): readonly Readonly<Record<string, unknown>>[] {
    const sources: readonly unknown[] = Array.isArray(node.value) ? node.value.toReversed() : [node.value];
    return sources.map((source) => {
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        return this.#fail('a merge key needs a mapping', node.start);
      return source as Readonly<Record<string, unknown>>;
    });
  }

  #key(node: YamlNode): string {
    if (typeof node.value === 'string') return node.value;
    if (typeof node.value === 'number' || typeof node.value === 'boolean') return String(node.value);
    return this.#fail(node.value === null ? 'a key is empty' : 'a mapping or a list is used as a key', node.start);
  }

  #collection(start: number, flow: boolean): { readonly start: number; readonly end: number } {
    // `[a: 1]` holds a mapping without braces.
    if (flow && /[[{]/.test(this.#source.text.charAt(start))) {
      const rest = /(?:[\s,]|#[^\n]*)*[\]}]?/y;
      rest.lastIndex = this.#cursor;
      this.#cursor += rest.exec(this.#source.text)?.[0].length ?? 0;
    }
    return { start: this.#origin(start), end: this.#origin(this.#cursor) };
  }

  #count(node: YamlNode): YamlNode {
    this.#values += 1;
    if (this.#values > this.#maxValues) throw new YamlLimitError(`holds more than ${this.#maxValues} values`);
    return node;
  }

  #slice(event: ScalarEvent): string {
    return this.#source.text.slice(event.valueStart, event.valueEnd);
  }

  #origin(offset: number): number {
    return this.#source.origin(offset);
  }

  #peek(): Event | undefined {
    return this.#source.events[this.#next];
  }

  #take(): Event | undefined {
    const event = this.#source.events[this.#next];
    this.#next += 1;
    return event;
  }

  #fail(reason: string, at: number): never {
    throw new YamlSyntaxError(reason, this.#origin(Math.max(0, at)));
  }
}

const RESOLVED_TAGS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['!!int', (value: unknown) => typeof value === 'number' && Number.isInteger(value)],
  ['!!float', (value: unknown) => typeof value === 'number'],
  ['!!bool', (value: unknown) => typeof value === 'boolean'],
  ['!!null', (value: unknown) => value === null],
]);
