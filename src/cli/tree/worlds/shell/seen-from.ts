import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { builtBy, kustomizationBuiltBy } from '../script/built-by-command.ts';
import type { CommandLine } from './command-line.ts';
import { pathFrom } from './script-paths.ts';

/** The words of a command in another folder, such as that of a subshell, with its paths as they are from the top. */
export function seenFrom(folder: string, words: readonly string[], line: Pick<CommandLine, 'folder'>): readonly string[] {
  if (line.folder === folder || FROM_TOP.has(words)) return words;
  const seen = fromTop(words, line.folder);
  FROM_TOP.add(seen);
  return seen;
}

/** Words without a path from a folder. A command in many groups is seen from each of their folders. */
const FROM_TOP = new WeakSet<readonly string[]>();

function fromTop(words: readonly string[], folder: string): readonly string[] {
  const built = kustomizationBuiltBy(words);
  const written = words[0] === 'tee' ? words.slice(1) : [];
  const paths = new Set([...builtBy(words), ...flagValuesIn(words, FILE_FLAGS).flatMap((value) => value.split(',')), ...written]);
  const placed = (path: string): string => `//${pathFrom(folder, path)}`;
  const seen = (path: string): string => (RELATIVE.test(path) && (paths.has(path) || /^\.{1,2}\//.test(path)) ? placed(path) : path);
  const inWord = (word: string): string => {
    const [, redirected, file = ''] = /^([<>])([^<>(]+)$/s.exec(word) ?? [];
    if (redirected !== undefined) return RELATIVE.test(file) ? `${redirected}${placed(file)}` : word;
    const [, flag = '', value = word] = /^(-f=?|-k=?|--[\w-]+=)(.+)$/s.exec(word) ?? [];
    return flag + (paths.has(value) ? seen(value) : value.split(',').map(seen).join(','));
  };
  const all = words.map(inWord);
  return built === undefined || words.includes(built) ? all : [...all, placed(built)];
}

const FILE_FLAGS = ['-f', '--filename', '-k', '--kustomize', '--values'];

/** A path that starts in the folder of its command. */
// linear: it looks at the start, and for one text.
const RELATIVE = /^(?![-/~$`]|\w+:\/\/)/;
