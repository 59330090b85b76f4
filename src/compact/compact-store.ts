import { Bytes } from './bytes.ts';
import { CompactValues } from './compact-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Stores objects of JSON values as few bytes outside the heap, each at a place (a number). A stored object does not change, and each read
 * returns a new object.
 */
export class CompactStore {
  readonly #values = new CompactValues();
  readonly #bytes = new Bytes();
  #count = 0;

  /** Bytes added so far. */
  get used(): number {
    return this.#bytes.used;
  }

  /** Objects added so far. */
  get count(): number {
    return this.#count;
  }

  /** Returns the place of the object. */
  add(object: Fields): number {
    this.#count++;
    const { bytes, length } = this.#values.write(object);
    return this.#bytes.append(bytes, length);
  }

  read(place: number): Record<string, unknown> {
    const at = this.#bytes.at(place);
    return this.#values.read(at.block, at.place);
  }

  /** The value of one key of the object, without decoding the values after it. */
  readField(place: number, key: string): unknown {
    const at = this.#bytes.at(place);
    return this.#values.readField(at.block, at.place, key);
  }

  /** The object without the value of its last key `late`, which is decoded each time that it is accessed. */
  readWithLate(place: number, late: string, then: (read: () => unknown) => unknown): Record<string, unknown> {
    const at = this.#bytes.at(place);
    return this.#values.readWithLate(at.block, at.place, late, (later) => then(() => this.#values.readValue(at.block, later)));
  }
}
