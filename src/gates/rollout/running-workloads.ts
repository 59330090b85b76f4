import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { ClusterState } from './cluster-state.ts';
import type { PlacementContext } from './context.ts';

/** A workload that the hub reports as available on a cluster. */
export interface RunningWorkload {
  readonly cluster: string;
  readonly object: ObjectRef;
}

/**
 * The available workloads on members that may be read. The member agent looks at them again only after up to 15 minutes (KubeFleet
 * pkg/controllers/workapplier/backoff.go), so the hub shows success while their pods crash.
 */
export function runningWorkloads(
  { steps, reach, clusters }: PlacementContext,
  states: readonly ClusterState[] = clusters,
): readonly RunningWorkload[] {
  if (reach.members === undefined || !steps.includes('Available')) return [];
  return states
    .filter(({ cluster, good, current }) => good && current && reach.members?.has(cluster) === true)
    .flatMap(({ cluster, works = [] }) =>
      works
        .flatMap(({ manifests }) => manifests)
        .filter(({ object }) => groupOf(object.apiVersion) === 'apps' && RUN_PODS.has(object.kind) && object.namespace !== undefined)
        .map(({ object }) => ({ cluster, object })),
    );
}

/** The kinds of workloads that run until they are deleted. */
export const RUN_PODS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);
