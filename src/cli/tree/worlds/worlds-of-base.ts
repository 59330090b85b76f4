import { deployedPlace, foldersAround, type HubWorld, keyOfHub, SHARED_WORLD } from '../../../static/world/hub-world.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { placesOf } from './hubs-of-deployers.ts';

/**
 * The names of worlds that a change has only because its base has them: no hub gets all of their overlays from its own pipelines and scripts.
 * @param scripts those of the change
 */
export function worldsOfBase({ manifests, delivered = [] }: ReadResult, scripts: readonly HubWorld[]): ReadonlySet<string> {
  const byHub = Map.groupBy(scripts, keyOfHub);
  const hubs = [...byHub.values()].map((all) => new Set(all.flatMap(placesOf)));
  const ofGitOps = new Set(delivered.map(({ name }) => name));
  const ofScripts = manifests.filter(({ world, overlay }) => overlay !== undefined && world !== SHARED_WORLD && !ofGitOps.has(world ?? ''));
  return new Set(
    [...Map.groupBy(ofScripts, ({ world }) => world)].flatMap(([world, all]) => {
      const places = [...new Set(all.map(deployedPlace))];
      const isTogether = hubs.some((folders) => places.every((place) => foldersAround(place).some((folder) => folders.has(folder))));
      return world === undefined || isTogether ? [] : [world];
    }),
  );
}
