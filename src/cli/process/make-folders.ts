import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those on the way to it. Node's own recursive way asks for ever where a folder that is there takes none, as /proc does: there
 * the system says that it is missing.
 * @param mode of the folders that are made
 * @throws what the system says: of a file in the way, of a folder that takes none
 */
export function makeFolders(folder: string, mode?: number): void {
  if (madeOrThere(folder, mode) || dirname(folder) === folder) return;
  makeFolders(dirname(folder), mode);
  if (!madeOrThere(folder, mode)) mkdirSync(folder, mode);
}

/** Whether it is there now; not where the folder it belongs in is missing. */
function madeOrThere(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return true;
    throw error;
  }
}
