import { commandParts } from '../facts/command-parts.ts';
import { fence, sentence } from './markup.ts';

/** Commands stand in blocks, which GitHub gives a button to copy. */
export function stepText(step: string, max = 4000): string {
  return commandParts(step, max)
    .map(({ text, isCommand }) => (isCommand ? fence(text) : sentence(text)))
    .join('\n');
}
