import { Worker } from 'node:worker_threads';
import type { FuzzFailure, FuzzOrder } from './fuzz-worker.ts';

/**
 * Tries inputs of a target in a thread of its own, with bounded memory. Rejects with the seed and the number of the first input that
 * contradicts an oracle, never ends, takes more CPU time than the limit, or fills the memory.
 * @param limit CPU milliseconds of one input
 */
export async function runFuzz(order: Omit<FuzzOrder, 'at'>, memoryMb: number): Promise<void> {
  const at = new Int32Array(new SharedArrayBuffer(4));
  const data: FuzzOrder = { ...order, at };
  const worker = new Worker(new URL('fuzz-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (what: string): void => reject(new Error(`seed ${order.seed}, input ${Atomics.load(at, 0)} of ${order.module}: ${what}`));
  worker.once('message', ({ failure }: { readonly failure?: FuzzFailure }) => {
    if (failure === undefined) resolve(undefined);
    else fail(failure.text);
  });
  worker.once('error', (error) => fail(error.message));
  worker.once('exit', (code) => fail(`the thread ended with ${code}`));
  const watch = watchdog(worker, at, order.limit, fail);
  try {
    await promise;
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

/** A thread that is stuck in an input cannot time itself. */
function watchdog(worker: Worker, at: Int32Array, limit: number, fail: (what: string) => void): NodeJS.Timeout {
  let seen = { input: -1, cpu: 0 };
  const look = async (): Promise<void> => {
    const { user } = await worker.cpuUsage();
    const input = Atomics.load(at, 0);
    if (input !== seen.input) seen = { input, cpu: user };
    else if ((user - seen.cpu) / 1000 > limit * PATIENCE) fail(`it does not end: ${Math.round((user - seen.cpu) / 1000)} ms of CPU time`);
  };
  return setInterval(() => void look().catch(() => undefined), 1000);
}

/** The watchdog allows this many times the limit, so the thread itself can fail first and report its input. */
const PATIENCE = 3;
