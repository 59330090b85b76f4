import { posix } from 'node:path';

/** The path that a command prints of a known one (`dirname PATH`, `realpath PATH`); `undefined` for other commands and paths. */
export function printedPath([program, ...args]: readonly string[]): string | undefined {
  const [path, ...more] = args.filter((word) => !word.startsWith('-'));
  if (path === undefined || !path.startsWith('//') || more.length > 0) return undefined;
  if (program === 'dirname') return posix.dirname(path);
  return program === 'realpath' || program === 'readlink' ? path : undefined;
}
