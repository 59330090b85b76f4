import { stepParts } from '../facts/words/step-parts.ts';
import { shortLine } from '../facts/words/visible.ts';
import { fence, sentence } from './markup.ts';

/** Commands stand in blocks, which GitHub gives a button to copy. */
export function stepText(step: string, max = 4000): string {
  return stepParts(shortLine(step, max))
    .map(({ kind, text }) => (kind === 'command' ? fence(text) : sentence(text)))
    .join('\n');
}
