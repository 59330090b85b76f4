/** Looks again at least this often: heartbeats grow old and budgets free up without any event. */
const RECHECK_EVERY = 10_000;

/** What happens within so many milliseconds is told together: kinds are watched one by one, and what is half there looks like trouble. */
const TOGETHER = 100;

/** One part in so many of the time is spent on judging, where more happens than can be judged. */
const SHARE = 20;

/** Milliseconds of judging that a quiet time saves up: what happens after it is judged with no rest. */
const SAVED = 500;

/** However large the fleet: what happens is judged this soon. */
const LATEST = 15_000;

/**
 * How often to judge. A judgement of a thousand placements takes a second or more: it is not made as often as one of a few. A quiet time saves
 * up for what follows it, which may decide.
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

  /** Milliseconds from `now` until the next look may be made; nothing after a quiet time. */
  rest(now: number): number {
    return this.#lookedAt === undefined ? 0 : Math.max(0, -this.#savedAt(now) * SHARE);
  }

  /** How long what happens is gathered, to be judged together. */
  together(now: number): number {
    return Math.max(TOGETHER, this.rest(now));
  }

  #savedAt(now: number): number {
    return Math.min(SAVED, this.#saved + (now - (this.#lookedAt ?? now)) / SHARE);
  }
}
