import type { Clock } from '../../clock.ts';
import type { HubTiming } from './timing.ts';

/**
 * Prevents busy loops, regardless of what a hub answers. Each path (a kind, a discovery document) may have a few requests in a row, and
 * on average at most one every `requestMs`.
 */
export class RequestPace {
  readonly #clock: Clock;
  readonly #timing: Pick<HubTiming, 'requestMs' | 'requestBurst'>;
  /** When the next request of a path would be due without bursts. */
  readonly #due = new Map<string, number>();

  constructor(clock: Clock, timing: Pick<HubTiming, 'requestMs' | 'requestBurst'>) {
    this.#clock = clock;
    this.#timing = timing;
  }

  /** Resolves when this path may be requested, or at once if aborted. */
  async turn(path: string, signal: AbortSignal): Promise<void> {
    const { requestMs, requestBurst } = this.#timing;
    const [key = path] = path.split('?');
    const now = this.#clock.now();
    const due = Math.max(now, this.#due.get(key) ?? 0);
    this.#due.set(key, due + requestMs);
    const wait = due - requestBurst * requestMs - now;
    if (wait > 0) await this.#clock.sleep(wait, signal);
  }
}
