import { CompactStore } from '../../compact/compact-store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What objects hold beside what names them, as few bytes, and those that were read last as values: rules ask one after the other. */
export class LateBodies {
  readonly #store = new CompactStore();
  readonly #recent = new Map<number, Fields>();

  /** Answers the place of the fields. */
  add(fields: Fields): number {
    return this.#store.add(fields);
  }

  /** Nothing more is to be added. */
  endAdding(): void {
    this.#store.endAdding();
  }

  read(place: number): Fields {
    const known = this.#recent.get(place);
    if (known !== undefined) return known;
    const fields = this.#store.read(place);
    this.#recent.set(place, fields);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= MOST_RECENT) break;
      this.#recent.delete(oldest);
    }
    return fields;
  }

  /** The same fields, which keep nothing alive of the text they were read from. */
  copyOf<T extends Fields>(fields: T): T {
    return this.#store.read(this.#store.add(fields)) as T;
  }
}

const MOST_RECENT = 256;
