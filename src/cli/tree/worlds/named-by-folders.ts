import { listed } from '../../../fleet/text/listed.ts';
import type { HubWorld } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { hubOf } from '../base/moved-releases.ts';
import { isBroughtBy, placesOf } from './hubs-of-deployers.ts';

/**
 * The worlds of the base. Those whose step is gone, and whose content is still there and not brought by another deployer, have the names of
 * their folders.
 * @param now the worlds of the scripts of the change @param manifests of the change @param delivered what Flux and Argo CD bring
 */
export function namedByFolders(
  before: readonly HubWorld[],
  now: readonly HubWorld[],
  manifests: readonly Manifest[],
  delivered: readonly HubWorld[],
): readonly HubWorld[] {
  const isBrought = isBroughtBy([...now, ...delivered], manifests);
  /** A step for the same hub that is not another one of the base may have been edited. */
  const goesOn = (world: HubWorld): boolean => {
    const isOfHub = (each: HubWorld): boolean => hubOf(each) === hubOf(world);
    const others = before.filter((each) => each !== world && isOfHub(each)).map(placesOf);
    return now.some((each) => isOfHub(each) && others.every((folders) => !folders.some((folder) => placesOf(each).includes(folder))));
  };
  return before.map((world) => {
    const left = manifests.filter(isBroughtBy([world], manifests));
    const isGone = left.length > 0 && !left.some(isBrought) && !goesOn(world);
    return isGone ? { ...world, name: listed([...new Set(placesOf(world))].toSorted(), 3, 'folders') } : world;
  });
}
