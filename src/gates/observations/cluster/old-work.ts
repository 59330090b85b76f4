import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { clusterOfWork } from '../../view/cluster-of-work.ts';

/**
 * The Work that must be gone before the hub can write one of the same name, by the API server's answer. Works are named for their placement,
 * so that one made again, or back on a cluster, meets those from before. A Work goes when its member agent has removed what it brought
 * (KubeFleet pkg/controllers/workapplier/controller.go, garbageCollectAppliedWork).
 */
export function oldWorkIn(message: string): string | undefined {
  return /object is being deleted: works\.placement\.kubernetes-fleet\.io "([^"]+)" already exists/.exec(message)?.[1];
}

/** Since when that Work is being deleted, where it is seen. */
export function oldWorkEvidence({ view }: PlacementContext, { cluster, condition }: ClusterState): readonly string[] {
  const name = oldWorkIn(condition?.message ?? '');
  const work = view.works?.find((found) => found.name === name && found.deleting && clusterOfWork(found.object) === cluster);
  const { deletionTimestamp, namespace = '' } = work?.object.metadata ?? {};
  return deletionTimestamp === undefined ? [] : [`Work ${namespace}/${String(name)} is being deleted since ${deletionTimestamp}`];
}
