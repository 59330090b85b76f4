import { posix } from 'node:path';
import { filesListedBy, withListedFiles } from './listed-files.ts';
import { MOST_PIPED, plainWords } from './plain-words.ts';
import { withLoops } from './script-loops.ts';

/** Commands of a script that are piped into each other. */
export interface CommandLine {
  /** As the script has them, on one line. */
  readonly text: string;
  /** Of the line on which they end, from 0. */
  readonly index: number;
  /** The words of each, without quotes. Files that another command lists are patterns of `compileGlob`. */
  readonly piped: readonly (readonly string[])[];
  /** The folder in which they start, from the top of the repository. */
  readonly folder: string;
}

/**
 * The commands of a script, one after another. Forms of the shell are replaced by plain commands that do the same: loops, `xargs`,
 * `find -exec`, `<(…)` and `<<< "$(…)"`.
 * @param from the folder in which the script starts, relative to the top of the repository
 */
export function* commandLines(script: string, from = ''): Generator<CommandLine, void> {
  const left: { readonly folder: string; readonly isSubshell: boolean }[] = [];
  let folder = from;
  let begun = '';
  for (const [index, line] of withLoops(withListedFiles(script)).replaceAll(TOP, '/').split(/\r?\n/).entries()) {
    begun += line.replace(/(^|\s)#[^]*/, '').replace(CONTINUED, ' ');
    if (CONTINUED.test(line) || PIPE_AT_END.test(begun.slice(-9))) continue;
    const whole = begun;
    begun = '';
    for (const text of whole.split(/;|&&|\|\|/)) {
      const piped = pipedIn(text.replace(KEYWORDS, ''));
      const [first = []] = piped;
      const isSubshell = text.trimStart().startsWith('(');
      if ((first[0] === 'pushd' || isSubshell) && left.length < MOST_LEFT) left.push({ folder, isSubshell });
      if ((first[0] === 'cd' || first[0] === 'pushd') && first[1] !== undefined) folder = folderFrom(folder, first[1]);
      if (first[0] === 'popd') folder = left.pop()?.folder ?? from;
      yield { text, index, piped, folder };
      if (left.at(-1)?.isSubshell === true && text.trimEnd().endsWith(')')) folder = left.pop()?.folder ?? from;
    }
  }
}

/** The end of a line that goes on in the next one, also in PowerShell. */
const CONTINUED = /\\$|\s`$/;

/** The `|` of YAML is behind a colon or a dash. */
const PIPE_AT_END = /[^\s|:-]\s{0,3}\|\s{0,3}$/;

/** How pipelines name the top of the repository. */
const TOP =
  /\$\{\{ {0,9}github\.workspace {0,9}\}\}|\$\((?:Build\.SourcesDirectory|System\.DefaultWorkingDirectory)\)|\$\{?(?:GITHUB_WORKSPACE|CI_PROJECT_DIR|BUILD_SOURCESDIRECTORY)\b\}?/g;

// linear: blanks are bounded, and each repetition starts with its own word.
const KEYWORDS = /^\s{0,99}(?:(?:do|then|else|if|while|until|sudo|[!{])\s{1,99})+/;

/** `/` and `//path` of a pipeline start at the top of the repository. */
export function pathFrom(folder: string, path: string): string {
  return path === '/' || path.startsWith('//') ? path.replace(/^\/+/, '') : posix.join(folder, path);
}

/** A folder with a very long name is as one in a variable. */
function folderFrom(folder: string, path: string): string {
  return folder.length > MOST_OF_FOLDER ? '$' : pathFrom(folder, path);
}

const MOST_OF_FOLDER = 1000;
/** Folders to which a script returns. */
const MOST_LEFT = 1000;

/** A file that a script writes; it may be outside of the repository, or in a folder of a variable. */
export function fileFrom(folder: string, path: string): string {
  return /^[/$~]/.test(path) ? path : posix.join(folder, path);
}

function pipedIn(text: string): readonly (readonly string[])[] {
  const plain = text
    .replace(HERE, '')
    .replace(SUBSTITUTED, '-')
    .split('|', MOST_PIPED)
    .map((command) => plainWords(command.trim().replaceAll(SUBSHELL, '')));
  const given = [SUBSTITUTED.exec(text)?.[1], HERE.exec(text)?.[1]].filter((each) => each !== undefined);
  const piped = [...given.flatMap((each) => each.split('|', MOST_PIPED).map(plainWords)), ...plain];
  return piped.flatMap((words, index) => [execOf(words) ?? listedTo(words, piped.slice(0, index)) ?? words]);
}

/** The output of commands as a file. */
// linear: it starts with two signs, and at most 1000 signs are tried.
const SUBSTITUTED = /<\(([^()\n]{1,1000})\)/;
/** The output of commands as the input. */
// linear: it starts with three signs, and at most 1000 signs are tried.
const HERE = /<<<\s{0,9}"?\$\(([^()\n]{1,1000})\)"?/;
/** The signs around the commands of a subshell. */
// linear: each matches one sign at the start or the end.
const SUBSHELL = /^\(|\)$/g;

/** The command of `find -exec`. */
function execOf(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => word === '-exec' || word === '-ok');
  if (at < 0 || words[0] !== 'find') return undefined;
  const list = filesListedBy([words.slice(0, at)]);
  return list === undefined
    ? undefined
    : words.slice(at + 1).flatMap((word) => (/^[+;\\]+$/.test(word) ? [] : word.replaceAll('{}', list)));
}

/** The command of `xargs` or `ForEach-Object`, with the files that the commands before list. */
function listedTo(words: readonly string[], before: readonly (readonly string[])[]): readonly string[] | undefined {
  if (words[0] !== 'xargs') return undefined;
  const list = filesListedBy(before);
  if (list === undefined) return undefined;
  const { command, sign } = ofXargs(words.slice(1));
  return sign === undefined ? [...command, list] : command.map((word) => word.replaceAll(sign, list));
}

/** @param sign the text that each line replaces */
function ofXargs(words: readonly string[]): { readonly command: readonly string[]; readonly sign: string | undefined } {
  let sign: string | undefined;
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const word = words[at] ?? '';
    if (word === '-i') sign = '{}';
    else if (word.startsWith('-I')) sign = word.slice(2) || (words[at + 1] ?? '{}');
    else if (word.startsWith('--replace')) sign = word.slice('--replace='.length) || '{}';
    if (/^-[InLPdsE]$/.test(word)) at += 1;
  }
  return { command: words.slice(at), sign };
}
