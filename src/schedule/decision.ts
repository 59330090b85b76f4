import type { Binding } from './binding.ts';
import type { Cycle, Score } from './framework.ts';
import type { FilteredCluster, ScoredCluster } from './run-plugins.ts';

/** An entry of a policy snapshot's `status.targetClusters`, with the scheduler's message. */
export interface Decision {
  readonly cluster: string;
  readonly selected: boolean;
  /** Absent under PickFixed, and for clusters that a filter refused. */
  readonly score?: { readonly affinity: number; readonly spread: number };
  readonly reason: string;
}

/** A cluster that was not picked, and what refused it: the name of a plugin, `Score` (others rank higher) or `PickFixed`. */
export interface Unpicked {
  readonly cluster: string;
  readonly plugin: string;
  readonly reason: string;
}

/** The hub lists at most this many clusters that were not picked. */
const UNSELECTED_LIMIT = 20;

/** The decisions that the hub writes after a PickAll or PickN cycle. */
export function decisions(
  selected: readonly Decision[],
  notPicked: readonly ScoredCluster[],
  filtered: readonly FilteredCluster[],
): readonly Decision[] {
  const seen = new Set(selected.map(({ cluster }) => cluster));
  const outscoredOnes = notPicked.slice(0, UNSELECTED_LIMIT).map(outscored);
  // A cluster that is already selected uses one of the entries, even if a filter would refuse it today.
  const refused = filtered.slice(0, UNSELECTED_LIMIT - outscoredOnes.length).filter(({ cluster }) => !seen.has(cluster));
  return [
    ...selected,
    ...outscoredOnes,
    ...refused.map(({ cluster, reason }) => ({ cluster, selected: false, reason: `ClusterUnschedulable, ${reason}` })),
  ];
}

/**
 * The clusters that were not picked, without the hub's limit, each with the plugin that refused it. A cluster that is held is not listed.
 */
export function unpickedOf(
  { present }: Cycle,
  notPicked: readonly ScoredCluster[],
  filtered: readonly FilteredCluster[],
): readonly Unpicked[] {
  const refused = present.size === 0 ? filtered : filtered.filter(({ cluster }) => !present.has(cluster));
  if (notPicked.length === 0) return refused;
  return [...notPicked.map((scored) => ({ cluster: scored.cluster.name, plugin: 'Score', reason: outscored(scored).reason })), ...refused];
}

/** The decision that a binding has stored since its cluster was picked. */
export function decisionOf({ cluster, score }: Binding): Decision {
  return score === undefined ? pickedByName(cluster) : pickedByScore(cluster, score);
}

function pickedByScore(cluster: string, { affinity, spread }: Pick<Score, 'affinity' | 'spread'>): Decision {
  const scores = `(affinity score: ${String(affinity)}, topology spread score: ${String(spread)})`;
  const reason = `Successfully scheduled resources for placement in "${cluster}" ${scores}: picked by scheduling policy`;
  return { cluster, selected: true, score: { affinity, spread }, reason };
}

export function pickedByName(cluster: string): Decision {
  return { cluster, selected: true, reason: `Successfully scheduled resources for placement in "${cluster}": picked by scheduling policy` };
}

function outscored({ cluster: { name }, score: { affinity, spread } }: ScoredCluster): Decision {
  const scores = `(affinity score: ${String(affinity)}, topology spread score: ${String(spread)})`;
  return { cluster: name, selected: false, score: { affinity, spread }, reason: `Cluster "${name}" does not score high enough ${scores}` };
}
