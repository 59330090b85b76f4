import type { Overlay } from './overlay.ts';

/** The command that prints the output of a chart. */
export function helmCommand({ directory, values, args }: Overlay): string {
  return commandText(['helm', 'template', directory === '' ? '.' : directory, ...values.map((file) => `--values=${file}`), ...args]);
}

/** The command that prints the output of a kustomization. @param program the installed one; default: `kustomize` */
export function kustomizeCommand({ directory, args }: Overlay, program = 'kustomize'): string {
  return commandText([program, program === 'kubectl' ? 'kustomize' : 'build', directory === '' ? '.' : directory, ...args]);
}

/** A command that can be pasted into a shell. It contains names of files, which may have any characters. */
function commandText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./=@:+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(' ');
}
