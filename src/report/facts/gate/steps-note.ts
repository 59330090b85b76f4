import { type Cause, placeName } from './causes.ts';

/** Of several places one is shown: what a reader must know of the steps, as words behind their title; empty for one place. Untrusted text. */
export function stepsNote({ places }: Pick<Cause, 'places'>): string {
  const [first] = places;
  return first === undefined || places.length === 1 ? '' : `shown for ${placeName(first)}; the same applies to the others`;
}
