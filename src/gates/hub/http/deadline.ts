import type { Clock } from '../../clock.ts';

/** A reused reason: otherwise Node creates an error with its stack for each abort. */
const STOPPED = 'stopped';

/** Calls `expire` once, after `ms` without a `touch`. */
export class Deadline {
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #ms: number;
  #due: number;

  constructor(clock: Clock, ms: number, expire: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#due = clock.now() + ms;
    void this.#run(expire);
  }

  /** Restarts the time span. */
  touch(): void {
    this.#due = this.#clock.now() + this.#ms;
  }

  stop(): void {
    this.#stopped.abort(STOPPED);
  }

  async #run(expire: () => void): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const left = this.#due - this.#clock.now();
      if (left <= 0) {
        expire();
        return;
      }
      await this.#clock.sleep(left, signal);
    }
  }
}
