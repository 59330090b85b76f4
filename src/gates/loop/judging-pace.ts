/** Looks again at least this often: heartbeats grow old and budgets free up without any event. */
const RECHECK_EVERY = 10_000;

/** What happens within so many milliseconds after a look is judged together: an event rarely comes alone. */
const TOGETHER = 20;

/** One part in so many of the time is spent on judging, where more happens than can be judged. */
const SHARE = 20;

/** Milliseconds of judging that a quiet time saves up: what happens after it is judged at once. */
const SAVED = 500;

/** However large the fleet: what happens is judged this soon. */
const LATEST = 15_000;

/**
 * How often to judge. A judgement of a thousand placements takes a second or more: it is not made as often as one of a few. Whatever happens
 * after a quiet time is judged at once, as it may decide.
 */
export class JudgingPace {
  #cost = 0;
  /** Milliseconds of judging that may be spent without a rest; below zero they are owed. */
  #saved = SAVED;
  /** When the last look ended. */
  #lookedAt: number | undefined;

  /** A look took so many milliseconds and ended at `now`. The first one counts for nothing: what it learns is kept. */
  took(cost: number, now: number): void {
    this.#saved = this.#lookedAt === undefined ? SAVED : Math.max(-LATEST / SHARE, this.#savedAt(now) - cost);
    this.#cost = cost;
    this.#lookedAt = now;
  }

  /** Until the next look where nothing happens. */
  get recheck(): number {
    return Math.max(RECHECK_EVERY, this.#cost * (SHARE - 1));
  }

  /** Milliseconds from `now` until what happens may be judged; nothing after a quiet time. */
  rest(now: number): number {
    if (this.#lookedAt === undefined) return 0;
    return Math.max(0, this.#lookedAt + TOGETHER - now, -this.#savedAt(now) * SHARE);
  }

  #savedAt(now: number): number {
    return Math.min(SAVED, this.#saved + (now - (this.#lookedAt ?? now)) / SHARE);
  }
}
