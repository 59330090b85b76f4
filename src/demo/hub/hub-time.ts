/** The embedded hub's clock: wall time for `Date` headers and shifted timestamps, and a timer for delayed work. */
export interface HubTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or immediately if aborted. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const realTime: HubTime = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
    }),
};
