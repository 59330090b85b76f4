/** A sentence of a message in one line, cut for a title. */
export function cutSentence(sentence: string, longest = 160): string {
  const text = sentence.replaceAll(/\s+/g, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
