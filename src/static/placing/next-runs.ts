import { isDeepStrictEqual } from 'node:util';
import { field } from '../../fleet/json/json.ts';
import type { Staged } from '../../schedule/update-run/stages.ts';
import { keyOfManifest } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isResolved } from '../world/resolved.ts';
import { runTarget } from '../world/run-reference.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';
import { isEarlier, isInitialisedOnHub } from './run-on-hub.ts';
import { stagedRun } from './staged-run.ts';

/** A placement that a change keeps from having another run. */
export interface NextRun {
  readonly placement: Manifest;
  /** A run that has its own copy of the strategy from before the edit. */
  readonly run: Manifest;
  readonly staged: Staged;
  /** Why the hub will refuse a run like it, as far as the change is the cause. */
  readonly errors: readonly string[];
  readonly strategy: Manifest;
  /** The change edits the stages; else the placement, or clusters. */
  readonly isOfStages: boolean;
}

/**
 * The placements whose next run the hub will refuse because the change edits the stages of their strategy, or which clusters they have and with
 * which labels. Runs that were initialised before show which placements use the strategy. Empty for placements that also have a new run, which is judged itself.
 */
export const nextRunsRefused = oncePerWorld((strategy, judged): readonly NextRun[] => {
  const old = judged.before(strategy);
  const before = old?.live ?? old?.manifest;
  if (judged.isBase || before === undefined || !isResolved(strategy, '/spec/stages')) return [];
  const isOfStages = !isDeepStrictEqual(field(before, 'spec', 'stages'), field(strategy.object, 'spec', 'stages'));
  const world = withHub(judged);
  const all = [...world.ofKind('ClusterStagedUpdateRun'), ...world.ofKind('StagedUpdateRun')];
  const own = all.filter((run) => runTarget(run, 'strategy', world) === strategy);
  const { earlier = [], fresh = [] } = Object.groupBy(own, (run) =>
    isEarlier(run, world) || isInitialisedOnHub(run, world) ? 'earlier' : 'fresh',
  );
  const known = new Set(fresh.map((run) => runTarget(run, 'placement', world)));
  const found = new Map<Manifest, NextRun>();
  for (const run of earlier) {
    const [placement, now] = [runTarget(run, 'placement', world), stagedRun(run, world)];
    if (placement === undefined || now === undefined || known.has(placement) || found.has(placement)) continue;
    const since = errorsAtBase(run, judged);
    // Without an edit of the stages, the base must show that they fitted.
    if (!isOfStages && since?.length !== 0) continue;
    const errors = now.staged.errors.filter((error) => since?.includes(error) !== true);
    if (errors.length > 0) found.set(placement, { placement, run, staged: now.staged, errors, strategy, isOfStages });
  }
  return [...found.values()];
});

/** `undefined` if the base does not show them. */
function errorsAtBase(run: Manifest, world: World): readonly string[] | undefined {
  const base = world.base();
  const same = base?.ofKind(run.object.kind).find((each) => keyOfManifest(each) === keyOfManifest(run));
  return base === undefined || same === undefined ? undefined : stagedRun(same, withHub(base))?.staged.errors;
}
