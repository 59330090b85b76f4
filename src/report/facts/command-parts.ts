import { shortLine } from './visible.ts';

/** A piece of a step: words, or a command to type. Untrusted text, not yet escaped. */
export interface StepPart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** A step taken apart at its commands, which formats show as blocks to be copied. */
export function commandParts(step: string, max: number): readonly StepPart[] {
  return shortLine(step, max)
    .split(COMMAND)
    .map((part, index) => (index % 2 === 1 ? { text: part, isCommand: true } : { text: afterCommand(part, index), isCommand: false }))
    .filter(({ text }) => text.trim() !== '');
}

const COMMAND = /`((?:kubectl|az|git) [^`]+)`/;

/** Words that go on behind a command begin without the mark between them. */
function afterCommand(part: string, index: number): string {
  return index === 0 ? part : part.replace(/^[,.;:] ?/, '');
}
