import type { Clock } from '../../src/gates/clock.ts';
import type { HubTime } from '../../src/demo/hub/hub-time.ts';

/** Time for a hub, and for the gate that reads it, in step. It can be made to run faster. */
export interface AdjustableTime {
  readonly hub: HubTime;
  readonly gate: Clock;
  /** What everything takes on a machine that is not busy, whatever the speed. */
  readonly steady: Clock;
  /** From now on this many seconds pass in one; sleepers wake accordingly. */
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

/** How often steady time goes on, and the most that passes at once. Milliseconds. */
const TICK = 10;
const MOST = 2 * TICK;

/**
 * Real time as this process gets it. What a busy machine keeps from the process does not count. So hub and gate, which share the process,
 * never miss each other. It stands still while nobody sleeps.
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
