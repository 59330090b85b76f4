import { stepParts } from '../facts/words/step-parts.ts';
import { brokenCommand } from '../facts/words/broken-command.ts';
import { terminalLine, wrap } from './terminal.ts';

/** A step, wrapped as `wrap` does. A command has its own lines, broken so that it can be copied unchanged. */
export function stepText(step: string, width: number | undefined, indent: number): string {
  return stepParts(step)
    .flatMap(({ kind, text }) => (kind === 'command' ? commandLines(text, width, indent) : [wrap(terminalLine(text), width, indent)]))
    .join(`\n${' '.repeat(indent)}`)
    .trimStart();
}

function commandLines(command: string, width: number | undefined, indent: number): readonly string[] {
  const line = terminalLine(command);
  const lines = width === undefined ? [line] : brokenCommand(line, Math.max(LEAST, width - indent - 2));
  return lines.map((part) => `  ${part}`);
}

/** The fewest columns of a command, on the narrowest screen. */
const LEAST = 20;
