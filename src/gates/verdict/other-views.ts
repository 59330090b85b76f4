import { displayName, objectKey } from '../../fleet/kubernetes/object.ts';
import type { GatedCluster, GatedPlacement } from '../../report.ts';
import type { TargetVerdict } from './target-verdict.ts';

/**
 * A placement with a note on each cluster that waits under it and has passed under one of its runs. Both may be right, because a run uses
 * the bindings and its own snapshot. A placement passes only if its own status shows success for the newest snapshot that holds the deploy.
 */
export function withOtherViews({ gated, placement, awaiting }: TargetVerdict, runs: readonly TargetVerdict[]): GatedPlacement {
  const own = runs.filter(
    (run) => placement !== undefined && run.placement !== undefined && objectKey(run.placement) === objectKey(placement),
  );
  if (own.length === 0) return gated;
  const clusters = gated.clusters.map((cluster): GatedCluster => {
    const run = cluster.verdict === 'waiting' ? own.find((other) => isGood(other.gated, cluster.name)) : undefined;
    return run === undefined ? cluster : { ...cluster, note: noteOf(gated, run.gated, awaiting.get(cluster.name)) };
  });
  return { ...gated, clusters };
}

/** For a failed run, `notVerified` also marks clusters that it did not reach. */
function isGood({ clusters, verdict }: GatedPlacement, name: string): boolean {
  const isKnown = verdict === 'passed' || verdict === 'notVerified' || verdict === 'waiting';
  return clusters.some(
    (cluster) => cluster.name === name && (cluster.verdict === 'passed' || (isKnown && cluster.verdict === 'notVerified')),
  );
}

function noteOf(placement: GatedPlacement, run: GatedPlacement, awaiting: string | undefined): string {
  const isOther = run.snapshotIndex !== undefined && placement.snapshotIndex !== undefined && run.snapshotIndex !== placement.snapshotIndex;
  const of = isOther ? ` of resource snapshot ${String(run.snapshotIndex)}` : '';
  const why = awaiting === undefined || awaiting === '' ? '' : `: ${awaiting}`;
  return `passed under ${displayName(run.object)}, as its binding shows${of}; the placement itself still waits${why}`;
}
