import { shown } from './shown.ts';

/** `a, b, c and 4 more`: the first words of a list, and how many remain. `what` names the rest (`and 4 more kinds`). */
export function listed(words: readonly string[], most: number, what = ''): string {
  const rest = words.length - most;
  const first = words.slice(0, most).map(shown).join(', ');
  return rest > 0 ? `${first} and ${rest} more${what === '' ? '' : ` ${what}`}` : first;
}
