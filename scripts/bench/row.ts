/**
 * What the bench measures. To add rows, write a file `scripts/bench/rows/<name>.ts` that exports `rows: readonly Row[]`; `main.ts` finds it.
 * Compare whole processes with `whole-process.ts`, and whatever has a peer with `inTurns` of `interleave.ts`.
 */
export interface Row {
  /** The part of the bench it belongs to, one word: `npm run bench -- <group>`. */
  readonly group: string;
  /** What is measured; no other row of the bench says the same. */
  readonly what: string;
  /** What ours is held against, as the table names it; absent if nothing is. */
  readonly peer?: string;
  /** The figures of one run of `measure`, by name. */
  readonly figures: Readonly<Record<string, Claim>>;
  /** Answers each of `figures`. @throws {Skipped} this machine cannot run it */
  readonly measure: () => Promise<Readonly<Record<string, Measured>>>;
}

export interface Claim {
  /** Of the samples: `ms`, `µs`, `MB`, `requests/min`, … */
  readonly unit: string;
  readonly bound?: Bound;
}

/** The most that the median may be: of our samples, of their ratio to the peer's, or of the exponent by which they grow. */
export interface Bound {
  readonly of: 'ours' | 'ratio' | 'growth';
  readonly most: number;
}

export type Measured = Samples | Growing;

/** Equally many of both if there is a peer; those of one place were taken one after the other. */
export interface Samples {
  readonly ours: readonly number[];
  readonly peer?: readonly number[];
}

/** How a figure grows with a size: one median for each of some sizes, smallest first. */
export interface Growing {
  readonly points: readonly Point[];
}

export interface Point {
  readonly size: number;
  readonly value: number;
}

/** A row that this machine cannot run. The message says what it lacks: `needs Go`. */
export class Skipped extends Error {}
