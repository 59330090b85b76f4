import { stepParts } from '../facts/words/step-parts.ts';
import { shortLine } from '../facts/words/visible.ts';
import { element, type Html, sentence, together } from './markup.ts';
import { brokenCommand } from '../facts/words/broken-command.ts';
import { quoted } from './quoted.ts';

/** Columns of a command; a narrower page wraps them. */
const WIDE = 70;

/** The most characters of a step. */
const LONGEST = 4000;

/** A step; commands are blocks of their own, for copying. */
export function stepHtml(step: string): Html {
  return together(
    ...stepParts(shortLine(step, LONGEST)).map(({ kind, text }) =>
      kind === 'command' ? quoted(brokenCommand(text, WIDE).join('\n')) : element('span', {}, sentence(text)),
    ),
  );
}
