import { everyBinding, unschedule, type Binding, type ClassifiedBindings } from './binding.ts';
import { crossReference } from './cross-reference.ts';
import { decisionOf, decisions, unpickedOf } from './decision.ts';
import { NO_SCORE, type Cycle } from './framework.ts';
import { fulfilled, unfulfilled, type CycleOutcome } from './outcome.ts';
import { batchSize, compareScores, runFilters, runScores } from './run-plugins.ts';
import { byCodeUnit } from '../fleet/text/by-code-unit.ts';

/** One cycle of PickN for `wanted` clusters. Surplus clusters are given up, missing ones are picked by score. @throws {CycleError} */
export function pickN(cycle: Cycle, classified: ClassifiedBindings, wanted: number): CycleOutcome {
  const { scheduled, bound, obsolete } = classified;
  const missing = wanted - scheduled.length - bound.length;
  if (missing < 0 || (missing === 0 && obsolete.length > 0)) return downscale(classified, -missing);
  if (missing === 0) return keep([...bound, ...scheduled], everyBinding(classified));

  const limit = batchSize(cycle, missing);
  const { candidates, filtered } = runFilters(cycle);
  const scored = runScores(cycle, candidates);
  const picked = scored.slice(0, limit).map(({ cluster, score }) => ({ cluster: cluster.name, score }));
  const { created, patched, bindings } = crossReference(picked, cycle.placement, classified);
  const selected = [...created, ...patched, ...scheduled, ...bound];
  const notPicked = scored.slice(limit);
  return {
    ...(selected.length >= wanted ? fulfilled(selected.length) : unfulfilled(selected.length)),
    decisions: () => decisions(selected.map(decisionOf), notPicked, filtered),
    unpicked: unpickedOf(cycle, notPicked, filtered),
    bindings,
    again: missing > limit && created.length + patched.length === limit,
  };
}

/**
 * Bindings of earlier policies are removed first, then scheduled ones, then bound ones; within each, the lowest score first, then by name.
 */
function downscale({ scheduled, bound, obsolete, unscheduled, dangling, deleting }: ClassifiedBindings, surplus: number): CycleOutcome {
  const kept = [...withoutLowest(scheduled, surplus), ...withoutLowest(bound, surplus - scheduled.length)];
  const given = new Set([...scheduled, ...bound]).difference(new Set(kept));
  return keep(kept, [...kept, ...[...given, ...obsolete, ...unscheduled, ...dangling].map(unschedule), ...deleting]);
}

/** Without a search, the hub writes only selected clusters. */
function keep(selected: readonly Binding[], bindings: readonly Binding[]): CycleOutcome {
  return { ...fulfilled(selected.length), decisions: () => selected.map(decisionOf), unpicked: [], bindings, again: false };
}

/** Sorts only if something must be removed. */
function withoutLowest(bindings: readonly Binding[], surplus: number): readonly Binding[] {
  if (surplus <= 0) return bindings;
  const sorted = bindings.toSorted((a, b) => {
    if (a.score === undefined || b.score === undefined) {
      return Number(a.score !== undefined) - Number(b.score !== undefined) || byCodeUnit(a.cluster, b.cluster);
    }
    return compareScores({ ...NO_SCORE, ...a.score }, { ...NO_SCORE, ...b.score }) || byCodeUnit(a.cluster, b.cluster);
  });
  return sorted.slice(surplus);
}
