import type { PlacementContext } from '../../rollout/context.ts';
import type { BindingView } from '../../view/binding.ts';
import { isUnstarted } from '../../view/binding.ts';
import { leavingFrom } from '../placement/leaving-from.ts';

/**
 * The clusters of a placement under strategy External that wait for a run, because the scheduler changed its decision after the last one;
 * `undefined` if it did not. The hub's own message names at most one such cluster (KubeFleet pkg/controllers/placement/controller.go).
 */
export function clustersAwaitingRun(context: PlacementContext): string | undefined {
  const left = leavingFrom(context).flatMap(({ cluster, awaitsRun }) => (awaitsRun ? [cluster] : []));
  const unstarted = context.clusters.flatMap(({ binding }) => (binding !== undefined && isUnstarted(binding) ? [binding] : []));
  const empty = unstarted.filter(isEmpty);
  // Before the first run this is true for all clusters, so it is not reported.
  if (left.length === 0 && empty.length === context.clusters.length) return undefined;
  const parts = [
    ...clusterWords(left, 'not picked any more, and cleared by a run only'),
    ...clusterWords(empty.map(clusterOf), 'picked, and empty until a run brings the content'),
    ...clusterWords(
      unstarted.filter((binding) => !isEmpty(binding)).map(clusterOf),
      'picked again, with the old content until a run continues',
    ),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function clusterWords(clusters: readonly string[], what: string): readonly string[] {
  return clusters.length === 0 ? [] : [`${clusters.toSorted().join(', ')}: ${what}`];
}

/** No run has given it a snapshot. */
function isEmpty({ snapshotName }: BindingView): boolean {
  return snapshotName === '';
}

function clusterOf({ cluster }: BindingView): string {
  return cluster;
}
