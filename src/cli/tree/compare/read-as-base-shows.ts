import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { holdsFiles } from '../../../files/holds-files.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { KnownBranches } from '../../../static/read/deployers/delivered-versions.ts';
import { type Repository, repositoryFrom } from '../../../static/read/deployers/repository.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import type { Base } from '../base/base.ts';
import type { TreeReader } from '../tree-reader.ts';
import type { DeployedTree } from '../undeployed/delivered-in.ts';
import { appliedOnlyAsFile, appliedOnlyBuilt } from '../undeployed/applied-as-file.ts';
import { judgedAsBefore } from '../undeployed/judged-as-before.ts';
import { misspeltSources } from '../undeployed/misspelt-sources.ts';
import { newlyMissing, type NewlyMissing } from '../undeployed/missing-places-notes.ts';
import { withoutLeftPatches } from '../undeployed/without-left-patches.ts';
import { dividedAsBefore, type Division } from '../worlds/divided-as-before.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { worldsOfBase } from '../worlds/worlds-of-base.ts';
import { withWorlds } from '../worlds/worlds-of-repository.ts';
import { baseAsItWas } from './base-as-it-was.ts';
import { mayApplyMore } from './may-apply-more.ts';
import { placesThere } from './places-there.ts';
import { shownByBase } from './shown-by-base.ts';
import { withFolders } from '../worlds/hubs-of-deployers.ts';

/** The judged tree as it was read without a base. */
export interface Head {
  readonly read: ReadResult;
  readonly config: FoundConfig;
  readonly scripts: RepositoryDeployers;
  /** The folder in which they were searched. */
  readonly top: string | undefined;
  readonly reader: TreeReader;
  /** Notes that do not depend on the base. */
  readonly besides: readonly string[];
  /** The deployers that are not among the files. */
  readonly outside: readonly Manifest[];
  readonly branches: KnownBranches;
}

/** Both trees, each with what deploys it. The base is not divided by hubs yet. */
export interface ReadTrees {
  readonly now: DeployedTree;
  readonly before: DeployedTree;
  /** Absent if the base is a folder. */
  readonly division: Division | undefined;
  /** What deploys the tree of the change, with the hubs of the base. */
  readonly divided: RepositoryDeployers;
  /** The paths that the change makes a step apply, and that are not there. */
  readonly missing: readonly NewlyMissing[];
  readonly repository: Repository;
  readonly isFolderThere: (folder: string) => boolean;
  readonly notes: readonly string[];
}

/** Reads the judged tree again if the base shows that more of it is deployed than it says, or that it is divided in another way. */
export async function readAsBaseShows(head: Head, given: Base, io: JudgingIo): Promise<ReadTrees> {
  const { config, scripts, reader, top } = head;
  const had = baseAsItWas(given, scripts);
  const repository = repositoryFrom(io.cwd, { what: 'off', env: io.env, own: scripts.own });
  const isFolderThere = (folder: string): boolean => holdsFiles(resolve(io.cwd, folder));
  reader.ours = misspeltSources(head.read, had, repository, isFolderThere);
  const readAgain = async (): Promise<ReadResult> => withoutLeftPatches(await reader.read(config), had, scripts);
  const first = reader.ours.size > 0 ? await readAgain() : withoutLeftPatches(head.read, had, scripts);
  const division = given.scripts && (await divisionOf({ scripts, read: first }, { scripts: given.scripts, read: had }, config, io));
  const ofBase = given.scripts ?? scripts;
  const before: DeployedTree = {
    read: withoutCopies(had, division?.freed ?? []),
    scripts: { ...ofBase, isOpen: mayApplyMore(ofBase, [], top, io) },
  };
  const missing = newlyMissing({ read: first, scripts }, before, await placesThere(scripts, io));
  const now: DeployedTree = { read: first, scripts: { ...scripts, isOpen: mayApplyMore(scripts, missing, top, io) } };
  const kept = judgedAsBefore(now, before);
  const divided = withoutFolders(division?.scripts ?? scripts, kept.replaced);
  const { isReadAgain, isBaseRendered, fromBase, notes } = shownByBase(first, before.read, given.scripts, {
    scripts: divided,
    deployed: kept.folders,
    branches: head.branches,
    files: { isOnlyBuilt: appliedOnlyBuilt(now, before), isOnlyAsFile: appliedOnlyAsFile(now, before) },
    isOnlyIfFleet: reader.onlyIfFleet,
  });
  if (isBaseRendered) reader.onlyIfFleet = false;
  reader.fromBase = fromBase;
  const isDividedAgain = !isDeepStrictEqual([divided.worlds, divided.isWhole], [scripts.worlds, scripts.isWhole]);
  const last = isReadAgain || isDividedAgain ? await readAgain() : first;
  const read = division?.isOther === true ? { ...last, worldsOfBase: worldsOfBase(last, scripts.worlds) } : last;
  return { now: { ...now, read }, before, division, divided, missing, repository, isFolderThere, notes };
}

async function divisionOf(head: DeployedTree, base: DeployedTree, config: FoundConfig, io: JudgingIo): Promise<Division> {
  const { delivered = [] } = await withWorlds(base.read, config, { ...base.scripts, worlds: [] }, io);
  return dividedAsBefore(head, base, delivered);
}

/** The deployers of the change, which do not bring these folders to the hubs of the base. */
function withoutFolders(scripts: RepositoryDeployers, gone: readonly string[]): RepositoryDeployers {
  if (gone.length === 0) return scripts;
  return { ...scripts, worlds: scripts.worlds.map((world) => withFolders(world, (folder) => !gone.includes(folder))) };
}

/** The base without what it has only because the change deploys these folders. */
function withoutCopies(base: ReadResult, freed: readonly string[]): ReadResult {
  if (freed.length === 0) return base;
  const isCopy = (manifest: Manifest): boolean => freed.some((folder) => isAtOrBelow(deployedPlace(manifest), folder));
  return { ...base, manifests: base.manifests.filter((manifest) => !isCopy(manifest)) };
}
