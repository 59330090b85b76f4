import { isInput, patchFilesOf } from '../shell/kubectl-commands.ts';
import { isPattern } from '../shell/path-patterns.ts';
import { fileFrom } from '../shell/script-paths.ts';

/** The files of the repository that a command gives to `kubectl patch --patch-file`, which makes no object of them. */
export function patchFilesIn(words: readonly string[], folder: string): readonly string[] {
  return patchFilesOf(words).flatMap((path) => {
    const isUnknown = isInput(path) || isPattern(path) || /[$`~<(]|:\/\/|^\//.test(`${folder}${path}`);
    return isUnknown ? [] : [fileFrom(folder, path)];
  });
}
