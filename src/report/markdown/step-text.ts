import { stepParts } from '../facts/words/step-parts.ts';
import { shortLine } from '../facts/words/visible.ts';
import { brokenCommand } from '../facts/words/broken-command.ts';
import { fence, sentence } from './markup.ts';

/** Columns of a block of code in a list, where a page is 390 pixels wide. */
const PHONE = 40;

/** A numbered list. Further lines of a step are indented, so that its blocks stay in it. */
export function stepList(steps: readonly string[], max?: number): string {
  return steps.map((step, index) => listItem(`${index + 1}. `, stepText(step, max))).join('\n');
}

/** Some renderers need four columns. A block that begins in the first line has its other lines in the same column. */
function listItem(mark: string, text: string): string {
  const first = text.startsWith('`') ? mark.padEnd(INDENT) : mark;
  return `${first}${text.replaceAll('\n', `\n${' '.repeat(Math.max(INDENT, mark.length))}`)}`;
}

const INDENT = 4;

/** Commands are in blocks, for which GitHub shows a button to copy. */
export function stepText(step: string, max = 4000): string {
  return stepParts(shortLine(step, max))
    .map(({ kind, text }) => (kind === 'command' ? fence(brokenCommand(text, PHONE, { inWords: true }).join('\n')) : sentence(text)))
    .join('\n');
}
