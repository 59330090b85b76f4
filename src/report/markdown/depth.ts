/** How much is shown. Each step drops whole blocks or rows, so nothing is cut in the middle. */
export interface Depth {
  /** Findings that are not folded. */
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
  /** The most notes about the run, and the most assumptions of a plan. */
  readonly notes: number;
  /** The most characters of a single line. */
  readonly line: number;
  /** Pictures beside the lists that say the same. */
  readonly pictures: boolean;
  /** The states of each cluster over time. */
  readonly timeline: boolean;
  /** Whether placements that passed are shown if others did not pass. */
  readonly passed: boolean;
}

const ALL: Depth = {
  findings: 10,
  placements: 100,
  clusters: 100,
  causes: 100,
  diff: 1000,
  folded: 500,
  notes: 100,
  line: 2000,
  pictures: true,
  timeline: true,
  passed: true,
};

/** Parts to drop, one after the other, until the report fits. After the last one only the counts are left. */
const RUNGS: readonly Partial<Depth>[] = [
  { diff: 40 },
  { diff: 0 },
  { pictures: false },
  { timeline: false },
  { passed: false },
  { placements: 20, clusters: 30, causes: 20, folded: 50, notes: 50 },
  { placements: 3, clusters: 10, causes: 5, folded: 10, notes: 20, line: 1000 },
  // Without evidence there is room for more causes, one line each.
  { placements: 50, clusters: 50, causes: 20, folded: 0, notes: 10, line: 500 },
  { placements: 10, clusters: 5, causes: 5, notes: 5 },
  { findings: 0, placements: 0, clusters: 0, causes: 0, notes: 3, line: 300 },
];

/** From the whole report down to the counts; the first that fits is used. */
export const DEPTHS: readonly Depth[] = RUNGS.reduce<readonly Depth[]>(
  (depths, rung) => depths.concat({ ...(depths.at(-1) ?? ALL), ...rung }),
  [ALL],
);
