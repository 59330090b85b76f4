import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { placeOf } from '../../../static/read/deployers/worlds-of-deployers.ts';
import { areOfDifferentHubs, bringersFinder, type HubWorld, keyOfHub, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/**
 * The worlds of Flux and Argo CD, by the names of the worlds of scripts that are for the same hub: all that the script brings, or all that
 * the one brings in place of the other, is in one world of Flux and Argo CD; or the script brings the deployers which bring that world to
 * their own cluster. Anything else may be a copy for one more hub.
 * @param isReplaced whether a manifest of both is brought by only one of them now
 */
export function hubsOfDeployers(
  scripts: readonly HubWorld[],
  deployers: readonly HubWorld[],
  manifests: readonly Manifest[],
  isReplaced: (manifest: Manifest) => boolean = () => false,
): ReadonlyMap<string, HubWorld> {
  if (scripts.length === 0 || deployers.length === 0) return new Map();
  const bringing = bringersFinder(deployers, overlaysOf(manifests));
  const ofOneCluster = [...Map.groupBy(scripts, keyOfHub).values()];
  const started = deployersStartedBy(ofOneCluster, deployers, manifests);
  const pairs = ofOneCluster.flatMap((all, index) => {
    const isOfScript = isBroughtBy(all, manifests);
    const own = manifests.filter(isOfScript);
    const names = new Set(own.map(bringing).flatMap((each) => (each.size === 1 ? [...each] : [])));
    const itself = started[index];
    const hub = itself ?? (names.size === 1 ? deployers.find(({ name }) => names.has(name)) : undefined);
    if (hub === undefined || all.some((script) => areOfDifferentHubs(script, hub))) return [];
    const isOfHub = (manifest: Manifest): boolean => bringing(manifest).has(hub.name);
    const [both, alone] = [own.filter(isOfHub), own.filter((manifest) => !isOfHub(manifest))];
    const others = manifests.filter((manifest) => isOfHub(manifest) && !isOfScript(manifest));
    const isSame = alone.length === 0 || ((itself !== undefined || both.every(isReplaced)) && areOfOneHub(alone, others));
    return isSame ? all.map((script) => ({ script, hub })) : [];
  });
  const isOneHub = (all: typeof pairs): boolean =>
    all.every(({ script }) => !all.some((other) => areOfDifferentHubs(script, other.script)));
  const sure = [...Map.groupBy(pairs, ({ hub }) => hub.name).values()].filter(isOneHub).flat();
  return new Map(sure.map(({ script, hub }) => [script.name, hub]));
}

/**
 * For the worlds of scripts for each hub, the world of Flux and Argo CD whose deployers they bring; `undefined` for none, for several, and if
 * others bring these deployers as well.
 */
function deployersStartedBy(
  scripts: readonly (readonly HubWorld[])[],
  deployers: readonly HubWorld[],
  manifests: readonly Manifest[],
): readonly (HubWorld | undefined)[] {
  const own = manifests.filter(({ object }) => deployerKind(object) !== undefined);
  const bringing = scripts.map((all) => isBroughtBy(all, manifests));
  const found = deployers.map(({ deployers: places = [] }) => {
    const at = new Set(places);
    const starting = own
      .filter((each) => at.has(placeOf(each)))
      .flatMap((each) => [...bringing.keys()].filter((index) => bringing[index]?.(each)));
    const [only, ...others] = new Set(starting);
    return others.length === 0 ? only : undefined;
  });
  return scripts.map((_, index) => {
    const [hub, ...others] = deployers.filter((_deployer, at) => found[at] === index);
    return others.length === 0 ? hub : undefined;
  });
}

/** Worlds of scripts, each with the name and the cluster of its hub. */
export function atHubs(worlds: readonly HubWorld[], hubs: ReadonlyMap<string, HubWorld>): readonly HubWorld[] {
  return worlds.map((world) => {
    const hub = hubs.get(world.name);
    return hub === undefined ? world : { ...world, name: hub.name, ...(hub.cluster === undefined ? {} : { cluster: hub.cluster }) };
  });
}

/** Returns whether worlds bring a manifest, also by their loops. */
export function isBroughtBy(worlds: readonly HubWorld[], manifests: readonly Manifest[]): (manifest: Manifest) => boolean {
  const bringing = bringersFinder(worlds.map(wholeWorld), overlaysOf(manifests));
  return (manifest) => bringing(manifest).size > 0;
}

/** The folders of a world, also those of its loops. */
export function placesOf({ folders, looped = [] }: HubWorld): readonly string[] {
  return [...folders, ...looped];
}

/** A world with only some of its folders. */
export function withFolders(world: HubWorld, isMeant: (folder: string) => boolean): HubWorld {
  const { folders, looped } = world;
  return { ...world, folders: folders.filter(isMeant), ...(looped === undefined ? {} : { looped: looped.filter(isMeant) }) };
}

/** A world, of which the folders of loops are as all others. */
export function wholeWorld(world: HubWorld): HubWorld {
  return { ...world, folders: placesOf(world) };
}

/** A hub has an object once. A Namespace may be written in each folder that needs it. */
export function areOfOneHub(some: readonly Manifest[], others: readonly Manifest[]): boolean {
  const keys = new Set(others.map(keyOfManifest));
  return !some.some((manifest) => manifest.object.kind !== 'Namespace' && keys.has(keyOfManifest(manifest)));
}
