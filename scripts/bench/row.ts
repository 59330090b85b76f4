/**
 * A row of the bench. To add rows, write a file `scripts/bench/rows/<name>.ts` that exports `rows: readonly Row[]`; `main.ts` finds it.
 * Compare whole processes with `whole-process.ts`, and code with a peer by `inTurns` of `interleave.ts`.
 */
export interface Row {
  /** The group of the bench that it belongs to, one word: `npm run bench -- <group>`. */
  readonly group: string;
  /** What is measured; unique among the rows. */
  readonly what: string;
  /** What ours is compared with, as the table names it; absent if there is no peer. */
  readonly peer?: string;
  /** The figures of one run of `measure`, by name. */
  readonly figures: Readonly<Record<string, Claim>>;
  /** Returns a result for each of `figures`. @throws {Skipped} this machine cannot run it */
  readonly measure: () => Promise<Readonly<Record<string, Measured>>>;
}

export interface Claim {
  /** The unit of the samples: `ms`, `µs`, `MB`, `requests/min`, … */
  readonly unit: string;
  readonly bound?: Bound;
}

/** The highest allowed median: of our samples, of their ratio to the peer's, or of the exponent by which they grow. */
export interface Bound {
  readonly of: 'ours' | 'ratio' | 'growth';
  readonly most: number;
}

export type Measured = Samples | Growing;

/** If there is a peer, both have the same number; samples with the same index were taken one after the other. */
export interface Samples {
  readonly ours: readonly number[];
  readonly peer?: readonly number[];
}

/** How a figure grows with a size: one median for each of some sizes, the smallest first. */
export interface Growing {
  readonly points: readonly Point[];
}

export interface Point {
  readonly size: number;
  readonly value: number;
}

/** A row that this machine cannot run. The message says what is missing: `needs Go`. */
export class Skipped extends Error {}
