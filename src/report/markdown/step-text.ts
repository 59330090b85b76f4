import { stepParts } from '../facts/words/step-parts.ts';
import { shortLine } from '../facts/words/visible.ts';
import { brokenCommand } from '../facts/words/broken-command.ts';
import { fence, sentence } from './markup.ts';

/** Columns of a block of code in a list, where a page is 390 pixels wide. */
const PHONE = 40;

/** Commands are in blocks, for which GitHub shows a button to copy. */
export function stepText(step: string, max = 4000): string {
  return stepParts(shortLine(step, max))
    .map(({ kind, text }) => (kind === 'command' ? fence(brokenCommand(text, PHONE, { inWords: true }).join('\n')) : sentence(text)))
    .join('\n');
}
