import { PLACEMENT_GROUP, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import type { World } from './world.ts';

type Named = Omit<ObjectRef, 'apiVersion'> & { readonly group: string };

/** Whether the hub has an object, in any version; `undefined` if no hub was read, or if it does not show objects of that kind. */
export function hubHolds(ref: Named, world: World): boolean | undefined {
  if (hubObject(ref, world) !== undefined) return true;
  const { group, kind, namespace } = ref;
  return world.hub?.visibility({ group, kind }, namespace).kind === 'seen' ? false : undefined;
}

/** The object of the hub or of its dump; `undefined` if there is none or it is not known. */
export function hubObject({ group, kind, namespace, name }: Named, { hub }: World): KubeObject | undefined {
  const apiVersion = `${group}/`;
  const ref = namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
  return hub === undefined ? undefined : byKey(hub).get(objectKey(ref));
}

const byKey = oncePer(({ objects }: HubListing) => new Map(objects.map((object) => [objectKey(refOf(object)), object])));

/** Whether all placements are known: the hub shows its own, or no hub was read. */
export function seesPlacements({ hub }: World): boolean {
  return hub === undefined || PLACEMENT_KINDS.every((kind) => hub.visibility({ group: PLACEMENT_GROUP, kind }).kind === 'seen');
}

/** Whether an object that the hub does not show certainly does not exist: a dump may not contain all objects of a kind. */
export function isWhole({ hub }: World): boolean {
  return hub !== undefined && hub.from !== 'files';
}
