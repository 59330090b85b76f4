import { shown } from './shown.ts';

/** `a, b, c and 4 more`: the first words of a list, and how many remain. `what` names the rest in the plural (`and 4 more kinds`, `and 1 more kind`). */
export function listed(words: readonly string[], most: number, what = ''): string {
  const rest = words.length - most;
  const first = words.slice(0, most).map(shown).join(', ');
  const noun = rest === 1 ? what.replaceAll(/s\b/g, '').replace(' and ', ' or ') : what;
  return rest > 0 ? `${first} and ${rest} more${noun === '' ? '' : ` ${noun}`}` : first;
}
