import { KnownBytes } from './known-bytes.ts';
import { Layouts, type Layout, type Recurrence } from './layouts.ts';
import { StringTable } from './string-table.ts';

/** The start of an encoded value: the number that it carries times 16, plus one of these. */
const NULL = 0;
const TRUE = 1;
const FALSE = 2;
const INTEGER = 3;
const DOUBLE = 4;
const KNOWN_STRING = 5;
const STRING = 6;
const UID = 7;
const DIGITS = 8;
const OBJECT = 9;
const ARRAY = 10;
const KNOWN_OBJECT = 11;

/** Longer encoded values hardly ever recur. */
const LARGEST_KNOWN = 64;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLAIN_DIGITS = /^[1-9][0-9]{0,11}$/;

/**
 * Encodes JSON values as few bytes. The objects of a hub repeat the same forms and values: each form of object, each string and each small
 * object (such as a condition) that recurs is stored once and has a number. Decoding gives the same value, with keys in order; two reads
 * never return the same object.
 */
export class CompactValues {
  readonly #layouts = new Layouts();
  readonly #strings = new StringTable();
  readonly #known = new KnownBytes();
  #out = Buffer.allocUnsafeSlow(1 << 16);
  #at = 0;
  /** Whether the value that is being written contains something that does not recur. */
  #isUnique = false;

  /** The bytes of an object, valid until the next call. */
  write(value: Readonly<Record<string, unknown>>): { readonly bytes: Buffer; readonly length: number } {
    this.#at = 0;
    this.#fields(value);
    return { bytes: this.#out, length: this.#at };
  }

  /** The object at that position of the bytes. */
  read(block: Buffer, place: number): Record<string, unknown> {
    return this.readValue(block, place) as Record<string, unknown>;
  }

  /** The value of one key of the object at that position, without decoding the values after it. */
  readField(block: Buffer, place: number, key: string): unknown {
    return new Reading(block, place, this.#layouts, this.#strings, (number) => this.#readKnown(number)).field(key);
  }

  /** The value of any type at that position. */
  readValue(block: Buffer, place: number): unknown {
    return new Reading(block, place, this.#layouts, this.#strings, (number) => this.#readKnown(number)).value();
  }

  /** The object at that position; `then` decodes the value of `late` when it is accessed. */
  readWithLate(block: Buffer, place: number, late: string, then: (place: number) => unknown): Record<string, unknown> {
    const reading = new Reading(block, place, this.#layouts, this.#strings, (number) => this.#readKnown(number));
    return reading.objectWithLate(late, then);
  }

  #readKnown(number: number): unknown {
    const { block, place } = this.#known.at(number);
    return this.readValue(block, place);
  }

  #value(value: unknown, recurrence: Recurrence | undefined): void {
    if (typeof value === 'string') this.#string(value, recurrence);
    else if (value === null) this.#head(NULL, 0);
    else if (typeof value === 'boolean') this.#head(value ? TRUE : FALSE, 0);
    else if (typeof value === 'number') this.#number(value);
    else if (Array.isArray(value)) {
      this.#head(ARRAY, value.length);
      for (const item of value) this.#value(item, recurrence);
    } else this.#object(value as Readonly<Record<string, unknown>>);
  }

  #object(value: Readonly<Record<string, unknown>>): void {
    const start = this.#at;
    const outer = this.#isUnique;
    this.#isUnique = false;
    const layout = this.#fields(value);
    if (!this.#isUnique && this.#at - start <= LARGEST_KNOWN) this.#once(start, layout);
    this.#isUnique ||= outer;
  }

  #fields(value: Readonly<Record<string, unknown>>): Layout {
    const layout = this.#layouts.of(Object.keys(value));
    this.#head(OBJECT, layout.number);
    for (const [index, key] of layout.keys.entries()) this.#value(value[key], layout.strings[index]);
    return layout;
  }

  /** Gives the written value a number, if objects of its form recur. */
  #once(start: number, { whole }: Layout): void {
    if (!whole.isWorthwhile) return;
    const known = this.#known.find(this.#out, start, this.#at);
    whole.count(known !== undefined);
    const number = known ?? this.#known.add(this.#out, start, this.#at);
    this.#at = start;
    this.#head(KNOWN_OBJECT, number);
  }

  #string(text: string, recurrence: Recurrence | undefined): void {
    if (text.length === 36 && UUID.test(text)) return this.#uid(text);
    if (text.length <= 12 && PLAIN_DIGITS.test(text)) return this.#head(DIGITS, Number(text));
    if (recurrence?.isWorthwhile !== false) {
      const known = this.#strings.find(text);
      recurrence?.count(known !== undefined);
      return this.#head(KNOWN_STRING, known ?? this.#strings.add(text));
    }
    this.#isUnique = true;
    const length = Buffer.byteLength(text);
    // A lone surrogate has no UTF-8 encoding.
    if (!text.isWellFormed()) return this.#head(KNOWN_STRING, this.#strings.find(text) ?? this.#strings.add(text));
    this.#head(STRING, length);
    this.#room(length);
    this.#at += this.#out.write(text, this.#at);
  }

  #uid(text: string): void {
    this.#isUnique = true;
    this.#head(UID, 0);
    this.#room(16);
    this.#at += this.#out.write(text.replaceAll('-', ''), this.#at, 'hex');
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 40 && !Object.is(value, -0)) return this.#head(INTEGER, value);
    this.#head(DOUBLE, 0);
    this.#room(8);
    this.#at = this.#out.writeDoubleLE(value, this.#at);
  }

  /** `number` in groups of seven bits, the lowest first. */
  #head(tag: number, number: number): void {
    this.#room(8);
    let rest = number * 16 + tag;
    while (rest >= 128) {
      this.#out[this.#at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#out[this.#at++] = rest;
  }

  #room(length: number): void {
    if (this.#at + length <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#out.length * 2, this.#at + length));
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }
}

class Reading {
  readonly #block: Buffer;
  #at: number;
  readonly #layouts: Layouts;
  readonly #strings: StringTable;
  readonly #known: (number: number) => unknown;

  constructor(block: Buffer, at: number, layouts: Layouts, strings: StringTable, known: (number: number) => unknown) {
    this.#block = block;
    this.#at = at;
    this.#layouts = layouts;
    this.#strings = strings;
    this.#known = known;
  }

  value(): unknown {
    const head = this.#head();
    const tag = head % 16;
    const number = (head - tag) / 16;
    switch (tag) {
      case NULL:
        return null;
      case TRUE:
        return true;
      case FALSE:
        return false;
      case INTEGER:
        return number;
      case DOUBLE:
        this.#at += 8;
        return this.#block.readDoubleLE(this.#at - 8);
      case KNOWN_STRING:
        return this.#strings.at(number);
      case STRING:
        this.#at += number;
        return this.#block.toString('utf8', this.#at - number, this.#at);
      case UID:
        return this.#uid();
      case DIGITS:
        return String(number);
      case OBJECT:
        return this.#object(this.#layouts.at(number));
      case ARRAY:
        return Array.from({ length: number }, () => this.value());
      case KNOWN_OBJECT:
        return this.#known(number);
      default:
        throw new Error(`no value starts with ${head}`);
    }
  }

  field(wanted: string): unknown {
    const { keys } = this.#layouts.at(Math.floor(this.#head() / 16));
    for (const key of keys) {
      const value = this.value();
      if (key === wanted) return value;
    }
    return undefined;
  }

  objectWithLate(late: string, then: (place: number) => unknown): Record<string, unknown> {
    const layout = this.#layouts.at(Math.floor(this.#head() / 16));
    // After any other key there would be more to decode.
    if (layout.keys.at(-1) !== late) return this.#object(layout);
    const object: Record<string, unknown> = {};
    for (const key of layout.keys.slice(0, -1)) put(object, key, this.value());
    const at = this.#at;
    return Object.defineProperty(object, late, { enumerable: true, configurable: true, get: () => then(at) });
  }

  #object({ keys }: Layout): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const key of keys) put(object, key, this.value());
    return object;
  }

  #uid(): string {
    const hex = this.#block.toString('hex', this.#at, this.#at + 16);
    this.#at += 16;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  #head(): number {
    let number = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = this.#block[this.#at++] ?? 0;
      if (byte < 128) return number + byte * weight;
      number += (byte - 128) * weight;
    }
  }
}

function put(object: Record<string, unknown>, key: string, value: unknown): void {
  // Like JSON.parse: an own property, not the prototype.
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
