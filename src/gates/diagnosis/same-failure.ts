import type { Diagnosed } from './diagnosed.ts';

/**
 * The same failure in several places is seen at slightly different times, and its graces end one after the other. Once one of them is over,
 * those that are nearly over count as well, so that one report names all that fails. The outcome of the gate does not depend on it.
 */
export function withSameFailure(found: readonly Diagnosed[]): readonly Diagnosed[] {
  const over = new Map(found.filter(hasEnded).map((entry) => [entry.diagnosis.id, entry.outcome]));
  return found.map((entry) => {
    const outcome = over.get(entry.diagnosis.id);
    const { age, diagnosis, remaining } = entry;
    if (outcome === undefined || entry.outcome !== 'suspect' || remaining === undefined || remaining > Math.min(SEEN_LATE, age))
      return entry;
    const evidence = [...diagnosis.evidence, 'the same failure has already lasted that long in another place'];
    const { countsAt: _countsAt, ...counted } = diagnosis;
    return { diagnosis: { ...counted, outcome: 'terminal', evidence }, outcome, age };
  });
}

/** Milliseconds: readers list anew at least this often, so that much later than it began may a failure be seen where an event was lost. */
const SEEN_LATE = 30_000;

function hasEnded({ outcome }: Diagnosed): boolean {
  return outcome === 'failed' || outcome === 'stuck';
}
