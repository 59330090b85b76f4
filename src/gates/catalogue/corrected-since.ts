import type { Observation } from '../observations/observation.ts';
import type { Details } from './failure.ts';
import { notStopped } from './not-stopped.ts';

/** If the fault that stopped a run at its start was corrected, the message of the run is about the past. @param title in the past tense */
export function correctedSince(observation: Observation, title: string): Details | undefined {
  if (observation.words?.['corrected'] === undefined) return undefined;
  return {
    title,
    explain: 'That stopped {target} at its start. It is corrected by now, but a run that has failed at its start does not start again.',
    remedy: notStopped(observation, ['Create a new run with the same spec.']),
    isFoundBefore: false,
  };
}
