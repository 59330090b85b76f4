import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { isPattern } from '../shell/path-patterns.ts';

/** The files of values that a command of helm names, as it writes them: each may be a list, and have variables. */
export function valuesOfHelm(words: readonly string[]): readonly string[] {
  return flagValuesIn(words, ['-f', '--values']);
}

/** Such files, each by itself; `undefined` if there is none, or if one of them is not known. @param nameOf its path from the top */
export function knownValues(written: readonly string[], nameOf: (file: string) => string): readonly string[] | undefined {
  const files = written.flatMap((each) => each.split(','));
  return files.length === 0 || files.some((file) => isPattern(file) || /[$`~{]|:\/\//.test(file)) ? undefined : files.map(nameOf);
}
