import { shortLine } from '../facts/visible.ts';
import { fence, sentence } from './markup.ts';

/** Commands stand in blocks, which GitHub gives a button to copy. */
export function stepText(step: string, max = 4000): string {
  return shortLine(step, max)
    .split(COMMAND)
    .map((part, index) => (index % 2 === 1 ? fence(part) : sentence(index === 0 ? part : part.replace(/^[,.;:] ?/, ''))))
    .filter((part) => part !== '')
    .join('\n');
}

const COMMAND = /`((?:kubectl|az|git) [^`]+)`/;
