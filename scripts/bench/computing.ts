import type { Growing } from './row.ts';
import { medianOf } from './spread.ts';

const ROUNDS = 3;
/** ms. What takes this long is not repeated: how a machine differs from one second to the next counts for little then. */
const ENOUGH = 2000;

/** ms. The kernel counts the CPU of a thread that runs by ticks of some ms: what takes less is run more often, and shared out. */
const COUNTED = 50;

/** ms of CPU that the thread takes for one run, garbage collection by other threads left out. */
function computing(run: () => unknown): number {
  globalThis.gc?.();
  const start = process.threadCpuUsage();
  const began = performance.now();
  let runs = 0;
  do {
    run();
    runs += 1;
  } while (performance.now() - began < COUNTED);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000 / runs;
}

/** The CPU of a run at each size. @param at prepares one size, and answers what is measured */
export async function growing(sizes: readonly number[], at: (size: number) => () => unknown): Promise<Growing> {
  const [smallest] = sizes;
  // So that the first size is measured when all is compiled, as the others are.
  if (smallest !== undefined) samplesOf(at(smallest));
  return { points: sizes.map((size) => ({ size, value: medianOf(samplesOf(at(size))) })) };
}

function samplesOf(run: () => unknown): readonly number[] {
  const samples: number[] = [];
  for (let spent = 0; samples.length < ROUNDS && spent < ENOUGH; spent += samples.at(-1) ?? 0) samples.push(computing(run));
  return samples;
}
