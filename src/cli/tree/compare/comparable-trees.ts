import { comparableBase } from '../../../static/read/comparable-base.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { HubWorld } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { JudgingIo } from '../../process/io.ts';
import { exchangedContent } from '../base/exchanged-content.ts';
import { withLostContent } from '../base/lost-content.ts';
import { movedReleases } from '../base/moved-releases.ts';
import type { DeployedTree } from '../undeployed/delivered-in.ts';
import { goneDeliveries, type GoneDeliveries } from '../undeployed/gone-deliveries.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { withWorlds } from '../worlds/worlds-of-repository.ts';
import type { Head, ReadTrees } from './read-as-base-shows.ts';

export interface ComparableTrees {
  /** With entries about what cannot be compared. */
  readonly now: DeployedTree;
  /** The base, divided by its hubs. */
  readonly inWorlds: ReadResult;
  /** The same without objects that the change may still have. */
  readonly base: ReadResult;
  readonly undelivered: GoneDeliveries;
  /** See `NotCompared`. */
  readonly unplanned: ReadonlySet<Manifest>;
}

/** Both trees, divided by hubs in one way, as far as what they have can be compared. */
export async function comparableTrees(trees: ReadTrees, { config, scripts }: Head, io: JudgingIo): Promise<ComparableTrees> {
  const { now, before, division, repository, isFolderThere: isThere } = trees;
  const inWorlds = await withWorlds(before.read, config, division?.ofBase ?? scripts, io, before.scripts);
  const undelivered = goneDeliveries(now.read, before.read, { scripts, repository, isThere });
  const moved = movedReleases(now.read, deployersOf(now.read, scripts), inWorlds, deployersOf(inWorlds, before.scripts));
  const exchanged = exchangedContent(now.read, scripts.worlds, inWorlds, before.scripts.worlds);
  const open = [...undelivered.notEvaluated, ...moved.notEvaluated, ...exchanged.notEvaluated];
  const read = withLostContent({ ...now.read, notEvaluated: [...now.read.notEvaluated, ...open] }, inWorlds);
  return {
    now: { ...now, read },
    inWorlds,
    base: comparableBase(inWorlds, read),
    undelivered,
    unplanned: moved.unplanned.union(exchanged.unplanned),
  };
}

function deployersOf({ delivered = [] }: ReadResult, { worlds }: RepositoryDeployers): readonly HubWorld[] {
  return [...delivered, ...worlds];
}
