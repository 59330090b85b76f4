import { oncePer } from '../../fleet/memo/once-per.ts';
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
