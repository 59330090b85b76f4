import { COALESCE } from './hub-watch.ts';

/** Looks again at least this often: heartbeats grow old and budgets free up without any event. */
const RECHECK_EVERY = 10_000;

/** A twentieth of the time is spent on judging where nothing else asks for more. */
const REST = 19;

/** However large the fleet: what happens is judged this soon. */
const LATEST = 15_000;

/** How often to judge. A judgement of a thousand placements takes a second or more: it is not made as often as one of a few. */
export class JudgingPace {
  #cost = 0;

  /** The last judgement took so many milliseconds. */
  took(cost: number): void {
    this.#cost = cost;
  }

  /** Until the next look where nothing happens. */
  get recheck(): number {
    return Math.max(RECHECK_EVERY, this.#cost * REST);
  }

  /** How long what happens is gathered, to be judged together. */
  get together(): number {
    return Math.max(COALESCE, this.least);
  }

  /** Between two judgements at least, whatever time alone may change; nothing where a judgement costs next to nothing. */
  get least(): number {
    const rest = Math.min(LATEST, this.#cost * REST);
    return rest <= COALESCE ? 0 : rest;
  }
}
