import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { listAt } from '../fleet/json/json.ts';
import { findCondition } from '../fleet/kubernetes/condition.ts';
import { groupOf, isDeleting, isKubeObject, type KubeObject, objectKey, type ObjectRef, refOf } from '../fleet/kubernetes/object.ts';
import { clusterOfWork } from '../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../gates/view/seen.ts';
import { toWork } from '../gates/view/work.ts';
import type { ClusterNeed, OpenNeed } from './needs.ts';

/**
 * Compares needs with the Works of the hub, which prove what a member has applied. All Works are read once, because a change can have
 * thousands of needs.
 */
export function openNeeds(needs: readonly ClusterNeed[], hub: HubState): readonly OpenNeed[] {
  const applied = appliedOnClusters(new Set(needs.map(keyOf)), hub);
  return needs.map((need) => {
    // A Work shows the object, and a later edit on the member may have removed an entry.
    if (need.key !== undefined) return { need, clusters: need.clusters };
    const there = applied.get(keyOf(need));
    return { need, clusters: need.clusters.filter((cluster) => there?.has(cluster) !== true) };
  });
}

/** The clusters on which a Work of the hub has applied an object, by `keyOf`. @param wanted the keys to look for */
function appliedOnClusters(wanted: ReadonlySet<string>, hub: HubState): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const work of hub.list(typeOf('Work'))) {
    if (isDeleting(work)) continue;
    for (const manifest of listAt(work, 'spec', 'workload', 'manifests')) {
      if (!isKubeObject(manifest)) continue;
      const ref = refOf(manifest);
      const key = keyOf({ ...ref, group: groupOf(ref.apiVersion) });
      if (!wanted.has(key) || !isApplied(work, ref)) continue;
      const clusters = found.get(key) ?? new Set();
      found.set(key, clusters.add(clusterOfWork(work)));
    }
  }
  return found;
}

function isApplied(work: KubeObject, ref: ObjectRef): boolean {
  const { manifests } = toWork(work);
  const conditions = manifests.find(({ object }) => objectKey(object) === objectKey(ref))?.conditions ?? [];
  return findCondition(conditions, 'Applied')?.status === 'True';
}

/** On a member it is one object, whatever the API version. */
function keyOf({ group, kind, namespace = '', name }: Pick<ClusterNeed, 'group' | 'kind' | 'namespace' | 'name'>): string {
  return `${group}/${kind}/${namespace}/${name}`;
}
