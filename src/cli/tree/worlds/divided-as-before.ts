import { isDeepStrictEqual } from 'node:util';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace, type HubWorld } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from './found-deployers.ts';

export interface Division {
  readonly scripts: RepositoryDeployers;
  /** For the tree of the base. */
  readonly ofBase: RepositoryDeployers;
  /** The scripts of the change would divide what the base has in another way. */
  readonly isOther: boolean;
}

/**
 * The deployers of a change, with the worlds of the base: a change does not say that what was there is for several hubs. Its own scripts and
 * pipelines divide only the folders that it adds. A folder whose files it all moves into such folders is divided by them. Both are given with
 * the tree that was read.
 */
export function dividedAsBefore(
  [scripts, read]: readonly [RepositoryDeployers, ReadResult],
  [before, base]: readonly [RepositoryDeployers, ReadResult],
): Division {
  const isNew = (folder: string): boolean => !holdsManifests(folder, base);
  const added = scripts.worlds.flatMap((world): readonly HubWorld[] => {
    const [folders, looped] = [world.folders.filter(isNew), (world.looped ?? []).filter(isNew)];
    return folders.length + looped.length === 0 ? [] : [{ ...world, folders, looped, name: nameBeside(world, before.worlds) }];
  });
  // All folders of a loop are for one hub, or none of them.
  const worlds = before.worlds.map((world) => {
    const looped = added.flatMap((each) => (each.name === world.name ? (each.looped ?? []) : []));
    return looped.length === 0 ? world : { ...world, looped: [...(world.looped ?? []), ...looped] };
  });
  const moved = added.flatMap(({ folders, looped = [] }) => [...folders, ...looped]);
  const isEmptied = (folder: string): boolean =>
    moved.some((each) => each !== folder && isAtOrBelow(each, folder)) &&
    !scripts.worlds.some(({ folders }) => folders.includes(folder)) &&
    read.manifests.every((manifest) => !holds(folder, manifest) || moved.some((each) => holds(each, manifest)));
  const names = new Set(worlds.map(({ name }) => name));
  const others = added.flatMap((world) =>
    !names.has(world.name) ? [world] : world.folders.length === 0 ? [] : [{ ...world, looped: [] }],
  );
  const divides = (all: readonly HubWorld[], tree: ReadResult): boolean =>
    all.filter(({ folders }) => folders.some((folder) => holdsManifests(folder, tree))).length > 1;
  const isOther =
    (divides(scripts.worlds, read) || divides(before.worlds, base)) &&
    !isDeepStrictEqual(partsOf(scripts.worlds, isNew), partsOf(before.worlds, isNew));
  const withoutEmptied = (world: HubWorld): HubWorld => ({ ...world, folders: world.folders.filter((folder) => !isEmptied(folder)) });
  const isGoingOn = ({ name }: HubWorld): boolean => others.some((world) => world.name === name);
  const both = { ...scripts, isWhole: scripts.isWhole || before.isWhole };
  return {
    scripts: { ...both, worlds: [...worlds.map(withoutEmptied), ...others] },
    // Without a cluster it is not known which of the new folders goes on with it.
    ofBase: { ...both, worlds: [...worlds.map((world) => (isGoingOn(world) ? world : withoutEmptied(world))), ...others] },
    isOther,
  };
}

function holdsManifests(folder: string, { manifests }: ReadResult): boolean {
  return manifests.some((manifest) => holds(folder, manifest));
}

function holds(folder: string, manifest: Manifest): boolean {
  return isAtOrBelow(manifest.file, folder) || isAtOrBelow(deployedPlace(manifest), folder);
}

/** The name of a world of the base for the same cluster; for another one a name that the base does not have. */
function nameBeside({ name, cluster }: HubWorld, before: readonly HubWorld[]): string {
  const same = cluster && before.find((world) => isDeepStrictEqual(world.cluster, cluster));
  if (same !== undefined) return same.name;
  return before.some((world) => world.name === name && !isDeepStrictEqual(world.cluster, cluster)) ? `${name} of this change` : name;
}

/** The folders that each world has in the base, and its cluster. */
function partsOf(worlds: readonly HubWorld[], isNew: (folder: string) => boolean): unknown {
  return worlds.flatMap(({ folders, looped = [], cluster }) => {
    const known = [...folders, ...looped].filter((folder) => !isNew(folder)).toSorted();
    return known.length === 0 ? [] : [{ known, cluster }];
  });
}
