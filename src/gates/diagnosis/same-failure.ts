import type { Diagnosed } from './diagnosed.ts';

/**
 * The same failure in several places is seen at slightly different times, so its grace periods end one after the other. After the first has
 * ended, those that are nearly over end as well, so that one report names all failures. This does not change the gate's outcome.
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

/** Milliseconds: readers list again at least this often, so a failure may be seen this late if an event was lost. */
const SEEN_LATE = 30_000;

function hasEnded({ outcome }: Diagnosed): boolean {
  return outcome === 'failed' || outcome === 'stuck';
}
