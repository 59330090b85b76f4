import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the folder of a submodule has its commit. Without `.git`, other files in its place are not those of the commit.
 * @param path absolute
 */
export function isCheckedOut(path: string): boolean {
  return existsSync(join(path, '.git'));
}
