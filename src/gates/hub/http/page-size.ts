/** How many objects the next page of a list is to have. */
export interface Pages {
  /** `undefined` for all at once. */
  readonly limit: number | undefined;
  saw?(items: readonly unknown[]): void;
}

export const ALWAYS_500: Pages = { limit: 500 };
export const WHOLE: Pages = { limit: undefined };

export function atMost(limit: number): Pages {
  return { limit };
}

/** Characters a page is to have, about. */
const TARGET = 1_000_000;
/** So many of the largest objects that etcd takes are a page that still can be read. */
const MOST = 200;
const LEAST = 5;
/** Of the first page, before a size is known: fifty placements on a hundred clusters are seven megabytes, and several times that as values. */
const FIRST = 10;
/** Objects of a page that are measured. */
const SAMPLE = 8;

/** Pages of about one size in characters, whatever the objects: as many objects as fit by those of the page before. */
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
