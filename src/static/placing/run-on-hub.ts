import { stringAt } from '../../fleet/json/json.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { hubHolds, hubObject } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { hasBase } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { World } from '../world/world.ts';

/**
 * Whether a run is certainly new with this change: the hub shows that it has none of that name, or the previous state is known and had
 * none.
 */
export function isNewRun(run: Manifest, world: World): boolean {
  const { apiVersion: _version, ...ref } = manifestRef(run);
  const onHub = hubHolds({ group: PLACEMENT_GROUP, ...ref }, world);
  if (onHub !== undefined) return !onHub && world.before(run) === undefined;
  return hasBase(world) && world.before(run) === undefined;
}

/**
 * Whether a run was created before this change, as far as only the manifests show it: it was initialized then, with the objects of that
 * time. If the hub shows the run, its status decides.
 */
export function isEarlier(run: Manifest, world: World): boolean {
  const before = world.before(run);
  return before === undefined ? world.isBase : before.live === undefined;
}

/**
 * Whether the change starts a run that was initialized before: it sets the state `Run`, and the run had another one. The run keeps the
 * clusters and the content of its initialization.
 */
export function isStartedByChange(run: Manifest, world: World): boolean {
  const before = world.before(run);
  const old = before?.live ?? before?.manifest;
  if (old === undefined || stringAt(run.object, 'spec', 'state') !== 'Run' || stringAt(old, 'spec', 'state') === 'Run') return false;
  const { apiVersion: _version, ...ref } = manifestRef(run);
  const onHub = hubHolds({ group: PLACEMENT_GROUP, ...ref }, world);
  return onHub === undefined || (onHub && isInitialisedOnHub(run, world) && !isOverOnHub(run, world));
}

/** Whether the hub has already initialized or refused the run: its references are not read again. */
export function isInitialisedOnHub(run: Manifest, world: World): boolean {
  return ['True', 'False'].includes(statusOnHub(run, 'Initialized', world));
}

/** Whether the run has ended on the hub, or never began: changes of its placement do not affect it. */
export function isOverOnHub(run: Manifest, world: World): boolean {
  return statusOnHub(run, 'Initialized', world) === 'False' || ['True', 'False'].includes(statusOnHub(run, 'Succeeded', world));
}

function statusOnHub(run: Manifest, type: string, world: World): string {
  const { apiVersion: _version, ...ref } = manifestRef(run);
  const live = hubObject({ group: PLACEMENT_GROUP, ...ref }, world);
  return (live && findCondition(conditionsAt(live, 'status', 'conditions'), type)?.status) ?? '';
}
