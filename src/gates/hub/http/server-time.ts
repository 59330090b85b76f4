const SAMPLES = 15;
/** `Date` is cut to whole seconds; on average half a second is missing. */
const CUT_MS = 500;

/** The hub's clock from the `Date` header of its answers, continued by a monotonic clock. The runner's wall clock is never used. */
export class ServerTime {
  readonly #offsets: number[] = [];
  #latest = Number.NEGATIVE_INFINITY;

  /** @param at monotonic milliseconds of the answer */
  sample(date: string | undefined, at: number): void {
    const sent = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(sent)) return;
    this.#offsets.push(sent + CUT_MS - at);
    if (this.#offsets.length > SAMPLES) this.#offsets.shift();
  }

  /** Milliseconds since the epoch at that monotonic moment, never running backwards; `undefined` before any answer carried a date. */
  at(monotonic: number): number | undefined {
    const offset = median(this.#offsets);
    if (offset === undefined) return undefined;
    this.#latest = Math.max(this.#latest, monotonic + offset);
    return this.#latest;
  }
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
