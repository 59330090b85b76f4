import type { Random } from './random.ts';

/** One way into the program that is tried with hostile input. */
export interface FuzzTarget {
  readonly name: string;
  /** What is tried, and what must hold, in the words of the page. */
  readonly about: string;
  /** Inputs of the whole run, and of the share of every run. */
  readonly all: number;
  readonly share: number;
  /** Reads what is to be mutated. */
  start(): Promise<Try>;
}

/** Makes one input and has it judged. `input` is what a failure shows; `judge` throws where an oracle is contradicted. */
export type Try = (random: Random) => { readonly input: unknown; judge(): void | Promise<void> };

/** An oracle was contradicted. */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
