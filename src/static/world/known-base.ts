import { oncePer } from '../../fleet/memo/once-per.ts';
import type { World } from './world.ts';

/** Whether it is known what was before this change: a base or a hub has at least one of the objects. */
export const hasBase = oncePer((world: World): boolean => world.manifests.some((manifest) => world.before(manifest) !== undefined));

/** Whether there is a base tree: what it lacks is new, of whatever kind. A hub alone shows some kinds only. */
export const hasBaseTree = oncePer((world: World): boolean =>
  world.manifests.some((manifest) => {
    const before = world.before(manifest);
    return before !== undefined && before.live === undefined;
  }),
);
