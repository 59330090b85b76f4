import { isDeepStrictEqual } from 'node:util';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { joinPath, KUSTOMIZATION_NAMES } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { bringersFinder, deployedPlace, type HubWorld, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';
import { namedByFolders } from './named-by-folders.ts';
import { areOfOneHub, atHubs, hubsOfDeployers, isBroughtBy, placesOf, wholeWorld, withFolders } from './hubs-of-deployers.ts';
import type { DeployedTree } from '../undeployed/delivered-in.ts';

export interface Division {
  readonly scripts: RepositoryDeployers;
  /** For the tree of the base. */
  readonly ofBase: RepositoryDeployers;
  /**
   * Folders that were only a part of what scripts of the base deployed, and that the change deploys in place of it. The base has its objects as
   * well as if it had deployed them, because both trees are rendered in one way.
   */
  readonly freed: readonly string[];
  /** Folders that no deployer of the base deployed, and that the change deploys, which were only a part of other kustomizations or charts. */
  readonly wereParts: readonly string[];
  /** The scripts of the change would divide what the base has in another way. */
  readonly isOther: boolean;
}

/**
 * The deployers of a change, with the worlds of the base. A script and Flux or Argo CD that bring the same to one hub, also one in the base
 * and the other one in the change, are one world, with the name that Flux or Argo CD gives it.
 * @param delivered what Flux and Argo CD bring in the base
 */
export function dividedAsBefore(head: DeployedTree, asItWas: DeployedTree, delivered: readonly HubWorld[]): Division {
  const { scripts } = head;
  const { manifests, delivered: now = [] } = head.read;
  const { worlds: own } = asItWas.scripts;
  const before = { ...asItWas.scripts, worlds: scripts.isWhole ? own : namedByFolders(own, scripts.worlds, manifests, now) };
  const base: DeployedTree = { read: asItWas.read, scripts: before };
  const had = base.read.manifests;
  const [isScripted, isDelivered] = [isBroughtBy(scripts.worlds, manifests), isBroughtBy(now, manifests)];
  const kept = hubsOfDeployers(before.worlds, delivered, had);
  const given = hubsOfDeployers(before.worlds, now, manifests, (manifest) => !isScripted(manifest));
  const taken = hubsOfDeployers(scripts.worlds, delivered, manifests, (manifest) => !isDelivered(manifest));
  const known = new Set(before.worlds.map(({ name }) => name));
  const added = [...taken].filter(([name]) => !known.has(name));
  const wasDelivered = isBroughtBy(delivered, manifests);
  const isTaken = (folder: string): boolean => {
    const held = manifests.filter((manifest) => holds(folder, manifest));
    return held.length > 0 && held.every(wasDelivered);
  };
  const takenWorlds = scripts.worlds.flatMap((world): readonly HubWorld[] => {
    const folders = placesOf(world).filter(isTaken);
    return taken.has(world.name) && folders.length > 0 ? atHubs([{ ...world, folders, looped: [] }], taken) : [];
  });
  const { scripts: ofHead, ofBase, freed, wereParts, isOther } = dividedByScripts(head, base);
  return {
    scripts: { ...ofHead, worlds: [...atHubs(ofHead.worlds, new Map([...added, ...kept, ...given])), ...takenWorlds] },
    ofBase: { ...ofBase, worlds: [...atHubs(ofBase.worlds, new Map([...added, ...given, ...kept])), ...takenWorlds] },
    freed,
    wereParts,
    isOther,
  };
}

/**
 * The deployers of a change, with the worlds of the base: a change does not say that what was there is for several hubs. Its own scripts and
 * pipelines divide only the folders that it adds. A folder whose files it all moves into such folders is divided by them. A folder that makes
 * what the base brought to the same hub from other folders joins these. Both are given with the tree that was read.
 */
function dividedByScripts({ scripts, read }: DeployedTree, asItWas: DeployedTree): Division {
  const { scripts: before, read: base } = asItWas;
  const deployed = newlyDeployed(scripts, asItWas);
  const freed = freedFolders(deployed, read, scripts, asItWas);
  const isNew = (folder: string): boolean => freed.includes(folder) || !holdsManifests(folder, base);
  const added = scripts.worlds.flatMap((world): readonly HubWorld[] => {
    const own = withFolders(world, isNew);
    return placesOf(own).length === 0 ? [] : [{ ...own, name: nameBeside(world, before.worlds) }];
  });
  // All folders of a loop are for one hub, or none of them.
  const worlds = before.worlds.map((world) => {
    const looped = added.flatMap((each) => (each.name === world.name ? (each.looped ?? []) : []));
    return looped.length === 0 ? world : { ...world, looped: [...(world.looped ?? []), ...looped] };
  });
  const joined = joinedWorlds(scripts.worlds, isNew, asItWas, read);
  const isJoined = (folder: string): boolean => joined.some((world) => placesOf(world).some((each) => isAtOrBelow(folder, each)));
  const moved = added.flatMap(placesOf);
  const isEmptied = (folder: string): boolean =>
    moved.some((each) => each !== folder && isAtOrBelow(each, folder)) &&
    !scripts.worlds.some((world) => placesOf(world).includes(folder)) &&
    read.manifests.every((manifest) => !holds(folder, manifest) || moved.some((each) => holds(each, manifest)));
  const names = new Set(worlds.map(({ name }) => name));
  const others = added.flatMap((world) =>
    !names.has(world.name) ? [world] : world.folders.length === 0 ? [] : [{ ...world, looped: [] }],
  );
  const divides = (all: readonly HubWorld[], tree: ReadResult): boolean =>
    all.filter(({ folders }) => folders.some((folder) => holdsManifests(folder, tree))).length > 1;
  // A folder that the change deletes or renames goes to no other hub.
  const isInBoth = (folder: string): boolean => !isNew(folder) && !isJoined(folder) && holdsManifests(folder, read);
  const isOther =
    (divides(scripts.worlds, read) || divides(before.worlds, base)) &&
    !isDeepStrictEqual(partsOf(scripts.worlds, isInBoth), partsOf(before.worlds, isInBoth));
  const withoutEmptied = (world: HubWorld): HubWorld => withFolders(world, (folder) => !isEmptied(folder));
  const isGoingOn = ({ name }: HubWorld): boolean => added.some((world) => world.name === name);
  const both = { ...scripts, isWhole: scripts.isWhole || before.isWhole };
  return {
    scripts: { ...both, worlds: [...worlds.map(withoutEmptied), ...others, ...joined] },
    // Without a cluster it is not known which of the new folders goes on with it.
    ofBase: { ...both, worlds: [...worlds.map((world) => (isGoingOn(world) ? world : withoutEmptied(world))), ...others] },
    freed,
    wereParts: deployed.filter((folder) => isPartOfOthers(folder, base)),
    isOther,
  };
}

/**
 * The worlds of the change with only those of its folders that exist at the base and that no script deployed there: what such a folder has of
 * the objects that scripts of the base brought, all of these brought to the same hub, and no folder of these still has one.
 */
function joinedWorlds(
  worlds: readonly HubWorld[],
  isNew: (folder: string) => boolean,
  { scripts: before, read: base }: DeployedTree,
  { manifests }: ReadResult,
): readonly HubWorld[] {
  const known = new Set(before.worlds.flatMap(placesOf));
  const bringersOf = bringersByKey(before.worlds, base);
  const left = manifests.filter(isBroughtBy(before.worlds, manifests));
  return worlds.flatMap((world): readonly HubWorld[] => {
    const name = nameBeside(world, before.worlds);
    const joins = (folder: string): boolean => {
      if (isNew(folder) || known.has(folder)) return false;
      const own = manifests.filter(isBroughtBy([{ ...world, folders: [folder], looped: [] }], manifests));
      const had = own.flatMap((manifest) => bringersOf.get(keyOfManifest(manifest)) ?? []).filter(({ size }) => size > 0);
      return had.length > 0 && had.every((names) => names.has(name)) && areOfOneHub(own, left);
    };
    const joining = withFolders(world, joins);
    return placesOf(joining).length === 0 ? [] : [{ ...joining, name }];
  });
}

/** The folders that the change deploys and none of the scripts of the base, and that have files of what these deployed. */
function newlyDeployed(scripts: RepositoryDeployers, { scripts: before, read: base }: DeployedTree): readonly string[] {
  if (before.isWhole) return [];
  const wasDeployed = isBroughtBy(before.worlds, base.manifests);
  const files = new Set(base.manifests.filter(wasDeployed).map(({ file }) => file));
  const folders = new Set(scripts.worlds.flatMap(placesOf));
  return [...folders].filter((folder) => {
    const own = inFolder(base, folder);
    const isOwn = own.some(wasDeployed) || (base.built?.deliveredBy(folder).length ?? 0) > 0;
    return !isOwn && own.some(({ file }) => files.has(file));
  });
}

/**
 * An overlay may be emptied or deleted while its base is deployed. What both still have may be for two hubs, unless the change deploys the base
 * in place of the overlay, to the same hubs.
 */
function freedFolders(
  deployed: readonly string[],
  read: ReadResult,
  scripts: RepositoryDeployers,
  { scripts: before, read: base }: DeployedTree,
): readonly string[] {
  const { manifests, delivered = [] } = read;
  const left = manifests.filter(isBroughtBy(before.worlds, manifests));
  const isStill = isBroughtBy([...scripts.worlds, ...delivered], manifests);
  const isFreed = (manifest: Manifest): boolean => deployed.some((folder) => isAtOrBelow(deployedPlace(manifest), folder));
  const others = left.filter((manifest) => isStill(manifest) && !isFreed(manifest));
  const bringersOf = bringersByKey(before.worlds, base);
  const isForSameHubs = (folder: string): boolean => {
    const hubs = new Set(scripts.worlds.flatMap((world) => (placesOf(world).includes(folder) ? [nameBeside(world, before.worlds)] : [])));
    const had = inFolder(read, folder).flatMap((manifest) => bringersOf.get(keyOfManifest(manifest)) ?? []);
    return had.every((names) => names.size === 0 || isDeepStrictEqual([...names].toSorted(), [...hubs].toSorted()));
  };
  const stays = deployed.every(isForSameHubs) ? others : left;
  return deployed.filter((folder) => areOfOneHub(inFolder(read, folder), stays));
}

/** The names of the worlds that bring each object of a tree, by its key. */
function bringersByKey(worlds: readonly HubWorld[], { manifests }: ReadResult): ReadonlyMap<string, ReadonlySet<string>> {
  const bringing = bringersFinder(worlds.map(wholeWorld), overlaysOf(manifests));
  const found = new Map<string, ReadonlySet<string>>();
  for (const manifest of manifests) {
    const key = keyOfManifest(manifest);
    found.set(key, bringing(manifest).union(found.get(key) ?? new Set()));
  }
  return found;
}

function inFolder({ manifests }: ReadResult, folder: string): readonly Manifest[] {
  return manifests.filter((each) => isAtOrBelow(deployedPlace(each), folder));
}

/** Whether another overlay uses the kustomization or the chart of a folder. */
function isPartOfOthers(folder: string, { built }: ReadResult): boolean {
  const users = [...KUSTOMIZATION_NAMES, 'Chart.yaml'].flatMap((name) => built?.users(joinPath(folder, name)) ?? []);
  return users.some((overlay) => deployedPlace({ overlay, file: '' }) !== folder);
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

/** The folders of both trees that each world has, and its cluster. */
function partsOf(worlds: readonly HubWorld[], isInBoth: (folder: string) => boolean): unknown {
  return worlds.flatMap((world) => {
    const known = placesOf(world).filter(isInBoth).toSorted();
    return known.length === 0 ? [] : [{ known, cluster: world.cluster }];
  });
}
