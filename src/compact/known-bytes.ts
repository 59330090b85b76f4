import { Bytes } from './bytes.ts';
import { NameIndex } from './name-index.ts';
import { Numbers } from './numbers.ts';

/**
 * Encoded values with numbers, found by their bytes, all of it outside the heap. No value is a prefix of another one, so the bytes of a
 * value show where it ends.
 */
export class KnownBytes {
  readonly #bytes = new Bytes();
  readonly #places = new Numbers();
  readonly #hashes = new Numbers();
  readonly #index = new NameIndex((number) => this.#hashes.at(number));

  /** The number of the value in these bytes, if it is known. */
  find(source: Buffer, start: number, end: number): number | undefined {
    return this.#index.find(hashOfBytes(source, start, end), (number) => {
      const { block, place } = this.at(number);
      return block.length - place >= end - start && block.compare(source, start, end, place, place + end - start) === 0;
    });
  }

  /** Stores a copy of a value and returns its number. */
  add(source: Buffer, start: number, end: number): number {
    const number = this.#places.push(this.#bytes.append(source.subarray(start, end), end - start));
    this.#hashes.push(hashOfBytes(source, start, end));
    this.#index.add(number);
    return number;
  }

  /** The block, and the position in it, of the value with that number. */
  at(number: number): { readonly block: Buffer; readonly place: number } {
    return this.#bytes.at(this.#places.at(number));
  }
}

/** A hash of 31 bits (FNV-1a). */
function hashOfBytes(source: Buffer, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (source[at] ?? 0), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & 0x7fff_ffff;
}
