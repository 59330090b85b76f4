import { displayName } from '../../fleet/object.ts';
import type { GatedPlacement, TimelineEntry } from '../../report.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** What a shell is given after every judgement. */
export interface Progress {
  /** The hub's time of the judgement. */
  readonly at: Date;
  readonly state: GateState;
  /** What moved since the judgement before; empty when nothing did. */
  readonly changes: readonly TimelineEntry[];
  /** One sentence: what is awaited now. */
  readonly awaiting: string;
}

/** Stage or verdict of a target or one of its clusters that is not what it was. */
export function changesBetween(before: GateState | undefined, after: GateState, at: Date): readonly TimelineEntry[] {
  const known = new Map(rowsOf(before).map((row) => [row.key, row.to]));
  return rowsOf(after)
    .filter((row) => known.get(row.key) !== row.to)
    .map(({ object, cluster, stage, to }) => ({ at: at.toISOString(), object, ...(cluster === undefined ? {} : { cluster }), stage, to }));
}

interface Row extends Omit<TimelineEntry, 'at'> {
  readonly key: string;
}

function rowsOf(state: GateState | undefined): readonly Row[] {
  return [...(state?.placements ?? []), ...(state?.runs ?? [])].flatMap((gated) => [ownRow(gated), ...clusterRows(gated)]);
}

function ownRow(gated: GatedPlacement): Row {
  return { key: displayName(gated.object), object: gated.object, stage: gated.summary, to: gated.verdict };
}

function clusterRows(gated: GatedPlacement): readonly Row[] {
  return gated.clusters.map((cluster) => ({
    key: `${displayName(gated.object)} ${cluster.name}`,
    object: gated.object,
    cluster: cluster.name,
    stage: cluster.stage,
    to: cluster.verdict === 'waiting' ? `waiting at ${cluster.stage}` : cluster.verdict,
  }));
}
