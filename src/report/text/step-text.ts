import { stepParts } from '../facts/words/step-parts.ts';
import { terminalLine, wrap } from './terminal.ts';

/** What to do, wrapped as `wrap` does; a command stands on a line of its own and is never wrapped, so that it can be copied. */
export function stepText(step: string, width: number | undefined, indent: number): string {
  return stepParts(step)
    .map(({ kind, text }) => (kind === 'command' ? `  ${terminalLine(text)}` : wrap(terminalLine(text), width, indent)))
    .join(`\n${' '.repeat(indent)}`)
    .trimStart();
}
