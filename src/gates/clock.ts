/** Monotonic time and timers. Tests can replace them to play minutes in milliseconds. */
export interface Clock {
  /** Milliseconds since some fixed moment; only differences have a meaning. */
  now(): number;
  /** Resolves after `ms`, or at once if aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers fire at once for longer times (24.8 days). */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The real clock. A sleep may have any length, including infinite. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const due = performance.now() + ms;
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const again = (): void => {
        const left = due - performance.now();
        if (left <= LONGEST_TIMER) timer = setTimeout(done, Math.max(0, left));
        else timer = setTimeout(again, LONGEST_TIMER);
      };
      let timer: NodeJS.Timeout | undefined;
      again();
      signal?.addEventListener('abort', done, { once: true });
    }),
};
