import { type Cause, placeName } from './causes.ts';

/**
 * The words after the title of the steps if a cause has several places, because the steps name only one. Otherwise empty. Untrusted text.
 */
export function stepsNote({ places }: Pick<Cause, 'places'>): string {
  const [first] = places;
  return first === undefined || places.length === 1 ? '' : `shown for ${placeName(first)}; the same applies to the others`;
}
