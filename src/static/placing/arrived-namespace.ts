import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isWhole } from '../world/hub-holds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf, placementKind } from '../world/placements.ts';
import { runsNaming } from '../world/runs-naming.ts';
import type { World } from '../world/world.ts';
import { runsOn } from './runs-under-way.ts';
import { manifestRef } from '../world/identity.ts';

/**
 * `failed`: the cluster refused the Namespace, or could not be written to · `never`: nothing of the placement was ever rolled out to it.
 */
export type NotArrived = 'failed' | 'never';

/**
 * Why a ClusterResourcePlacement of the hub did not bring a namespace to one of its clusters, by its binding there. `undefined` if it did,
 * if that is not known, and if a run must roll it out.
 */
export function notArrived(placement: Manifest, cluster: string, namespace: string, world: World): NotArrived | undefined {
  const binding = world.decided.find(
    (object) =>
      object.kind === 'ClusterResourceBinding' &&
      fleetLabel(object, 'parent-CRP') === nameOf(placement) &&
      stringAt(object, 'spec', 'targetCluster') === cluster,
  );
  if (binding === undefined) return isWaitingForRun(placement, world) && !isRunComing(placement, world) ? 'never' : undefined;
  if ((stringAt(binding, 'spec', 'resourceSnapshotName') ?? '') === '') return isRunComing(placement, world) ? undefined : 'never';
  return lacks(binding, namespace) ? 'failed' : undefined;
}

/** Whether the hub has a placement that only update runs roll out, and shows all bindings. */
function isWaitingForRun(placement: Manifest, world: World): boolean {
  const live = placement.onHub === true ? placement.object : world.before(placement)?.live;
  if (live === undefined || !isWhole(world)) return false;
  const isByRun = [live, placement.object].every((object) => isExternal(object));
  return isByRun && world.hub?.visibility({ group: PLACEMENT_GROUP, kind: 'ClusterResourceBinding' }).kind === 'seen';
}

function isRunComing(placement: Manifest, world: World): boolean {
  const runs = runsNaming(nameOf(placement), placementKind(world, 'ClusterStagedUpdateRun'));
  return runsOn(manifestRef(placement), world).length > 0 || runs.some((run) => run.onHub !== true);
}

function lacks(binding: KubeObject, namespace: string): boolean {
  const refused = listAt(binding, 'status', 'failedPlacements').some(
    (failed) => stringAt(failed, 'kind') === 'Namespace' && stringAt(failed, 'name') === namespace,
  );
  const conditions = conditionsAt(binding, 'status', 'conditions');
  // Without overrides, no Work is written.
  return refused || (findCondition(conditions, 'Overridden')?.status === 'False' && findCondition(conditions, 'Applied') === undefined);
}
