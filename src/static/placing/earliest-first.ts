import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/**
 * The order for what is told of two objects at the later one: those that were there before the change, then by name. In which file an object
 * stands says nothing, so that the same is told of a tree whose files have other names. Those of one name stay as they come.
 */
export function earliestFirst(manifests: readonly Manifest[], world: World): readonly Manifest[] {
  return manifests
    .map((manifest) => ({ manifest, isNew: world.before(manifest) === undefined, name: displayName(manifestRef(manifest)) }))
    .toSorted((a, b) => Number(a.isNew) - Number(b.isNew) || (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
    .map(({ manifest }) => manifest);
}
