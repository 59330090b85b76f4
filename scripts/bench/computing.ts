import type { Growing } from './row.ts';
import { medianOf } from './spread.ts';

const ROUNDS = 3;
/** ms. A run that takes this long is not repeated, because variations of the machine from one second to the next then matter little. */
const ENOUGH = 2000;

/** ms. The kernel counts the CPU of a running thread in ticks of some ms, so a shorter run is repeated, and the time divided. */
const COUNTED = 50;

/** ms of CPU of the thread for one run, without garbage collection by other threads. */
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

/** The CPU time of a run at each size. @param at prepares one size, and returns the run to measure */
export async function growing(sizes: readonly number[], at: (size: number) => () => unknown): Promise<Growing> {
  const [smallest] = sizes;
  // A warm-up, so that the code is compiled when the first size is measured.
  if (smallest !== undefined) samplesOf(at(smallest));
  return { points: sizes.map((size) => ({ size, value: medianOf(samplesOf(at(size))) })) };
}

function samplesOf(run: () => unknown): readonly number[] {
  const samples: number[] = [];
  for (let spent = 0; samples.length < ROUNDS && spent < ENOUGH; spent += samples.at(-1) ?? 0) samples.push(computing(run));
  return samples;
}
