import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { clusterOfWork } from '../../../fleet/kubefleet/cluster-of-work.ts';

/**
 * The Work that must be deleted before the hub can write one of the same name, from the API server's answer. Works are named for their
 * placement. So a placement that was recreated, or returned to a cluster, finds the former Works. A Work is deleted after its member agent
 * has removed its objects (KubeFleet pkg/controllers/workapplier/controller.go, garbageCollectAppliedWork).
 */
export function oldWorkIn(message: string): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  return /object is being deleted: works\.placement\.kubernetes-fleet\.io "([^"]+)" already exists/.exec(message)?.[1];
}

/** Since when that Work is being deleted, if it can be seen. */
export function oldWorkEvidence({ view }: PlacementContext, { cluster, condition }: ClusterState): readonly string[] {
  const name = oldWorkIn(condition?.message ?? '');
  const work = view.works?.find((found) => found.name === name && found.deleting && clusterOfWork(found.object) === cluster);
  const { deletionTimestamp, namespace = '' } = work?.object.metadata ?? {};
  return deletionTimestamp === undefined ? [] : [`Work ${namespace}/${String(name)} is being deleted since ${deletionTimestamp}`];
}
