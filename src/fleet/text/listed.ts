/** `a, b, c and 4 more`: the first words of a list, and how many remain. `what` names the rest (`and 4 more kinds`). */
export function listed(words: readonly string[], most: number, what = ''): string {
  const rest = words.length - most;
  return rest > 0 ? `${words.slice(0, most).join(', ')} and ${rest} more${what === '' ? '' : ` ${what}`}` : words.join(', ');
}
