import { cutAtWord } from '../../fleet/text/cut-at-word.ts';

/** A sentence of a message in one line, cut for a title. */
export function cutSentence(sentence: string, longest = 160): string {
  return cutAtWord(sentence.replaceAll(/\s+/g, ' ').trim(), longest);
}
