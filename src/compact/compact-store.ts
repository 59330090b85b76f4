import { Bytes } from './bytes.ts';
import { CompactValues } from './compact-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Objects of JSON values as few bytes outside of the heap, each at its place. What is added stays as it is, and each read gives an object of its own. */
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

  /** Answers the place of the object. */
  add(object: Fields): number {
    this.#count++;
    const { bytes, length } = this.#values.write(object);
    return this.#bytes.append(bytes, length);
  }

  read(place: number): Record<string, unknown> {
    const at = this.#bytes.at(place);
    return this.#values.read(at.block, at.place);
  }

  /** The value of one key of the object; what stands behind it is not read. */
  readField(place: number, key: string): unknown {
    const at = this.#bytes.at(place);
    return this.#values.readField(at.block, at.place, key);
  }

  /** The object without the value of its last key `late`, which is read when somebody asks for it, and then each time anew. */
  readWithLate(place: number, late: string, then: (read: () => unknown) => unknown): Record<string, unknown> {
    const at = this.#bytes.at(place);
    return this.#values.readWithLate(at.block, at.place, late, (later) => then(() => this.#values.readValue(at.block, later)));
  }
}
