import { trimSigns } from '../../../fleet/text/trim-signs.ts';

/** A piece of a step: words, or a command that a person copies. */
export interface StepPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** The words and the commands of a step in their order; signs that only led on from a command, or stood around it, are gone. */
export function stepParts(step: string): readonly StepPart[] {
  const parts: StepPart[] = [];
  let words = '';
  const all = step.split(/`([^`]+)`/);
  for (const [index, text] of all.entries()) {
    if (index % 2 === 0) words += parts.length > 0 && words === '' ? text.replace(/^\)?[,.;:]? ?/, '') : text;
    else if (!isCommand(text)) words += `\`${text}\``;
    else {
      parts.push(
        { kind: 'words', text: all[index + 1]?.startsWith(')') === true ? words.replace(/\($/, '') : words },
        { kind: 'command', text },
      );
      words = '';
    }
  }
  return [...parts, { kind: 'words' as const, text: words }]
    .map(({ kind, text }) => ({ kind, text: trimSigns(text, ' ') }))
    .filter(({ text }) => text !== '');
}

const PROGRAMS: ReadonlySet<string> = new Set(['kubectl', 'az', 'git', 'fleet-gate', 'helm', 'kustomize']);
/** Complete without anything to act on. */
const COMPLETE: ReadonlySet<string> = new Set(['kubectl api-resources']);
/** Named in a sentence, to be completed by whoever reads it. */
const NAMED: ReadonlySet<string> = new Set(['kubectl fleet approve']);

/** With something to act on; `kubectl apply` by itself is a word of a sentence. */
function isCommand(code: string): boolean {
  const [program = '', ...words] = code.split(' ');
  return COMPLETE.has(code) || (PROGRAMS.has(program) && words.length > 1 && !NAMED.has(code));
}
