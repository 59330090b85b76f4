import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { keyOf, keyOfManifest } from './manifest-key.ts';
import type { World } from './world.ts';

/** Whether the base has the object, in any version, and the manifests do not. */
export function isGone(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }, world: World): boolean {
  return goneKeys(world).has(keyOf(ref));
}

const goneKeys = oncePer(({ gone }: World): ReadonlySet<string> => new Set(gone.map(keyOfManifest)));
