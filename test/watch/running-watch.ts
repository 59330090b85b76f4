import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../../src/cli/commands/run.ts';
import { systemClock } from '../../src/gates/clock.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import type { WatchedShop } from './watched-shop.ts';

/** A watch that serves its metrics and looks when the test says so. */
export interface RunningWatch {
  readonly out: () => string;
  /** The address of its metrics. */
  readonly page: string;
  readonly get: (path: string) => Promise<{ readonly status: number; readonly text: string }>;
  /** Lets the next look begin. The hub tells of a change a moment after it: call it until the change is seen. */
  readonly look: () => void;
  /** Cancels it. @returns the exit code */
  readonly end: () => Promise<number>;
}

export async function runningWatch(shop: WatchedShop, ...argv: readonly string[]): Promise<RunningWatch> {
  const stop = new AbortController();
  let asked = 0;
  let wake = Promise.withResolvers<void>();
  const clock = {
    now: () => systemClock.now(),
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
      if (ms < BETWEEN_LOOKS) return systemClock.sleep(ms, signal);
      if (asked > 0) {
        asked = 0;
        return Promise.resolve();
      }
      const aborted = new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
      return Promise.race([wake.promise.then(() => void (asked = 0)), aborted]);
    },
  };
  const io = fakeIo({
    cwd: shop.cwd,
    env: { PATH: process.env['PATH'] },
    signal: stop.signal,
    clock,
    hubTiming: { startBudgetMs: 200, budgetMs: 200, backoffBaseMs: 50, backoffMaxMs: 50 },
  });
  const ended = run(['watch', '--every', '5m', '--metrics', '127.0.0.1:0', '--kubeconfig', 'kubeconfig', ...argv], io);
  let hasEnded = false;
  void ended.finally(() => (hasEnded = true)).catch(() => undefined);
  while (!io.out().includes('/metrics')) {
    if (hasEnded) throw new Error(`the watch ended: ${JSON.stringify(await ended)} ${io.err()}`);
    await pause(5);
  }
  const [, root = ''] = /(http:\S+)\/metrics/.exec(io.out()) ?? [];
  return {
    out: io.out,
    page: `${root}/metrics`,
    get: async (path) => {
      const answer = await fetch(`${root}${path}`);
      return { status: answer.status, text: await answer.text() };
    },
    look: () => {
      asked += 1;
      wake.resolve();
      wake = Promise.withResolvers();
    },
    end: async () => {
      stop.abort();
      const { exitCode, closed } = await ended;
      await closed;
      return exitCode;
    },
  };
}

/** Milliseconds: a longer sleep of the program is the one between two looks. */
const BETWEEN_LOOKS = 100_000;
