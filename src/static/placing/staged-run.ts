import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { stagesOf, type Staged } from '../../schedule/update-run/stages.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { runTarget } from '../world/run-reference.ts';
import { whatIf } from './what-if.ts';

/** An update run with its strategy, and the assignment of the picked clusters to stages. */
export interface StagedRun {
  readonly strategy: Manifest;
  readonly staged: Staged;
}

/** `undefined` if the run, its placement, the picked clusters or the strategy is not known, and if no run is allowed for the placement. */
export const stagedRun = oncePerWorld((run, world): StagedRun | undefined => {
  if (!isNamed(run) || !isResolved(run, '/spec')) return undefined;
  const placement = runTarget(run, 'placement', world);
  const strategy = runTarget(run, 'strategy', world);
  if (placement === undefined || strategy === undefined) return undefined;
  if (!isResolved(placement, '/spec') || !isResolved(strategy, '/spec')) return undefined;
  if (!isExternal(placement.object)) return undefined;
  const scheduling = whatIf(placement, world);
  if (scheduling?.outcome !== 'Fulfilled' || scheduling.picked.length === 0) return undefined;
  return { strategy, staged: stagesOf(strategy.object, scheduling.picked, knownClusters(world) ?? []) };
});
