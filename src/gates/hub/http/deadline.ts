import type { Clock } from '../../clock.ts';

/** Without a reason Node makes an error with its stack, for each of many. */
const STOPPED = 'stopped';

/** Calls `expire` once, when `ms` passed without a `touch`. */
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

  /** Starts the span again. */
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
