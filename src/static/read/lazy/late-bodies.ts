import { CompactStore } from '../../../compact/compact-store.ts';
import type { DocumentPlaces } from '../../../yaml/document-places.ts';
import { OwnCopies } from './own-copies.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where the fields of an object are: its document, or the place of an object that shares its document with others. */
export type BodyPlace = DocumentPlaces | number;

/**
 * What objects hold beside what names them. It is read from their text once more, or kept as few bytes; and those that were read last are kept as
 * values: rules ask one after the other.
 */
export class LateBodies {
  readonly #store = new CompactStore();
  readonly #copies = new OwnCopies();
  readonly #recent = new Map<BodyPlace, Fields>();

  /** Answers the place of the fields. */
  add(fields: Fields): BodyPlace {
    return this.#store.add(fields);
  }

  /** Nothing more is to be added. */
  endAdding(): void {
    this.#store.endAdding();
    this.#copies.forget();
  }

  read(place: BodyPlace): Fields {
    const known = this.#recent.get(place);
    if (known !== undefined) return known;
    const fields = typeof place === 'number' ? this.#store.read(place) : (place.readValue() as Fields);
    this.#recent.set(place, fields);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= MOST_RECENT) break;
      this.#recent.delete(oldest);
    }
    return fields;
  }

  /** The same fields, which keep nothing alive of the text they were read from. */
  copyOf<T extends Fields>(fields: T): T {
    return this.#copies.of(fields);
  }
}

const MOST_RECENT = 256;
