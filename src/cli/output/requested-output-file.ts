import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { makeFolders } from '../process/make-folders.ts';
import { isUnwritable, UnwritableFile } from '../process/unwritable-file.ts';
import { writeReport } from './write-report.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes a file that somebody asked for, whole or not at all; folders on the way are made.
 * @param asked what names the file in a sentence: the flag that asks for it
 * @param mode who may read it; where it is left out, whom the process lets read its files
 * @throws {ConfigError} the file cannot be written
 */
export function save(path: string, text: string | Iterable<string>, asked: string, mode?: number): void {
  orUnwritable(asked, () => writeWhole(path, text, mode));
}

/** The same for a report. @throws {ConfigError} the file cannot be written, or is a manifest */
export function saveReport(path: string, text: string | Iterable<string>, asked: string): void {
  orUnwritable(asked, () => writeReport(path, text));
}

/** Makes the folder of a file that is to be written later. @param path absolute @throws {ConfigError} nothing can be written there */
export function checkFolder(path: string, asked: string): void {
  orUnwritable(asked, () => {
    const folder = dirname(path);
    makeFolders(folder);
    accessSync(folder, constants.W_OK);
  });
}

function orUnwritable(asked: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw unwritable(asked, error);
  }
}

/** What to throw where a file that was asked for was not written: a fault of ours stays one. */
export function unwritable(asked: string, error: unknown): unknown {
  return isUnwritable(error) ? new ConfigError(`${asked}: cannot be written (${whyOf(error)})`, { cause: error }) : error;
}

function whyOf(error: unknown): string {
  if (error instanceof UnwritableFile) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file stands where its folder should be';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'ENOENT' ? 'its folder cannot be made' : (code ?? String(error));
}
