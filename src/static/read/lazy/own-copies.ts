import type { JsonObject } from '../../../fleet/json/json.ts';
import { setOwn } from '../../../fleet/json/set-own.ts';
import { copyOf } from '../../../compact/string-table.ts';

/** Copies of JSON values that keep nothing alive of the text they were read from, and hold a short text that comes again once. */
export class OwnCopies {
  readonly #texts = new Map<string, string>();

  of<T>(value: T): T {
    return this.#of(value) as T;
  }

  /** What is copied from now on is held against nothing that was copied before. */
  forget(): void {
    this.#texts.clear();
  }

  #of(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#of(item));
    if (typeof value !== 'object' || value === null) return value;
    const copy = {};
    for (const key of Object.keys(value)) setOwn(copy, key, this.#of((value as JsonObject)[key]));
    return copy;
  }

  #text(text: string): string {
    if (text.length > LONGEST_SHARED) return copyOf(text);
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = copyOf(text);
    this.#texts.set(own, own);
    return own;
  }
}

/** Names and versions come again, long texts hardly ever. */
const LONGEST_SHARED = 100;
