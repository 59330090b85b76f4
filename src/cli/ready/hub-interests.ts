import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { namespaceOfCluster } from '../../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { ClusterNeed } from '../../ready/needs.ts';
import { NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/**
 * What is read of the hub before the former rollouts are judged: members, placements with their bindings, and update runs. For needs: the
 * Works of the clusters that have them.
 */
export function interestsForReady(objects: readonly KubeObject[], needs: readonly ClusterNeed[] = []): readonly Interest[] {
  if (needs.length > 0) {
    const clusters = [...new Set(needs.flatMap((need) => need.clusters))];
    return clusters.map((cluster) => ({ ...typeOf('Work'), namespace: namespaceOfCluster(cluster) }));
  }
  if (objects.length === 0) return [];
  const homes = [...new Set(objects.filter(isPlacement).flatMap(({ metadata }) => metadata.namespace ?? []))];
  const content = [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))];
  const inHomes = [...new Set([...homes, ...content])];
  return [
    ...['MemberCluster', 'ClusterResourcePlacement', 'ClusterResourceBinding', 'ClusterStagedUpdateRun'].map(typeOf),
    NAMESPACE,
    ...['ResourcePlacement', 'ResourceBinding', 'StagedUpdateRun'].flatMap((kind) =>
      inHomes.map((namespace) => ({ ...typeOf(kind), namespace })),
    ),
  ];
}
