import type { Clock } from '../../src/gates/clock.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Simulated time. It stops until the program under test waits, then it jumps to the next timer. */
export class SimClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  readonly #settled: () => Promise<unknown>;

  /** @param settled resolves once the program under test has done everything that it can do before time advances */
  constructor(settled: () => Promise<unknown> = nextTurn) {
    this.#settled = settled;
  }

  /** The number of timers that have not fired yet. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.until(this.#now + Math.max(0, ms), signal);
  }

  /** Resolves at this time, or at once if the signal aborts. */
  until(at: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const timer: Timer = { at, fire: () => done() };
      const done = (): void => {
        this.#timers.delete(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.#timers.add(timer);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  /** Plays until the promise settles. @throws if it waits for something that no timer causes */
  async play<T>(outcome: Promise<T>): Promise<T> {
    const state = { settled: false };
    const done = outcome.finally(() => {
      state.settled = true;
    });
    done.catch(() => undefined);
    for (;;) {
      await this.#settled();
      if (state.settled) break;
      const next = [...this.#timers].toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) throw new Error('the program waits for something that never comes');
      this.#now = Math.max(this.#now, next.at);
      next.fire();
    }
    return done;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
