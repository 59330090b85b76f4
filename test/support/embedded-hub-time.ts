import type { Clock } from '../../src/gates/clock.ts';
import type { HubTime } from '../../src/demo/hub/hub-time.ts';

/** Real time that can be made to run faster: for a hub and for the gate that looks at it, in step. */
export interface AdjustableTime {
  readonly hub: HubTime;
  readonly gate: Clock;
  /** From now on this many seconds pass in one; sleepers wake accordingly. */
  setSpeed(speed: number): void;
}

export function adjustableTime(): AdjustableTime {
  let speed = 1;
  let since = { virtual: 0, real: performance.now() };
  const epoch = Date.now();
  const waking = new Set<() => void>();
  const now = (): number => since.virtual + (performance.now() - since.real) * speed;

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const due = now() + ms;
    const isOver = (): boolean => now() >= due || signal?.aborted === true;
    while (!isOver()) await nap(Math.max(0, due - now()) / speed, signal);
  }

  /** Ends early when the speed changes. */
  function nap(real: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waking.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, real);
      waking.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  return {
    hub: { now: () => epoch + now(), sleep },
    gate: { now, sleep },
    setSpeed: (next) => {
      since = { virtual: now(), real: performance.now() };
      speed = next;
      for (const wake of waking) wake();
    },
  };
}
