/** The longest time between two evaluations: heartbeats become old and budgets become free without an event. */
const RECHECK_EVERY = 10_000;

/** Changes within this many milliseconds are judged together: each kind has its own watch, and a half-read change seems to be a problem. */
const TOGETHER = 100;

/** If changes come faster than they can be judged, one part in this many of the time is used for evaluations. */
const SHARE = 20;

/** Milliseconds of evaluation time that a quiet time saves: later changes are then judged without a pause. */
const SAVED = 500;

/** The longest delay of an evaluation in milliseconds, however large the fleet. */
const LATEST = 15_000;

/**
 * How often to evaluate. The evaluation of a thousand placements takes a second or more, so it runs less often than that of a few. A quiet
 * time saves evaluation time for later changes, which may decide.
 */
export class JudgingPace {
  #cost = 0;
  /** Milliseconds of evaluation time that may be used without a pause; negative if too much was used. */
  #saved = SAVED;
  /** When the last evaluation ended. */
  #lookedAt: number | undefined;

  /** Records that an evaluation took `cost` milliseconds and ended at `now`. The first one is ignored, because its results are cached. */
  took(cost: number, now: number): void {
    this.#saved = this.#lookedAt === undefined ? SAVED : Math.max(-LATEST / SHARE, this.#savedAt(now) - cost);
    this.#cost = cost;
    this.#lookedAt = now;
  }

  /** Milliseconds until the next evaluation without a change. */
  get recheck(): number {
    return Math.max(RECHECK_EVERY, this.#cost * (SHARE - 1));
  }

  /** Milliseconds from `now` until the next evaluation may start; 0 after a quiet time. */
  rest(now: number): number {
    return this.#lookedAt === undefined ? 0 : Math.max(0, -this.#savedAt(now) * SHARE);
  }

  /** How long changes are collected to be judged together, in milliseconds. */
  together(now: number): number {
    return Math.max(TOGETHER, this.rest(now));
  }

  #savedAt(now: number): number {
    return Math.min(SAVED, this.#saved + (now - (this.#lookedAt ?? now)) / SHARE);
  }
}
