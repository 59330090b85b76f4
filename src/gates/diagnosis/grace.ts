import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import type { Diagnosis } from '../../report.ts';
import type { GateContext } from '../rollout/context.ts';

/** The start of a problem, the time when it becomes a failure, and a sentence with both; all by the hub's clock. */
export interface Grace extends Pick<Diagnosis, 'since' | 'countsAt'> {
  readonly text: string;
}

/** @param lastedMs the duration of the problem in milliseconds; `undefined` if a single evaluation cannot know it */
export function graceOf(grace: number, lastedMs: number | undefined, { hub }: GateContext): Grace {
  const limit = durationText(grace);
  const countsAt = rfc3339(hub.now.getTime() + grace - (lastedMs ?? 0));
  if (lastedMs === undefined)
    return { countsAt, text: `probable cause; since when is not known; becomes a failure at ${countsAt} at the latest, if it lasts` };
  const since = rfc3339(hub.now.getTime() - lastedMs);
  if (lastedMs < grace) return { since, countsAt, text: `seen since ${since}; becomes a failure at ${countsAt} (after ${limit})` };
  return { since, text: `failing since ${since}, longer than the ${limit} allowed for recovery` };
}

/** `5 minutes`, `90 seconds`. */
function durationText(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1 || !Number.isInteger(minutes)) return `${String(Math.round(ms / 1000))} seconds`;
  return minutes === 1 ? '1 minute' : `${String(minutes)} minutes`;
}
