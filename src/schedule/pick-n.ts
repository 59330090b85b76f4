import { everyBinding, unschedule, type Binding, type ClassifiedBindings } from './binding.ts';
import { crossReference } from './cross-reference.ts';
import { decisionOf, decisions, unpickedOf } from './decision.ts';
import { NO_SCORE, type Cycle } from './framework.ts';
import { fulfilled, unfulfilled, type CycleOutcome } from './outcome.ts';
import { batchSize, byName, compareScores, runFilters, runScores } from './run-plugins.ts';

/** One cycle of PickN for `wanted` clusters: too many are given up, missing ones picked by score. Throws CycleError. */
export function pickN(cycle: Cycle, classified: ClassifiedBindings, wanted: number): CycleOutcome {
  const { scheduled, bound, obsolete } = classified;
  const missing = wanted - scheduled.length - bound.length;
  if (missing < 0 || (missing === 0 && obsolete.length > 0)) return downscale(classified, -missing, wanted);
  if (missing === 0) return keep(bound, scheduled, everyBinding(classified), wanted);

  const limit = batchSize(cycle, missing);
  const { candidates, filtered } = runFilters(cycle);
  const scored = runScores(cycle, candidates);
  const picked = scored.slice(0, limit).map(({ cluster, score }) => ({ cluster: cluster.name, score }));
  const { created, patched, bindings } = crossReference(picked, classified);
  const selected = [...created, ...patched, ...scheduled, ...bound].map(decisionOf);
  const notPicked = scored.slice(limit);
  return {
    ...(selected.length >= wanted ? fulfilled(selected.length) : unfulfilled(selected.length)),
    decisions: decisions(selected, notPicked, filtered),
    unpicked: unpickedOf(selected, notPicked, filtered),
    bindings,
    again: missing > limit && picked.length === limit,
  };
}

/** Bindings of earlier policies go first, then scheduled ones, then bound ones: lowest score, then first name. */
function downscale(classified: ClassifiedBindings, surplus: number, wanted: number): CycleOutcome {
  const { scheduled, bound, obsolete } = classified;
  const given = [...lowestFirst(scheduled, surplus), ...lowestFirst(bound, surplus - scheduled.length)].slice(0, Math.max(surplus, 0));
  const dropped = new Set([...given, ...obsolete]);
  const kept = [...scheduled, ...bound].filter((binding) => !dropped.has(binding));
  const bindings = everyBinding(classified).map((binding) => (dropped.has(binding) ? unschedule(binding) : binding));
  return keep(kept, [], bindings, wanted);
}

/** Without a search the hub writes only what is selected. */
function keep(first: readonly Binding[], second: readonly Binding[], bindings: readonly Binding[], wanted: number): CycleOutcome {
  const selected = [...first, ...second].map(decisionOf);
  return { ...fulfilled(wanted), decisions: selected, unpicked: [], bindings, again: false };
}

/** In the order of giving up; untouched where nothing of the list has to be given up. */
function lowestFirst(bindings: readonly Binding[], surplus: number): readonly Binding[] {
  if (surplus <= 0) return [];
  return bindings.toSorted((a, b) => {
    if (a.score === undefined || b.score === undefined) {
      return Number(a.score !== undefined) - Number(b.score !== undefined) || byName(a.cluster, b.cluster);
    }
    return compareScores({ ...NO_SCORE, ...a.score }, { ...NO_SCORE, ...b.score }) || byName(a.cluster, b.cluster);
  });
}
