import { ROOM_IN_SCRIPT, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import { filesListedBy } from './listed-files.ts';
import { patternOf } from './path-patterns.ts';

/**
 * The commands that are started with the files which other commands list: `find -exec`, `xargs` and `parallel` become the command itself,
 * with the files as a pattern, or with `$` for those that are not known. Other commands stay as they are.
 * @param piped commands that are piped into each other, as words without quotes
 */
export function withHandedFiles(piped: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return piped.map((words, index) => execOf(words) ?? listedTo(words, piped.slice(0, index)) ?? words);
}

/** The command of `find -exec`. */
function execOf(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => word === '-exec' || word === '-ok');
  if (at < 0 || words[0] !== 'find') return undefined;
  const list = filesListedBy([words.slice(0, at)]) ?? '$';
  return words.slice(at + 1).flatMap((word) => (/^[+;\\]+$/.test(word) ? [] : withList(word, '{}', list)));
}

/** Whether a command is started with the lines that it reads. */
export function isListed([program]: readonly string[]): boolean {
  return program === 'xargs' || program === 'parallel';
}

/** The command of `xargs` or `parallel`, with the files that the commands before list, or with those behind `:::`. */
function listedTo(words: readonly string[], before: readonly (readonly string[])[]): readonly string[] | undefined {
  if (!isListed(words)) return undefined;
  const isParallel = words[0] === 'parallel';
  const end = isParallel ? words.indexOf(':::') : -1;
  const list = end < 0 ? filesListedBy(before) : patternOf(words.slice(end + 1));
  const { command: written, sign: given } = ofXargs(words.slice(1, end < 0 ? undefined : end));
  if (list === undefined) return given === undefined ? undefined : written.map((word) => withList(word, given, '$'));
  const command = isParallel ? written.flatMap((word) => word.split(' ')) : written;
  const sign = given ?? (isParallel && command.some((word) => word.includes('{}')) ? '{}' : undefined);
  return sign === undefined ? [...command, list] : command.map((word) => withList(word, sign, list));
}

/** A word that is too long is not known. */
function withList(word: string, sign: string, list: string): string {
  const hasRoom = roomForValues(ROOM_IN_SCRIPT);
  return word.replaceAll(sign, () => (hasRoom(list) ? list : '$'));
}

/** @returns `sign`: the text that each line replaces */
function ofXargs(words: readonly string[]): { readonly command: readonly string[]; readonly sign: string | undefined } {
  let sign: string | undefined;
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const word = words[at] ?? '';
    if (word === '-i') sign = '{}';
    else if (word.startsWith('-I')) sign = word.slice(2) || (words[at + 1] ?? '{}');
    else if (word.startsWith('--replace')) sign = word.slice('--replace='.length) || '{}';
    if (HAS_VALUE.test(word)) at += 1;
  }
  return { command: words.slice(at), sign };
}

/** Source: xargs(1), parallel(1). */
const HAS_VALUE = /^(?:-[InLPdsEja]|--(?:jobs|max-procs|max-args|halt|delay|timeout|retries|joblog))$/;
