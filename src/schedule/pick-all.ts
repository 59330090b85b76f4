import type { ClassifiedBindings } from './binding.ts';
import { crossReference } from './cross-reference.ts';
import { decisionOf, decisions, unpickedOf } from './decision.ts';
import { NO_SCORE, type Cycle } from './framework.ts';
import { fulfilled, type CycleOutcome } from './outcome.ts';
import { runFilters } from './run-plugins.ts';

/**
 * PickAll, also used without a policy: picks every cluster that no filter refuses. It is fulfilled even without clusters. @throws
 * {CycleError}
 */
export function pickAll(cycle: Cycle, classified: ClassifiedBindings): CycleOutcome {
  const { candidates, filtered } = runFilters(cycle);
  const picked = candidates.map(({ name }) => ({ cluster: name, score: NO_SCORE }));
  const { created, patched, bindings } = crossReference(picked, cycle.placement, classified);
  const selected = [...created, ...patched, ...classified.scheduled, ...classified.bound];
  return {
    ...fulfilled(selected.length),
    decisions: () => decisions(selected.map(decisionOf), [], filtered),
    unpicked: unpickedOf(cycle, [], filtered),
    bindings,
    again: false,
  };
}
