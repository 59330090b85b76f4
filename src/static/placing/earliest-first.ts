import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/**
 * Sorts objects so that a finding about two of them is reported at the later one: first objects from before the change, then by name. File
 * names do not matter, so the result is the same if files are renamed. Objects of the same name keep their order.
 */
export function earliestFirst(manifests: readonly Manifest[], world: World): readonly Manifest[] {
  return manifests
    .map((manifest) => ({ manifest, isNew: world.before(manifest) === undefined, name: displayName(manifestRef(manifest)) }))
    .toSorted((a, b) => Number(a.isNew) - Number(b.isNew) || (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
    .map(({ manifest }) => manifest);
}
