/** How much is shown; each step of the ladder drops whole blocks or rows, so nothing is ever cut in the middle. */
export interface Depth {
  /** Findings that stand open. */
  readonly findings: number;
  readonly placements: number;
  /** Rows of each table of clusters. */
  readonly clusters: number;
  /** Causes of each placement. */
  readonly causes: number;
  /** Lines of the change of each object on clusters; 0 leaves all of them out, before anything that judges. */
  readonly diff: number;
  /** Rows of each folded list; 0 leaves the folded blocks out and names causes in a line. */
  readonly folded: number;
  /** Notes about the run, and what a plan takes for granted, each. */
  readonly notes: number;
  /** The most characters of a line that stands by itself. */
  readonly line: number;
}

const ALL: Depth = { findings: 10, placements: 100, clusters: 100, causes: 100, diff: 1000, folded: 500, notes: 100, line: 2000 };

/** From all there is down to the counts; the first that fits is taken. */
export const DEPTHS: readonly Depth[] = [
  ALL,
  { ...ALL, diff: 40 },
  { ...ALL, diff: 0 },
  { findings: 10, placements: 20, clusters: 30, causes: 20, diff: 0, folded: 50, notes: 50, line: 2000 },
  { findings: 10, placements: 3, clusters: 10, causes: 5, diff: 0, folded: 10, notes: 20, line: 1000 },
  { findings: 20, placements: 50, clusters: 50, causes: 20, diff: 0, folded: 0, notes: 10, line: 500 },
  { findings: 10, placements: 10, clusters: 5, causes: 5, diff: 0, folded: 0, notes: 5, line: 500 },
  { findings: 0, placements: 0, clusters: 0, causes: 0, diff: 0, folded: 0, notes: 3, line: 300 },
];
