/** Tries the inputs of one target, one after the other, and writes the number of the current one to shared memory. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import type { FuzzTarget } from './fuzz-target.ts';
import { Random } from './random.ts';

export interface FuzzOrder {
  /** URL of the module that exports `target`. */
  readonly module: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** CPU milliseconds of this thread that one input may take. */
  readonly limit: number;
  /** The number of the current input. */
  readonly at: Int32Array;
}

export interface FuzzFailure {
  readonly input: number;
  readonly text: string;
}

const order = workerData as FuzzOrder;
const failure = await firstFailure(order);
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ failure });

async function firstFailure({ module, seed, from, to, limit, at }: FuzzOrder): Promise<FuzzFailure | undefined> {
  const { target } = (await import(module)) as { readonly target: FuzzTarget };
  const attempt = await target.start();
  for (let input = from; input < to; input += 1) {
    Atomics.store(at, 0, input);
    const made = attempt(Random.of(seed, target.name, input));
    const before = process.threadCpuUsage();
    try {
      const judged = made.judge();
      if (judged instanceof Promise) await judged;
      if (Object.hasOwn(Object.prototype, 'polluted')) throw new Error('the input changed the prototype of all objects');
      const { user } = process.threadCpuUsage(before);
      if (user / 1000 > limit) throw new Error(`it took ${Math.round(user / 1000)} ms of CPU time, more than ${limit}`);
    } catch (error) {
      return { input, text: `${inspect(error)}\nthe input was: ${shown(made.input)}` };
    }
  }
  return undefined;
}

function shown(input: unknown): string {
  const text =
    typeof input === 'string' ? JSON.stringify(input) : inspect(input, { depth: 20, maxStringLength: 2000, maxArrayLength: 200 });
  return text.length > 20_000 ? `${text.slice(0, 20_000)}… (${text.length} characters)` : text;
}
