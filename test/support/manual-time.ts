import type { HubTime } from '../../src/demo/hub/hub-time.ts';

/** Time of an embedded hub that advances only if the test says so, so it never overtakes a slow machine. */
export interface ManualTime extends HubTime {
  pass(ms: number): void;
}

export function standingTime(): ManualTime {
  let now = 0;
  const sleepers = new Set<() => void>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const due = now + ms;
        const look = (): void => {
          if (now < due && !signal.aborted) return;
          sleepers.delete(look);
          signal.removeEventListener('abort', look);
          resolve();
        };
        sleepers.add(look);
        signal.addEventListener('abort', look, { once: true });
        look();
      }),
    pass: (ms) => {
      now += ms;
      for (const look of sleepers) look();
    },
  };
}
