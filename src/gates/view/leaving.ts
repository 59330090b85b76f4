import { stringAt } from '../../fleet/json/json.ts';
import { isDeleting } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { clusterOfWork } from '../../fleet/kubefleet/cluster-of-work.ts';
import type { MemberView } from './member.ts';
import type { PlacementView } from './placement.ts';
import type { WorkView } from './work.ts';

/** A cluster from which the placement's content is being removed, and the object that shows it. */
export interface LeavingCluster {
  readonly cluster: string;
  readonly evidence: string;
  /** When the deletion began, as the hub wrote it. */
  readonly since?: string | undefined;
  /** Only an update run removes it, in its delete stage. */
  readonly awaitsRun: boolean;
  /** KubeFleet no longer waits for the member. */
  readonly isGivenUp: boolean;
}

/**
 * The clusters that the content is leaving. Bindings show it. Without a binding, the Works show it: a Work stays until the member has
 * removed its objects, which a finalizer can delay. KubeFleet removes nothing from a cluster that left the fleet, and its binding may stay
 * for ever. It deletes a binding without waiting for a silent member (KubeFleet pkg/controllers/workgenerator/controller.go, handleDelete).
 * So the Work of a silent member is given up at once, any other one after `patience` milliseconds.
 */
export function leavingClusters(
  hub: HubState,
  view: PlacementView,
  { patience, members }: { readonly patience: number; readonly members: Members },
): readonly LeavingCluster[] {
  const leaving = (view.bindings ?? [])
    .filter((binding) => binding.leaving && !isGone(binding.cluster, members))
    .map(({ cluster, name, object }) => {
      const awaitsRun = view.external && !isDeleting(object);
      const since = stringAt(object, 'metadata', 'deletionTimestamp');
      const what = awaitsRun ? 'is not being removed yet' : `is still being removed${since === undefined ? '' : `, since ${since}`}`;
      return { cluster, evidence: `binding ${name} ${what}`, since, awaitsRun, isGivenUp: false };
    });
  const bound = new Set((view.bindings ?? []).map(({ cluster }) => cluster));
  const left = [...Map.groupBy(view.works ?? [], (work) => `${clusterOfWork(work.object)}/${work.binding}`).values()].flatMap((works) => {
    const [first] = works;
    if (first === undefined || works.some((work) => !work.deleting)) return [];
    const cluster = clusterOfWork(first.object);
    if (bound.has(cluster) || isGone(cluster, members)) return [];
    // The time is read only if it matters.
    const since = hub.now.getTime() - patience;
    const isGivenUp = members?.get(cluster)?.silent === true || works.some((work) => deletedAt(work) < since);
    return [{ cluster, evidence: `Work ${first.name} is still being removed`, awaitsRun: false, isGivenUp }];
  });
  return [...leaving, ...left];
}

/** The cluster has left the fleet, or never joined it; false if the members cannot be read, or the binding names no cluster. */
export function isGone(cluster: string, members: Members): boolean {
  return cluster !== '' && members?.has(cluster) === false;
}

type Members = ReadonlyMap<string, MemberView> | undefined;

function deletedAt(work: WorkView): number {
  return Date.parse(stringAt(work.object, 'metadata', 'deletionTimestamp') ?? '');
}
