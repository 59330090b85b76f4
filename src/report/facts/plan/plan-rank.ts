import type { PlannedChange, PlannedPlacement } from '../../../report.ts';
import { placementDiff } from './plan-diff.ts';
import { planFault, planGap } from './plan-fault.ts';

export interface RankedPlacements {
  /** What a reader should see first comes first: faults, then clusters that move, then all others. */
  readonly ranked: readonly PlannedPlacement[];
  /** Placements without a fault that a change leaves as they are. */
  readonly quiet: readonly PlannedPlacement[];
}

export function rankPlacements(placements: readonly PlannedPlacement[]): RankedPlacements {
  const isQuiet = (placement: PlannedPlacement): boolean =>
    rank(placement) > 1 && placement.change !== undefined && isUntouched(placement.change) && placementDiff(placement) === undefined;
  return {
    ranked: placements.filter((placement) => !isQuiet(placement)).toSorted((a, b) => rank(a) - rank(b)),
    quiet: placements.filter(isQuiet),
  };
}

function rank(placement: PlannedPlacement): number {
  const { change, open = [], notVerified = [], runs = [] } = placement;
  if (planFault(placement) !== undefined || (change?.warnings ?? []).length > 0) return 0;
  if (planGap(placement) !== undefined) return 0;
  // A new run rolls out content although the placement itself does not change.
  if (runs.some(({ added }) => added === true)) return 1;
  if (open.some(({ absent }) => absent !== true)) return 1;
  if (notVerified.length > 0 || (change !== undefined && change.added.length + change.removed.length + (change.evicted ?? []).length > 0))
    return 1;
  return 2;
}

/** Whether a change leaves the placement as it is: its clusters, what they get, and how they are chosen. */
export function isUntouched({ added, removed, resources, evicted = [], reevaluatedFor, warnings = [] }: PlannedChange): boolean {
  return added.length + removed.length + evicted.length + warnings.length === 0 && resources === undefined && reevaluatedFor === undefined;
}
