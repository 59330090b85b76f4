/**
 * At most `longest` UTF-16 units, cut before a word or the punctuation around one; `…` marks a cut. Never within a word: what hides a
 * credential afterwards does not recognise a part of it.
 */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const whole = text.slice(0, longest + 1);
  let end = longest;
  while (end > 0 && !BETWEEN_WORDS.test(whole[end] ?? '')) end -= 1;
  return `${whole.slice(0, end).trimEnd()}…`;
}

const BETWEEN_WORDS = /[\s"'`,;{}[\]()<>]/;
