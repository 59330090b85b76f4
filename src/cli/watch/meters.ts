import { VERSION } from '../../version.ts';
import type { WatchMeters } from '../../watch/metrics-text.ts';
import type { Delivery } from './deliver.ts';
import type { WatchStep } from './watcher.ts';

const CHANGES = ['bad', 'stillBad', 'healed', 'gone', 'evicted'] as const;

/** Counts what a watch does, for its metrics. */
export class Meters {
  #last: WatchMeters['last'];
  #isReadable = false;
  readonly #looks = { read: 0, unreadable: 0 };
  readonly #changes: Record<string, number> = Object.fromEntries(CHANGES.map((change) => [change, 0]));
  readonly #deliveries = new Map<string, number>();

  read({ look, memory, changes }: WatchStep, seconds: number): void {
    this.#last = { look, memory, seconds };
    this.#isReadable = true;
    this.#looks.read += 1;
    for (const { change } of changes) this.#changes[change] = (this.#changes[change] ?? 0) + 1;
  }

  unreadable(): void {
    this.#isReadable = false;
    this.#looks.unreadable += 1;
  }

  delivered(tried: Delivery['tried']): void {
    for (const { sink, problem } of tried) {
      const key = `${sink} ${problem === undefined ? 'ok' : 'failed'}`;
      this.#deliveries.set(key, (this.#deliveries.get(key) ?? 0) + 1);
    }
  }

  get isReady(): boolean {
    return this.#last !== undefined;
  }

  now(): WatchMeters {
    const deliveries = [...this.#deliveries].map(([key, count]) => {
      const [sink = '', result] = key.split(' ');
      return { sink, result: result === 'ok' ? ('ok' as const) : ('failed' as const), count };
    });
    return {
      ...(this.#last === undefined ? {} : { last: this.#last }),
      isReadable: this.#isReadable,
      looks: this.#looks,
      changes: this.#changes,
      deliveries,
      version: VERSION,
    };
  }
}
