import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTooLong, LONGEST_PATH } from './longest-path.ts';

/** Resolves the links of a path, as far as it exists. */
export function realpathOf(path: string): string {
  // No longer part of it exists.
  let existing = isTooLong(path) ? dirname(`${path.slice(0, LONGEST_PATH)}_`) : path;
  while (!existsSync(existing)) {
    if (dirname(existing) === existing) return path;
    existing = dirname(existing);
  }
  return join(realpathSync(existing), path.slice(existing.length));
}
