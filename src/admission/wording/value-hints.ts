/** Hints for a value that exceeds a limit or is not one of the allowed words. */

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

/** The hint for a pattern of the contracts, as a sentence; `undefined` for an unknown pattern. */
export function patternHint(pattern: string): string | undefined {
  return HINTS[pattern];
}

const DURATION = 'Write hours, minutes and seconds such as `30s`, `15m` or `1h30m`; there are no days.';

const HINTS: Readonly<Record<string, string>> = {
  '^((100|[0-9]{1,2})%|[0-9]+)$': 'Write a whole number such as `2`, or a percentage from `0%` to `100%`.',
  '^(100|[1-9][0-9]?)%$': 'Write a whole number without quotes such as `2`, or a percentage from `1%` to `100%`.',
  '^(?:(?:0|[1-9][0-9]*)(\\.[0-9]+)?(?:s|m|h))+$': DURATION,
  '^(?:0|(?:(?:0|[1-9][0-9]*)(\\.[0-9]+)?(?:s|m|h))+)$': DURATION,
  '^0|([0-9]+(\\.[0-9]+)?(s|m|h))+$': DURATION,
  '^([1-9][0-9]{0,2}|All)$': 'Write a whole number from 1 to 999, or `All`.',
  '^[a-z0-9]+$': 'Use lower case letters and digits only: no dashes, no capitals.',
};
