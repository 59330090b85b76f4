import { stringAt } from '../../fleet/json/json.ts';
import { isDeleting } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { clusterOfWork } from './cluster-of-work.ts';
import type { MemberView } from './member.ts';
import type { PlacementView } from './placement.ts';
import type { WorkView } from './work.ts';

/** A cluster the placement's content is being removed from, and what shows it. */
export interface LeavingCluster {
  readonly cluster: string;
  readonly evidence: string;
  /** Nobody removes it before an update run does, in its delete stage. */
  readonly awaitsRun: boolean;
}

/**
 * The clusters that are being left, by the bindings. Where these cannot be read, by the Works: those of a deselected cluster are all
 * deleted. KubeFleet takes nothing from a cluster that is no longer in the fleet, and its binding may stay for ever. It lets a binding go
 * without waiting for a member that does not answer (KubeFleet pkg/controllers/workgenerator/controller.go, handleDelete). So the gate waits
 * for such a Work no longer than `patience` milliseconds.
 */
export function leavingClusters(
  hub: HubState,
  view: PlacementView,
  { patience, members }: { readonly patience: number; readonly members: Members },
): readonly LeavingCluster[] {
  if (view.bindings !== undefined) {
    return view.bindings
      .filter((binding) => binding.leaving && !isGone(binding.cluster, members))
      .map(({ cluster, name, object }) => {
        const awaitsRun = view.external && !isDeleting(object);
        const what = awaitsRun ? 'is not being removed yet' : 'is still being removed';
        return { cluster, evidence: `binding ${name} ${what}`, awaitsRun };
      });
  }
  const since = hub.now.getTime() - patience;
  return [...Map.groupBy(view.works ?? [], (work) => `${clusterOfWork(work.object)}/${work.binding}`).values()].flatMap((works) => {
    const [first] = works;
    if (first === undefined || works.some((work) => !work.deleting || deletedAt(work) < since)) return [];
    return [{ cluster: clusterOfWork(first.object), evidence: `Work ${first.name} is still being removed`, awaitsRun: false }];
  });
}

/** The cluster has left the fleet, or was never in it; false where the members cannot be read, or the binding does not name it. */
export function isGone(cluster: string, members: Members): boolean {
  return cluster !== '' && members?.has(cluster) === false;
}

type Members = ReadonlyMap<string, MemberView> | undefined;

function deletedAt(work: WorkView): number {
  return Date.parse(stringAt(work.object, 'metadata', 'deletionTimestamp') ?? '');
}
