/** The number of objects to request for the next page of a list. */
export interface Pages {
  /** `undefined` for all in one page. */
  readonly limit: number | undefined;
  saw?(items: readonly unknown[]): void;
}

export const ALWAYS_500: Pages = { limit: 500 };
export const WHOLE: Pages = { limit: undefined };

export function atMost(limit: number): Pages {
  return { limit };
}

/** The approximate number of characters of a page. */
const TARGET = 1_000_000;
/** A page of this many of the largest objects that etcd accepts can still be read. */
const MOST = 200;
const LEAST = 5;
/**
 * For the first page, before a size is known: fifty placements on a hundred clusters are seven megabytes, and several times that as values.
 */
const FIRST = 10;
/** The number of objects of a page that are measured. */
const SAMPLE = 8;

/** Keeps pages at about one size in characters: the number of objects follows from the sizes in the page before. */
export class FittedPages implements Pages {
  #limit = FIRST;

  get limit(): number {
    return this.#limit;
  }

  saw(items: readonly unknown[]): void {
    const step = Math.ceil(items.length / SAMPLE);
    const lengths = items.filter((_, index) => index % step === 0).map((item) => JSON.stringify(item).length);
    if (lengths.length === 0) return;
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    this.#limit = Math.max(LEAST, Math.min(MOST, Math.floor(TARGET / mean)));
  }
}
