import { delimiter } from 'node:path';
import { field, type JsonObject, listAt, stringAt } from '../../../fleet/json/json.ts';

/** The arguments and the values of variables of the login programs in kubeconfigs. Each may be a command line, as of `sh -c`. */
export function loginTextsIn(kubeconfigs: readonly JsonObject[]): readonly string[] {
  const programs = kubeconfigs.flatMap((document) => listAt(document, 'users')).map((entry) => field(entry, 'user', 'exec'));
  return programs.flatMap((exec) => [
    ...listAt(exec, 'args').map(String),
    // `BASH_ENV` is a script, and `NODE_OPTIONS` may name one. Others are lists of paths.
    ...listAt(exec, 'env').flatMap((variable) => stringAt(variable, 'value') ?? []),
  ]);
}

/**
 * What may be a path in such a text: the text itself, the parts of a list of paths, and the words of a shell, also of `$PWD/login.sh`,
 * `$(< token)`, `--conf=FILE`, `-fFILE` and `@FILE`.
 */
export function pathsInLogin(text: string): readonly string[] {
  const words = wordsOf(text).map((word) => word.replace(/^\$\{?\w+\}?[\\/]/, ''));
  return [text, ...text.split(delimiter), text.slice(text.indexOf('=') + 1), ...words];
}

/**
 * Returns whether a login may read a committed file, because its arguments or variables have the name of the file anywhere, also with
 * quotes within it, have a pattern that matches its path, or name its path without an ending (`-r./login`), or a folder of it (`./bin`).
 * A name without an ending and without `./` could be any word, and is not searched for.
 * @param texts as of `loginTextsIn`
 * @returns takes a path relative to its repository, with forward slashes
 */
export function mayReadFile(texts: readonly string[]): (path: string) => boolean {
  const spellings = texts.flatMap((text) => [text, withoutQuotes(text)]).map((text) => text.toLowerCase());
  const patterns = texts.flatMap((text) => wordsOf(withJokers(text))).flatMap(patternOf);
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const isNamed = name.lastIndexOf('.') > 0 && spellings.some((text) => text.includes(name));
    return isNamed || patterns.some((pattern) => pattern.test(path));
  };
}

/** The words of a command line as they are written, and as a shell reads them, each also without the option that it is glued to. */
function wordsOf(text: string): readonly string[] {
  const words = [...text.split(/[\s;&|()<>"'`]+/), ...withoutQuotes(text).split(/[\s;&|()<>]+/)];
  return [...new Set(words)].flatMap((word) => {
    const parts = [word, ...word.split(/[=@,:]+/)];
    return [...new Set(parts)].flatMap((part) => [part, part.replace(/^-\w/, '')]);
  });
}

/** Quotes and backslashes may be anywhere in a word of a shell. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/["'`\\]/g, '');
}

/** `./` in place of the working directory, and `*` in place of another variable and of `{a,b}`. */
function withJokers(text: string): string {
  return text
    .replaceAll(/\$(?:\{(?:PWD|GITHUB_WORKSPACE)\}|(?:PWD|GITHUB_WORKSPACE)\b|\(pwd\)|\{\{?\s?github\.workspace\s?\}?\})|`pwd`/g, '.')
    .replaceAll(/\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|\$\w{1,80}/g, VARIABLE)
    .replaceAll(/\{[^{}\s]{0,200}\}/g, '*');
}

/** A sign that no text has, in place of a variable. */
const VARIABLE = '\uE000';

/** What a word matches as the end of a path; none if the word is neither a pattern with letters nor a path that begins with `./`. */
function patternOf(word: string): readonly RegExp[] {
  const [start = ''] = /^(?:\.{0,2}[\\/]|[*\uE000][\\/])+/.exec(word) ?? [];
  const rest = word.slice(start.length);
  const isPattern = /[*?]|\[[^[\]]+\]/.test(rest) || (rest.includes(VARIABLE) && /[./\\]/.test(word));
  if (!/[a-z0-9]/i.test(rest) || (!isPattern && !start.startsWith('.'))) return [];
  const source = rest.replaceAll(/[*\uE000]+|\[[^[\]]+\]|\\|[^\w/-]/g, (sign) => {
    if (/[*\uE000]/.test(sign)) return '[^/]*';
    if (sign === '\\') return '/';
    return sign === '?' || sign.length > 1 ? '[^/]' : `\\${sign}`;
  });
  // bounded: a path is short, and a word of a trusted kubeconfig has few signs that match any text.
  return [new RegExp(`(?:^|/)${source}${isPattern ? '$' : String.raw`(?:/|\.[^/]*$|$)`}`, 'i')];
}
