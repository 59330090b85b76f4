/** The what-if scheduler, the plan made with it, and the diff of objects in a plan. */
import { DIFF_LIMITS, DiffBudget } from '../../../src/cli/tree/diff-budget.ts';
import { reportedDiffs } from '../../../src/cli/tree/reported-diffs.ts';
import { memberClusters } from '../../../src/fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { clusterChanges } from '../../../src/schedule/change/cluster-changes.ts';
import type { Planned } from '../../../src/schedule/plan-context.ts';
import { planPlacements } from '../../../src/schedule/plan.ts';
import { schedule } from '../../../src/schedule/schedule.ts';
import { growing } from '../computing.ts';
import type { Row } from '../row.ts';
import { content, fleet, numbered, overridesFor, pickAll, pickN, placement, runsFor, SYNTHETIC_NOW as now } from '../synthetic-fleet.ts';

const SIZES = [250, 500, 1000, 2000];
const MOST = SIZES.at(-1) ?? 0;

export const rows: readonly Row[] = [
  ...bothWays('schedule', 'PickAll', (placements, clusters) => scheduling(placements, clusters, pickAll)),
  ...bothWays('schedule', 'PickN 3 with affinity', (placements, clusters) => scheduling(placements, clusters, pickN)),
  ...bothWays('plan', 'what-if', (placements, clusters) => planning(placements, clusters)),
  ...bothWays('plan', 'what-if with a base', (placements, clusters) => planning(placements, clusters, { base: 'same' })),
  ...bothWays('plan', 'what-if with a base that picks otherwise', (placements, clusters) =>
    planning(placements, clusters, { base: 'moved' }),
  ),
  grows('plan', 'what-if with a base that has none of them, n placements × 100 clusters', (n) => planning(n, 100, { base: 'others' })),
  ...bothWays('plan', 'what-if with an override of each', (placements, clusters) =>
    planning(placements, clusters, { others: overridesFor(placements) }),
  ),
  ...bothWays('plan', 'what-if with an update run of each', (placements, clusters) =>
    planning(placements, clusters, { others: runsFor(placements), strategy: 'External' }),
  ),
  ...bothWays('diff', 'placements that change', (placements, clusters) => diffing(placements, clusters, [], 'slow')),
  ...bothWays('diff', 'placements that do not change', (placements, clusters) => diffing(placements, clusters, [], 'fast')),
  grows('diff', '100 placements that change on each of n clusters otherwise', (n) => diffing(100, n, overridesFor(100, 'each'), 'slow')),
];

/** By the number of placements, and by that of clusters, up to the maximum of both. */
function bothWays(group: string, what: string, at: (placements: number, clusters: number) => () => unknown): readonly Row[] {
  return [
    grows(group, `${what}, n placements × ${MOST} clusters`, (n) => at(n, MOST)),
    grows(group, `${what}, ${MOST} placements × n clusters`, (n) => at(MOST, n)),
  ];
}

function grows(group: string, what: string, at: (n: number) => () => unknown): Row {
  return {
    group,
    what: `${group}: ${what}`,
    figures: { CPU: { unit: 'ms', bound: { of: 'growth', most: 1.1 } } },
    measure: async () => ({ CPU: await growing(SIZES, at) }),
  };
}

function scheduling(placements: number, clusters: number, policy: (index: number) => object): () => unknown {
  const members = memberClusters(fleet(clusters));
  const objects = numbered(placements, (index) => placement(index, policy(index)));
  return () => objects.map((object) => schedule({ placement: object, clusters: members, now }).picked.length);
}

interface Planning {
  readonly others?: readonly KubeObject[];
  /** The base: the same, placements that picked other clusters, or none of these. */
  readonly base?: 'same' | 'moved' | 'others';
  readonly strategy?: 'External';
}

function planning(placements: number, clusters: number, { others = [], base, strategy }: Planning = {}): () => unknown {
  const more = strategy === undefined ? {} : { strategy: { type: strategy } };
  const tree = (shift: number, first = 0): readonly Planned[] => [
    ...numbered(placements, (index) => {
      const number = first + index;
      return [placement(number, pickAll(number + shift), { more }), ...content(number)].map(planned);
    }).flat(),
    ...others.map(planned),
  ];
  const before = base === undefined ? {} : { base: tree(base === 'moved' ? 1 : 0, base === 'others' ? placements : 0) };
  const input = { objects: tree(0), members: fleet(clusters), now, ...before };
  return () => planPlacements(input);
}

/** Changes on clusters, in lines; the plan itself is made before. */
function diffing(placements: number, clusters: number, others: readonly KubeObject[], before: 'fast' | 'slow'): () => unknown {
  const tree = (mode: string): readonly Planned[] => [
    ...numbered(placements, (index) => [placement(index, pickAll(index)), ...content(index, mode)].map(planned)).flat(),
    ...others.map(planned),
  ];
  const input = { objects: tree('fast'), base: tree(before), members: fleet(clusters), now };
  const plan = planPlacements(input);
  return () => {
    const telling = { scope: '', marked: (object: unknown) => object, budget: new DiffBudget(DIFF_LIMITS) };
    return clusterChanges(input, plan).placements.map((changes) => reportedDiffs(changes, telling));
  };
}

function planned(object: KubeObject): Planned {
  return { object, namespace: object.metadata.namespace };
}
