import { relative, sep } from 'node:path';

/** A path as reports show it: relative to the working directory, with forward slashes; empty for the working directory itself. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/');
}

/** `shownPath` of the entries of a folder, by their names, without processing the whole path of each. */
export function shownPathsIn(folder: string, cwd: string): (name: string) => string {
  const outer = shownPath(folder, cwd);
  if (outer === '') return (name) => name;
  // For a folder above the working directory, one of the names leads down to it.
  if (/(?:^|\/)\.\.$/.test(outer)) return (name) => shownPath(pathBelow(folder, name), cwd);
  return (name) => [outer, name].join('/');
}

/** The path of an entry of a folder, in the form of the system. */
export function pathBelow(folder: string, name: string): string {
  // `join` makes a flat string; thousands of paths are kept.
  return [folder.endsWith(sep) ? folder.slice(0, -1) : folder, name].join(sep);
}

/** Whether a folder is another one or is below it. Both are relative to the working directory, which is empty. */
export function isAtOrBelow(folder: string, outer: string): boolean {
  return outer === '' ? !folder.startsWith('..') : folder === outer || folder.startsWith(`${outer}/`);
}
