import { objectKey } from '../fleet/kubernetes/object.ts';
import type { PlanReport } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import type { ClusterNeed } from './needs.ts';

/** A ResourcePlacement needs its namespace on each cluster that it goes to, unless a placement of the same change brings it there. */
export function namespaceNeeds(placements: readonly ChangedPlacement[], plan: PlanReport): readonly ClusterNeed[] {
  return placements.flatMap(({ ref, clusters }): readonly ClusterNeed[] => {
    const { namespace } = ref;
    if (ref.kind !== 'ResourcePlacement' || namespace === undefined) return [];
    const key = objectKey({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
    const bringing = plan.placements.filter(({ resources }) => resources.some((resource) => objectKey(resource) === key));
    const open = clusters.filter((cluster) => !bringing.some(({ picked }) => picked.includes(cluster)));
    if (open.length === 0) return [];
    return [{ group: '', version: 'v1', kind: 'Namespace', name: namespace, neededBy: [ref], clusters: open }];
  });
}
