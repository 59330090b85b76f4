import type { ReadResult } from '../../../static/read/read-result.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import { becameHooks } from '../undeployed/became-hooks.ts';
import { deletedBySteps, recreatedBySteps } from '../undeployed/deleted-by-steps.ts';
import { withKept } from '../undeployed/gone-deliveries.ts';
import { type KnownToBeGone, knownToBeGone } from '../undeployed/known-to-be-gone.ts';
import { hubsKeeper, withLostHubs } from '../undeployed/lost-hubs.ts';
import { removedCrds } from '../undeployed/left-crds.ts';
import { notAdded } from '../undeployed/not-added.ts';
import { notAtBase } from '../undeployed/not-at-base.ts';
import { recreatedByDeployers, type RecreatedOn } from '../undeployed/recreated-by-deployers.ts';
import { unapplied } from '../undeployed/unapplied.ts';
import { undeployedBy } from '../undeployed/undeployed.ts';
import { withWorlds } from '../worlds/worlds-of-repository.ts';
import type { ComparableTrees } from './comparable-trees.ts';
import type { ReadTrees } from './read-as-base-shows.ts';

/** What a change deploys, no longer deploys, and deploys anew. */
export interface ChangedDeployment {
  /** The base with what was deployed, in the form in which it is compared. */
  readonly base: ReadResult;
  /** What the change deploys. */
  readonly deployed: ReadResult;
  /** What the change no longer deploys, and copies of what it deploys from other places. */
  readonly leftOut: ReadonlySet<Manifest>;
  /** See `unapplied`. */
  readonly left: readonly Manifest[];
  /** Those of them that a plan does not add. */
  readonly notAdded: ReadonlySet<Manifest>;
  readonly recreated: ReadonlyMap<Manifest, readonly RecreatedOn[]>;
  readonly gone: KnownToBeGone | undefined;
  /** Those that the change deletes, and that nothing which was read deployed at the base. */
  readonly deletedUnseen: ReadonlySet<Manifest>;
  readonly notes: Readonly<Record<'undeployed' | 'recreated' | 'hubs' | 'atBase', readonly string[]>>;
}

export async function changedDeployment(
  { before, division, divided }: ReadTrees,
  { now, inWorlds, base: whole, undelivered }: ComparableTrees,
  config: FoundConfig,
  io: JudgingIo,
): Promise<ChangedDeployment> {
  const { read, scripts } = now;
  const dropped = undeployedBy(read, before.read, scripts, hubsKeeper(inWorlds, read));
  const deleted = deletedBySteps(now, before);
  const hooks = becameHooks(read, before.read);
  const crds = removedCrds(now, before);
  const undeployed = dropped.manifests.union(deleted.manifests).union(hooks.removed).union(crds.removed);
  const leftOut = undeployed.union(dropped.copies);
  const deployed = undeployed.size === 0 ? read : await withWorlds(withoutHubs(read, undeployed), config, divided, io);
  const { base: asDeployed, notes: ofHubs } = withLostHubs(whole, deployed, scripts);
  const undeployedBefore = notAtBase(now, { ...before, read: asDeployed });
  const wasDeployed = asDeployed.manifests.filter((manifest) => !undeployedBefore.added.has(manifest));
  const hubs = { before: inWorlds.delivered ?? [], now: deployed.delivered ?? [] };
  const [again, recreated] = [recreatedBySteps(now, before), recreatedByDeployers(now, before, { undeployed, hubs })];
  const left = unapplied(now, before);
  return {
    base: withKept({ ...asDeployed, manifests: wasDeployed, wereParts: division?.wereParts ?? [] }, undelivered),
    deployed,
    leftOut,
    left,
    notAdded: notAdded(left, now, before),
    recreated: new Map([...hooks.moves, ...crds.moves, ...again.moves, ...recreated.moves]),
    gone: knownToBeGone(undeployed, now, before),
    deletedUnseen: undeployedBefore.deleted,
    notes: {
      undeployed: [...dropped.notes, ...deleted.notes, ...hooks.notes, ...crds.notes],
      recreated: [...again.notes, ...recreated.notes],
      hubs: ofHubs,
      atBase: undeployedBefore.notes,
    },
  };
}

/** What the change deploys, whichever hub it is for. */
function withoutHubs(read: ReadResult, undeployed: ReadonlySet<Manifest>): ReadResult {
  const deployed = read.manifests.filter((manifest) => !undeployed.has(manifest));
  return { ...read, manifests: deployed.map(({ world: _world, sharedBy: _sharedBy, ...manifest }) => manifest) };
}
