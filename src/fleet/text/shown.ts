/** A value within a sentence. An empty one is two quotes, so that the sentence has no gap. */
export function shown(value: string): string {
  return value === '' ? '""' : value;
}
