import { inject } from 'vitest';
import { startHub, type HubOptions, type StartedHub } from '../rig/rig.ts';

/** How many API servers tests may start at the same time: a start takes the CPU for some seconds. */
const AT_ONCE = 2;

let running = 0;
let count = 0;
const waiting: (() => void)[] = [];

/** Runs with an API server that the test may stop, or that differs from the shared ones. */
export async function withOwnHub<T>(options: HubOptions, use: (started: StartedHub) => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  count += 1;
  try {
    const started = await startHub(inject('site'), { ...options, name: `${options.name}-${count}` });
    try {
      return await use(started);
    } finally {
      await started.stop();
    }
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
