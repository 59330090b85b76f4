import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unwritable } from '../output/requested-output-file.ts';
import { makeFolders } from '../process/make-folders.ts';

/**
 * Writes a file that does not exist yet. Returns false, and changes nothing, if there is one. @throws {ConfigError} it cannot be written
 */
export function writeNew(path: string, text: string, shown: string): boolean {
  try {
    makeFolders(dirname(path));
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(shown, error);
  }
}
