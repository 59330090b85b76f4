import { trimSigns } from '../../../fleet/text/trim-signs.ts';

/** A piece of a step: words, or a command that a person copies. */
export interface StepPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** The words and the commands of a step in their order, without the punctuation around a command. */
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
/** Commands that are complete without an object. */
const COMPLETE: ReadonlySet<string> = new Set(['kubectl api-resources']);
/** Commands that a sentence names and the reader completes. */
const NAMED: ReadonlySet<string> = new Set(['kubectl fleet approve']);

/** A command with an object; `kubectl apply` alone is a word of a sentence. */
function isCommand(code: string): boolean {
  const [program = '', ...words] = code.split(' ');
  return COMPLETE.has(code) || (PROGRAMS.has(program) && words.length > 1 && !NAMED.has(code));
}
