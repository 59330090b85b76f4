import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedCluster, GatedPlacement, TimelineEntry } from '../../report.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** The information for a shell after every evaluation. */
export interface Progress {
  /** The hub's time of the evaluation. */
  readonly at: Date;
  readonly state: GateState;
  /** The changes since the former evaluation, created one by one, because the first one names every cluster; empty if nothing changed. */
  readonly changes: Iterable<TimelineEntry>;
  /** One sentence: what the gate waits for now. */
  readonly awaiting: string;
}

/** A changed stage or verdict of a target or one of its clusters. */
export function changesBetween(before: GateState | undefined, after: GateState, at: Date): readonly TimelineEntry[] {
  const known = new Map(gatedOf(before).map((gated) => [displayName(gated.object), gated]));
  const time = at.toISOString();
  return gatedOf(after).flatMap((gated) => movesOf(known.get(displayName(gated.object)), gated, time));
}

/** All targets of a state. */
export function gatedOf(state: GateState | undefined): readonly GatedPlacement[] {
  return [...(state?.placements ?? []), ...(state?.runs ?? [])];
}

/** The changes of one target. Most of a fleet is unchanged, and nothing is created for that. @param at RFC 3339 */
export function movesOf(before: GatedPlacement | undefined, after: GatedPlacement, at: string): readonly TimelineEntry[] {
  if (before === after) return [];
  const { object, summary, verdict, clusters } = after;
  const known = new Map(before?.clusters.map((cluster) => [cluster.name, cluster]));
  const moved = clusters.flatMap((cluster): TimelineEntry[] => {
    const to = verdictText(cluster);
    const was = known.get(cluster.name);
    if (was !== undefined && verdictText(was) === to) return [];
    const reached = cluster.reached === true ? { reached: true as const } : {};
    return [{ at, object, cluster: cluster.name, stage: cluster.stage, to, ...reached }];
  });
  return before?.verdict === verdict ? moved : [{ at, object, stage: summary, to: verdict }, ...moved];
}

function verdictText({ verdict, stage }: GatedCluster): string {
  return verdict === 'waiting' ? `waiting at ${stage}` : verdict;
}
