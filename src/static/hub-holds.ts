import { groupOf } from '../fleet/object.ts';
import type { ObjectRef } from '../fleet/object.ts';
import type { World } from './world.ts';

/** Whether the hub has an object, whatever its version; `undefined` without a hub at hand, and where it does not show objects of that kind. */
export function hubHolds(
  { group, kind, namespace, name }: Omit<ObjectRef, 'apiVersion'> & { readonly group: string },
  { hub }: World,
): boolean | undefined {
  if (hub === undefined || hub.visibility({ group, kind }, namespace).kind !== 'seen') return undefined;
  return hub.objects.some(
    ({ apiVersion, kind: other, metadata }) =>
      other === kind && groupOf(apiVersion) === group && metadata.namespace === namespace && metadata.name === name,
  );
}
