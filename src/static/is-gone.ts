import { isDeepStrictEqual } from 'node:util';
import { groupOf, type ObjectRef } from '../fleet/object.ts';
import { manifestRef } from './identity.ts';
import type { World } from './world.ts';

/** Whether the base had the object, whatever its version, and the manifests have it no more. */
export function isGone(
  { group, kind, namespace, name }: Omit<ObjectRef, 'apiVersion'> & { readonly group: string },
  world: World,
): boolean {
  const wanted = { group, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  return world.gone.some((each) => {
    const { apiVersion, ...ref } = manifestRef(each);
    return isDeepStrictEqual({ group: groupOf(apiVersion), ...ref }, wanted);
  });
}
