import type { Random } from './random.ts';

/** One entry into the program that is tried with hostile input. */
export interface FuzzTarget {
  readonly name: string;
  /** What is tried and what must hold, as the documentation page describes it. */
  readonly about: string;
  /** Numbers of inputs: of the whole run, and of the sample in every run. */
  readonly all: number;
  readonly share: number;
  /** Loads what will be mutated. */
  start(): Promise<Try>;
}

/** Makes one input. A failure prints `input`; `judge` throws if the program breaks an oracle. */
export type Try = (random: Random) => { readonly input: unknown; judge(): void | Promise<void> };

/** @throws {Error} with the sentence, if it does not hold */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
