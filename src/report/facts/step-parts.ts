import { trimSigns } from '../../fleet/trim-signs.ts';

/** A piece of a step: words, or a command that a person copies. */
export interface StepPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** The words and the commands of a step in their order; signs that only led on from a command are gone. */
export function stepParts(step: string): readonly StepPart[] {
  return step
    .split(COMMAND)
    .map((text, index): StepPart =>
      index % 2 === 1
        ? { kind: 'command', text }
        : { kind: 'words', text: trimSigns(index === 0 ? text : text.replace(/^[,.;:] ?/, ''), ' ') },
    )
    .filter(({ text }) => text !== '');
}

/**
 * With something to act on; `kubectl apply` and `kubectl fleet approve` by themselves are words of a sentence. Brackets around it were those
 * of the sentence.
 */
const COMMAND = /\(?`(?!kubectl fleet approve`)((?:(?:kubectl|az|git|fleet-gate|helm|kustomize) [^`\s]+ |kubectl api-resources)[^`]*)`\)?/;
