import { shellWord } from '../../../fleet/text/shell-word.ts';
import type { Overlay } from './overlay.ts';

/** The command that prints the output of a chart. */
export function helmCommand({ directory, values, args }: Overlay): string {
  return commandText(['helm', 'template', folderWord(directory), ...values.map((file) => `--values=${file}`), ...args]);
}

/** The command that prints the output of a kustomization. @param program the installed one; default: `kustomize` */
export function kustomizeCommand({ directory, args }: Overlay, program = 'kustomize'): string {
  return commandText([program, program === 'kubectl' ? 'kustomize' : 'build', folderWord(directory), ...args]);
}

/** A folder as an argument that no program reads as a flag. */
function folderWord(directory: string): string {
  if (directory === '') return '.';
  return directory.startsWith('-') ? `./${directory}` : directory;
}

/** A command that can be pasted into a shell. It contains names of files, which may have any characters. */
function commandText(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
