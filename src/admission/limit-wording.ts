/** What to write where a value is beyond a limit, or none of the words allowed. */

export function atLeast(limit: number): string {
  return `Write ${String(limit)} or more.`;
}

export function atMost(limit: number): string {
  return `Write ${String(limit)} or less.`;
}

export function shortenTo(characters: number): string {
  return `Shorten it to ${String(characters)} characters.`;
}

export function keepOnly(entries: number): string {
  return `Keep ${String(entries)} of them, and put the others into another object.`;
}

export function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const [last = '', ...others] = quoted.toReversed();
  return `Write ${others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`}.`;
}
