import type { FailureOutcome } from './catalogue/failure.ts';
import type { Look } from './look.ts';

/**
 * Since when a suspicion stands and how much longer it may: what makes it count, or not yet.
 * @param lasting milliseconds it has lasted; `undefined` when one look cannot tell
 */
export function patienceText(outcome: FailureOutcome, grace: number, lasting: number | undefined, { snapshot }: Look): string {
  const limit = durationText(grace);
  if (lasting === undefined) return `since when is not known; it counts once it has lasted ${limit}`;
  const since = new Date(snapshot.now.getTime() - lasting).toISOString().replace(/\.\d+Z$/, 'Z');
  if (lasting < grace) return `so since ${since}; it counts once it has lasted ${limit}`;
  return `so since ${since}, longer than the ${limit} ${outcome.kind === 'stuck' ? 'it was given to recover' : 'in which it might have passed'}`;
}

/** `5 min`, `90 s`. */
function durationText(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 1 && Number.isInteger(minutes) ? `${String(minutes)} min` : `${String(Math.round(ms / 1000))} s`;
}
