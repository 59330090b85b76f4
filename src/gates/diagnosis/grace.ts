import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import type { Diagnosis } from '../../report.ts';
import type { DeclaredOutcome } from '../catalogue/failure.ts';
import type { GateContext } from '../rollout/context.ts';

/** Since when a suspicion stands, when it counts, and both in a sentence; all by the hub's clock. */
export interface Grace extends Pick<Diagnosis, 'since' | 'countsAt'> {
  readonly text: string;
}

/** @param lasting milliseconds it has lasted; `undefined` when a single judgement cannot tell */
export function graceOf(declared: DeclaredOutcome, grace: number, lasting: number | undefined, { hub }: GateContext): Grace {
  const limit = durationText(grace);
  const countsAt = rfc3339(hub.now.getTime() + grace - (lasting ?? 0));
  if (lasting === undefined)
    return { countsAt, text: `suspect: since when is not known; counts at ${countsAt} at the latest, if it lasts` };
  const since = rfc3339(hub.now.getTime() - lasting);
  if (lasting < grace) return { since, countsAt, text: `suspect since ${since}; counts at ${countsAt}, once it has lasted ${limit}` };
  const text = `so since ${since}, longer than the ${limit} ${declared === 'stuck' ? 'it was given to recover' : 'in which it might have healed'}`;
  return { since, text };
}

/** `5 min`, `90 s`. */
function durationText(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 1 && Number.isInteger(minutes) ? `${String(minutes)} min` : `${String(Math.round(ms / 1000))} s`;
}
