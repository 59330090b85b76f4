import type { Labels } from '../../fleet/kubernetes/label-selector.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { TopologySpreadConstraint } from '../../fleet/kubefleet/placement-policy.ts';
import { PASSED, type Cycle, type Plugin, type FilterVerdict } from '../framework.ts';

/**
 * Spreads over the values of a label. Domains are counted over the whole fleet, also over clusters that cannot be picked. A cluster without
 * the label is not part of any constraint. Source: `plugins/topologyspreadconstraints`.
 */
export const topologySpreadConstraints: Plugin = {
  name: 'TopologySpreadConstraints',
  filter(cycle) {
    if (cycle.policy.spread.length === 0) return undefined;
    const evaluate = evaluator(cycle);
    return (cluster) => evaluate(cluster).verdict;
  },
  score(cycle) {
    if (cycle.policy.spread.length === 0) return undefined;
    const evaluate = evaluator(cycle);
    return (cluster) => ({ spread: evaluate(cluster).score });
  },
  /** One cluster in each cycle, because each pick changes the counts. */
  batchLimit: ({ spread }) => (spread.length === 0 ? undefined : 1),
};

const VIOLATION_PENALTY = 1000;

function evaluator(cycle: Cycle): (cluster: MemberCluster) => { readonly verdict: FilterVerdict; readonly score: number } {
  const { spread } = cycle.policy;
  const ordered = [...spread.filter(({ scheduleAnyway }) => !scheduleAnyway), ...spread.filter(({ scheduleAnyway }) => scheduleAnyway)];
  const counted = ordered.map((constraint) => ({ constraint, counts: countByDomain(cycle, constraint) }));
  return ({ labels }) => {
    let score = 0;
    for (const { constraint, counts } of counted) {
      const domain = labelOf(labels, constraint.topologyKey);
      if (domain === undefined) continue;
      const { violated, skewChange } = placeIn(domain, counts, constraint.maxSkew);
      if (violated && !constraint.scheduleAnyway) return { verdict: { kind: 'filtered', reason: violation(constraint) }, score: 0 };
      score -= violated ? VIOLATION_PENALTY : skewChange;
    }
    return { verdict: PASSED, score };
  };
}

function labelOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

interface DomainCounts {
  readonly byDomain: ReadonlyMap<string, number>;
  readonly smallest: number;
  readonly secondSmallest: number;
  readonly largest: number;
}

function countByDomain({ fleet: { clusters }, present }: Cycle, { topologyKey }: TopologySpreadConstraint): DomainCounts {
  const byDomain = new Map<string, number>();
  for (const { name, labels } of clusters) {
    const domain = labelOf(labels, topologyKey);
    if (domain !== undefined) byDomain.set(domain, (byDomain.get(domain) ?? 0) + (present.has(name) ? 1 : 0));
  }
  const counts = [...byDomain.values()].sort((a, b) => a - b);
  const smallest = counts[0] ?? 0;
  return { byDomain, smallest, secondSmallest: counts[1] ?? smallest, largest: counts.at(-1) ?? smallest };
}

/** How one more cluster in the domain changes the skew, with the scheduler's own shortcut if several domains are the smallest. */
function placeIn(domain: string, counts: DomainCounts, maxSkew: number): { readonly violated: boolean; readonly skewChange: number } {
  const { smallest, secondSmallest, largest } = counts;
  const count = counts.byDomain.get(domain);
  const skew = largest - smallest;
  if (largest === smallest) return { violated: skew + 1 > maxSkew, skewChange: 1 };
  if (count === smallest && smallest !== secondSmallest) return { violated: skew - 1 > maxSkew, skewChange: -1 };
  if (count === largest) return { violated: skew + 1 > maxSkew, skewChange: 1 };
  return { violated: skew > maxSkew, skewChange: 0 };
}

function violation({ topologyKey, maxSkew }: TopologySpreadConstraint): string {
  return `violated doNotSchedule topology spread constraint "${topologyKey}" (max skew ${String(maxSkew)})`;
}
