import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedCluster, GatedPlacement, TimelineEntry } from '../../report.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** What a shell is given after every judgement. */
export interface Progress {
  /** The hub's time of the judgement. */
  readonly at: Date;
  readonly state: GateState;
  /** What moved since the judgement before, made entry by entry, as the first one names every cluster; empty when nothing did. */
  readonly changes: Iterable<TimelineEntry>;
  /** One sentence: what is awaited now. */
  readonly awaiting: string;
}

/** Stage or verdict of a target or one of its clusters that is not what it was. */
export function changesBetween(before: GateState | undefined, after: GateState, at: Date): readonly TimelineEntry[] {
  const known = new Map(gatedOf(before).map((gated) => [displayName(gated.object), gated]));
  const time = at.toISOString();
  return gatedOf(after).flatMap((gated) => movesOf(known.get(displayName(gated.object)), gated, time));
}

/** All targets of a state. */
export function gatedOf(state: GateState | undefined): readonly GatedPlacement[] {
  return [...(state?.placements ?? []), ...(state?.runs ?? [])];
}

/** What moved of one target. Most of a fleet is as it was: nothing is made of that. @param at RFC 3339 */
export function movesOf(before: GatedPlacement | undefined, after: GatedPlacement, at: string): readonly TimelineEntry[] {
  if (before === after) return [];
  const { object, summary, verdict, clusters } = after;
  const known = new Map(before?.clusters.map((cluster) => [cluster.name, cluster]));
  const moved = clusters.flatMap((cluster): TimelineEntry[] => {
    const to = standOf(cluster);
    const was = known.get(cluster.name);
    if (was !== undefined && standOf(was) === to) return [];
    const reached = cluster.reached === true ? { reached: true as const } : {};
    return [{ at, object, cluster: cluster.name, stage: cluster.stage, to, ...reached }];
  });
  return before?.verdict === verdict ? moved : [{ at, object, stage: summary, to: verdict }, ...moved];
}

function standOf({ verdict, stage }: GatedCluster): string {
  return verdict === 'waiting' ? `waiting at ${stage}` : verdict;
}
