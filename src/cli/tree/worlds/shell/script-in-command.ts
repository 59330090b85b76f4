import { posix } from 'node:path';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { startOfProgram } from './start-of-program.ts';

/**
 * The script that a command starts: that of `sh -c`, `eval` and `az aks command invoke`, with the paths of the files that it sends.
 * A text of several lines may be one too, unless it is printed. `undefined` for another command.
 */
export function scriptIn(words: readonly string[]): string | undefined {
  if (words[0] === 'eval') return words.slice(1).join(' ');
  const shell = shellIn(words);
  if (shell >= 0) return words[shell + 2];
  if (!words.join(' ').startsWith('az aks command invoke ')) return PRINTS.has(words[0] ?? '') ? undefined : words.find(isScript);
  const [command] = flagValuesIn(words, ['--command', '-c']);
  const files = new Map(flagValuesIn(words, ['--file', '-f']).map((file) => [posix.basename(file), file]));
  return command
    ?.split(' ')
    .map((word) => files.get(word) ?? word)
    .join(' ');
}

/** What `$0`, `$1` and so on are in the script of `sh -c`. */
export function argumentsOfScript(words: readonly string[]): readonly string[] {
  const shell = shellIn(words);
  return shell < 0 ? [] : words.slice(shell + 3).filter((word) => !/^[<>]/.test(word));
}

/** Whether a command is `sh -c` that starts its script once and with the kubeconfig of the others, also by `sudo` and the like. */
export function isStartedOnce(words: readonly string[]): boolean {
  const shell = shellIn(words);
  return shell >= 0 && shell === startOfProgram(words) && !words.slice(0, shell).some((word) => word.startsWith('KUBECONFIG='));
}

/** Where `sh -c` is; -1 if it is not there. */
function shellIn(words: readonly string[]): number {
  return words.findIndex((word, index) => /^(?:\S*\/)?(?:ba|da|a|k|z)?sh$/.test(word) && /^-\w*c$/.test(words[index + 1] ?? ''));
}

/** Whether another program starts a command for each file of a list, so that the list is not the input of the command. */
export function isStartedForEach(words: readonly string[]): boolean {
  return words.some((word) => FOR_EACH.has(word));
}

const FOR_EACH = new Set(['xargs', 'find', 'parallel']);
const PRINTS = new Set(['echo', 'printf', 'cat']);

function isScript(text: string): boolean {
  return text.includes('\n') && /\b(?:kubectl|helm|kustomize|oc)\b/.test(text);
}
