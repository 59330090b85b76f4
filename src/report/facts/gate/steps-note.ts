import type { Cause } from './causes.ts';
import { stepParts } from '../words/step-parts.ts';

/** What a reader must know of the steps of a cause, as words behind their title; empty where there is nothing. */
export function stepsNote({ remedy, places }: Pick<Cause, 'remedy' | 'places'>): string {
  const hasCommands = remedy.some((step) => stepParts(step).some(({ kind }) => kind === 'command'));
  return [
    ...(hasCommands ? ['on the hub, where a step names no cluster'] : []),
    ...(places.length > 1 ? ['in the words of the first place'] : []),
  ].join('; ');
}
