import { posix } from 'node:path';
import { ofFolders, patternOf } from './path-patterns.ts';

/**
 * The files that commands list, as one pattern of `compileGlob`: those of `find`, `ls`, `git ls-files`, `git diff --name-only`, `echo`,
 * `printf`, `Get-ChildItem` and `wildcard` of make. Filters behind them are passed over, so there may be more files; of `grep`, only endings
 * of manifests are known.
 * `undefined` if the commands list something else.
 * @param piped commands that are piped into each other, as words without quotes
 */
export function filesListedBy(piped: readonly (readonly string[])[]): string | undefined {
  const [words = [], ...filters] = piped;
  const names = filters.map(([first = '']) => first);
  const isXargs = (index: number): boolean => names[index] === 'xargs' && filters[index]?.includes('dirname') === true;
  const isOfLines = (index: number): boolean => names[index] === 'tr' && filters[index]?.[1]?.startsWith('\\\\') === true;
  if (names.some((name, index) => !FILTERS.has(name) && !isXargs(index) && !isOfLines(index))) return undefined;
  const found = listedBy(words);
  if (found === undefined || found.length === 0) return undefined;
  const endings = filters.flatMap(endingsKeptBy);
  const listed = found.flatMap((path) =>
    posix.basename(path) === '*' && endings.length > 0 ? endings.map((ending) => `${path}.${ending}`) : [path],
  );
  const areFolders = names.some((name, index) => name === 'dirname' || isXargs(index));
  return patternOf(areFolders ? listed.flatMap(foldersOf) : listed);
}

/** The endings of manifests in a pattern of `grep`. */
function endingsKeptBy([program = '', ...words]: readonly string[]): readonly string[] {
  if (!/^[ef]?grep$/.test(program) || words.some((word) => /^-\w*v/.test(word) || word === '--invert-match')) return [];
  const text = words.join(' ').replaceAll(/ya[?*]ml|y\(a\)\?ml|y\(a\|\)ml/g, 'yaml yml');
  return ['yaml', 'yml', 'json'].filter((ending) => text.includes(ending));
}

/** The folders of files. Of a pattern for files at any depth, they are the folder in which it starts, and all below. */
function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  const isOfAny = posix.basename(folder) === '**' && posix.basename(path).startsWith('*');
  return isOfAny ? [posix.dirname(folder), ofFolders(folder)] : [ofFolders(folder)];
}

/** They pass on some of the lines, or all of them. */
const FILTERS = new Set(['grep', 'egrep', 'sort', 'uniq', 'head', 'tail', 'tac', 'tee', 'dirname', 'Where-Object', 'Sort-Object']);

function listedBy(all: readonly string[]): readonly string[] | undefined {
  const [program = '', ...words] = all[0] === 'shell' ? all.slice(1) : all;
  const paths = words.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'find':
      return foundBy(words);
    case 'ls':
      // The names in a folder are listed without it.
      return paths.length === 0 ? ['*'] : paths.flatMap((path) => (isFolder(path) && !words.includes('-d') ? ['*'] : [path]));
    case 'echo':
    case 'wildcard':
      return paths;
    case 'printf':
      return paths.slice(1);
    case 'git':
      return listedByGit(words);
    case 'Get-ChildItem':
    case 'gci':
      return foundByPowerShell(words);
    default:
      return undefined;
  }
}

function isFolder(path: string): boolean {
  return !/[*?[]|\.\w+$/.test(path) || path.endsWith('/');
}

/** Names that are left out by `!`, `-not` or `-prune` may be among them. */
function foundBy(words: readonly string[]): readonly string[] | undefined {
  const start = words.findIndex((word) => /^[-!(\\]/.test(word));
  const folders = start === 0 || words.length === 0 ? ['.'] : words.slice(0, start < 0 ? words.length : start);
  const names = words.flatMap((word, index) => {
    const isLeftOut = words[index - 1] === '!' || words[index - 1] === '-not';
    return !isLeftOut && /^-i?name$/.test(word) ? [words[index + 1] ?? '*'] : [];
  });
  const has = (flag: string, value: string): boolean => words.some((word, index) => word === flag && words[index + 1] === value);
  const isFlat = has('-maxdepth', '1');
  const listed = folders.flatMap((folder) =>
    (names.length === 0 ? ['*'] : names).map((name) => posix.join(folder, isFlat ? '' : '**', name)),
  );
  return isFlat && has('-type', 'd') ? listed.map(ofFolders) : listed;
}

/** Stars of git also match slashes. */
function listedByGit(words: readonly string[]): readonly string[] | undefined {
  const command = words.findIndex((word) => word === 'ls-files' || word === 'diff');
  if (command < 0 || (words[command] === 'diff' && !words.includes('--name-only'))) return undefined;
  const separator = words.indexOf('--');
  const isDiff = words[command] === 'diff';
  const asked =
    separator >= 0 ? words.slice(separator + 1) : isDiff ? [] : words.slice(command + 1).filter((word) => !word.startsWith('-'));
  return asked.length === 0
    ? ['**/*']
    : asked.map((path) => (isFolder(path) ? posix.join(path, '**/*') : path.replaceAll(/\*+\/?/g, deep)));
}

function deep(star: string): string {
  return star.endsWith('/') ? '**/' : '**/*';
}

function foundByPowerShell(words: readonly string[]): readonly string[] {
  const flag = (name: RegExp): string | undefined => words[words.findIndex((word) => name.test(word)) + 1];
  const has = (name: RegExp): boolean => words.some((word) => name.test(word));
  const name = has(/^-(?:filter|include)$/i) ? (flag(/^-(?:filter|include)$/i) ?? '*') : undefined;
  const [first = '.'] = has(/^-path$/i) ? [flag(/^-path$/i) ?? '.'] : words[0]?.startsWith('-') === false ? words : ['.'];
  const folder = first.replaceAll('\\', '/');
  if (name === undefined && !isFolder(folder)) return [folder];
  const listed = posix.join(folder, has(/^-recurse$/i) ? '**' : '', name ?? '*');
  return [has(/^-directory$/i) ? ofFolders(listed) : listed];
}
