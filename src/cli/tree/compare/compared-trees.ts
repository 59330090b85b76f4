import type { ReadResult } from '../../../static/read/read-result.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { Base } from '../base/base.ts';
import { hideInErrors } from '../hide-in-errors.ts';
import type { KnownToBeGone } from '../undeployed/known-to-be-gone.ts';
import type { RecreatedOn } from '../undeployed/recreated-by-deployers.ts';
import { changedDeployment } from './changed-deployment.ts';
import { comparableTrees } from './comparable-trees.ts';
import { notesOfComparison } from './notes-of-comparison.ts';
import { type Head, readAsBaseShows } from './read-as-base-shows.ts';

/** What the comparison with the base gives. */
export interface Comparison {
  readonly read: ReadResult;
  readonly base: ReadResult;
  /** Manifests of the judged tree that the change no longer deploys, or adds where nothing deploys them. */
  readonly undeployed: ReadonlySet<Manifest>;
  /** Manifests of the judged tree whose objects the change deletes and creates again, with the reason. */
  readonly recreated: ReadonlyMap<Manifest, readonly RecreatedOn[]>;
  /** Those that checks take as removed; absent if there are none. */
  readonly gone?: KnownToBeGone;
  /** See `NotCompared`. */
  readonly unplanned: ReadonlySet<Manifest>;
  /** What it shows. */
  readonly notes: readonly string[];
}

/** The trees in the form in which they are compared. The judged tree is read again if the base shows that more of it is deployed than it says. */
export async function comparedTrees(head: Head, given: Base, io: JudgingIo): Promise<Comparison> {
  const trees = await readAsBaseShows(head, given, io);
  const comparable = await comparableTrees(trees, head, io);
  hideInErrors({ read: comparable.now.read, base: comparable.base }, io);
  const changed = await changedDeployment(trees, comparable, head.config, io);
  return {
    read: comparable.now.read,
    base: changed.base,
    undeployed: changed.leftOut.union(changed.notAdded),
    recreated: changed.recreated,
    ...(changed.gone === undefined ? {} : { gone: changed.gone }),
    unplanned: comparable.unplanned.union(changed.deletedUnseen),
    notes: notesOfComparison(trees, comparable, changed, { head, given, cwd: io.cwd }),
  };
}
