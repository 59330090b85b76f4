import type { DeclaredOutcome } from '../catalogue/failure.ts';
import type { GateContext } from '../rollout/context.ts';

/**
 * Since when a suspicion stands and how much longer it may: what makes it count, or not yet.
 * @param lasting milliseconds it has lasted; `undefined` when a single judgement cannot tell
 */
export function graceText(declared: DeclaredOutcome, grace: number, lasting: number | undefined, { hub }: GateContext): string {
  const limit = durationText(grace);
  if (lasting === undefined) return `since when is not known; it counts once it has lasted ${limit}`;
  const since = new Date(hub.now.getTime() - lasting).toISOString().replace(/\.\d+Z$/, 'Z');
  if (lasting < grace) return `so since ${since}; it counts once it has lasted ${limit}`;
  return `so since ${since}, longer than the ${limit} ${declared === 'stuck' ? 'it was given to recover' : 'in which it might have passed'}`;
}

/** `5 min`, `90 s`. */
function durationText(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 1 && Number.isInteger(minutes) ? `${String(minutes)} min` : `${String(Math.round(ms / 1000))} s`;
}
