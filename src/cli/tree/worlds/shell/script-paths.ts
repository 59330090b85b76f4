import { posix } from 'node:path';

/** `/` and `//path` of a pipeline start at the top of the repository. */
export function pathFrom(folder: string, path: string): string {
  return path === '/' || path.startsWith('//') ? path.replace(/^\/+/, '') : posix.join(folder, path);
}

/** The folder of a file, from the top of the repository; empty for the top. */
export function folderFromTop(file: string): string {
  return posix.dirname(file).replace(/^\.$/, '');
}

/** A file that a script writes; it may be outside of the repository, or in a folder of a variable. */
export function fileFrom(folder: string, path: string): string {
  if (path.startsWith('//')) return pathFrom(folder, path);
  return /^[/$~]/.test(path) ? path : posix.join(folder, path);
}
