import type { Clock } from '../../../src/gates/clock.ts';
import type { HubTime } from '../../../src/demo/hub/hub-time.ts';

/** One clock for a hub and the gate that reads it. It can run faster than real time. */
export interface AdjustableTime {
  readonly hub: HubTime;
  readonly gate: Clock;
  /** Time as it would pass on an idle machine, at any speed. */
  readonly steady: Clock;
  /** From now on this many seconds pass in one real second; sleepers wake accordingly. */
  setSpeed(speed: number): void;
}

export function adjustableTime(): AdjustableTime {
  const steady = steadyClock();
  let speed = 1;
  let since = { virtual: 0, steady: steady.now() };
  const epoch = Date.now();
  let changed = new AbortController();
  const now = (): number => since.virtual + (steady.now() - since.steady) * speed;

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const due = now() + ms;
    const isOver = (): boolean => now() >= due || signal?.aborted === true;
    while (!isOver()) {
      const ends = signal === undefined ? changed.signal : AbortSignal.any([signal, changed.signal]);
      await steady.sleep((due - now()) / speed, ends);
    }
  }

  return {
    hub: { now: () => epoch + now(), sleep },
    gate: { now, sleep },
    steady,
    setSpeed: (next) => {
      since = { virtual: now(), steady: steady.now() };
      speed = next;
      changed.abort();
      changed = new AbortController();
    },
  };
}

/** Milliseconds between two steps of steady time, and the most that passes in one step. */
const TICK = 10;
const MOST = 2 * TICK;

/**
 * Real time as this process gets it. Time in which a busy machine does not run the process is left out. Hub and gate share the process, so
 * neither misses a deadline of the other. The clock stops if nothing sleeps.
 */
function steadyClock(): Clock {
  let passed = 0;
  let last = 0;
  let ticker: NodeJS.Timeout | undefined;
  const sleepers = new Set<() => void>();

  function tick(): void {
    const now = performance.now();
    passed += Math.min(now - last, MOST);
    last = now;
    for (const look of sleepers) look();
    if (sleepers.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  return {
    now: () => passed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const due = passed + ms;
        const look = (): void => {
          if (passed < due && signal?.aborted !== true) return;
          sleepers.delete(look);
          signal?.removeEventListener('abort', look);
          resolve();
        };
        sleepers.add(look);
        signal?.addEventListener('abort', look, { once: true });
        look();
        if (ticker !== undefined || sleepers.size === 0) return;
        last = performance.now();
        ticker = setInterval(tick, TICK);
      }),
  };
}
