const WINDOW = 60_000;

/** Counts the requests for each kind within any minute. */
export class RequestRate {
  asked = 0;
  peak = { times: 0, what: '' };
  readonly #recent = new Map<string, number[]>();

  /** @param now milliseconds; must not decrease */
  count(what: string, now: number): void {
    this.asked++;
    const recent = this.#recent.get(what) ?? [];
    this.#recent.set(what, recent);
    recent.push(now);
    while ((recent[0] ?? now) <= now - WINDOW) recent.shift();
    if (recent.length > this.peak.times) this.peak = { times: recent.length, what };
  }
}
