import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's own recursive function loops forever if an existing folder does not accept a new one, such as
 * /proc: the system then reports that it is missing.
 * @param mode of the created folders
 * @throws the system's error, for example if a file has that name or a folder does not accept a new one
 */
export function makeFolders(folder: string, mode?: number): void {
  if (existsAfterMkdir(folder, mode) || dirname(folder) === folder) return;
  makeFolders(dirname(folder), mode);
  if (!existsAfterMkdir(folder, mode)) mkdirSync(folder, mode);
}

/** Whether the folder exists now. False if its parent is missing. */
function existsAfterMkdir(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return true;
    throw error;
  }
}
