import { commandParts } from '../facts/command-parts.ts';
import { element, type Html, sentence, together } from './markup.ts';
import { quoted } from './quoted.ts';

/** What to do; commands stand in blocks of their own, to be copied. */
export function stepHtml(step: string): Html {
  return together(
    ...commandParts(step, 4000).map(({ text, isCommand }) => (isCommand ? quoted(text) : element('span', {}, sentence(text)))),
  );
}
