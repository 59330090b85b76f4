import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Resolves the links of a path, as far as it exists. */
export function realpathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realpathOf(dirname(path)), path.slice(dirname(path).length));
}
