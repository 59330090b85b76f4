import { oncePer } from '../../fleet/memo/once-per.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import { isNamed } from './placements.ts';
import type { World } from './world.ts';

/** Whether the state before this change is known: a base or a hub has at least one of the objects. */
export const hasBase = oncePer((world: World): boolean => world.manifests.some((manifest) => world.before(manifest) !== undefined));

/** Whether there is a base tree: an object of any kind that it lacks is new. A hub shows only some kinds. */
export const hasBaseTree = oncePer((world: World): boolean =>
  world.manifests.some((manifest) => {
    const before = world.before(manifest);
    return before !== undefined && before.live === undefined;
  }),
);

/** Whether neither the base nor the hub has an object. A text of the base that was not read, or a variable in a name, may be it. */
export function isNew(manifest: Manifest, world: World): boolean {
  const base = world.base();
  if (base === undefined || base.hasUnread || world.before(manifest) !== undefined) return false;
  const { apiVersion, ...ref } = manifestRef(manifest);
  return base.find({ group: groupOf(apiVersion), ...ref }).length === 0 && base.ofKind(ref.kind).every(isNamed);
}
