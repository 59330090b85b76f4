import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { isUnwritable, UnwritableFile } from '../process/unwritable-file.ts';
import { writeReport } from './write-report.ts';
import { makeFolderOf, writeWhole } from './write-whole.ts';

/**
 * Writes a requested file completely or not at all, and creates missing folders.
 * @param asked the flag that requests it, for messages
 * @param mode of the file; default: that of files that the process creates
 * @throws {ConfigError} the file cannot be written
 */
export function save(path: string, text: string, asked: string, mode?: number): void {
  orUnwritable(asked, () => writeWhole(path, text, mode));
}

/** Like `save`, for a report. @throws {ConfigError} the file cannot be written, or is a manifest */
export function saveReport(path: string, text: string, asked: string): void {
  orUnwritable(asked, () => writeReport(path, text));
}

/** Creates the folder for a file that is written later. @param path absolute @throws {ConfigError} the folder cannot be written to */
export function checkFolder(path: string, asked: string): void {
  orUnwritable(asked, () => {
    accessSync(dirname(makeFolderOf(path)), constants.W_OK);
  });
}

function orUnwritable(asked: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw unwritable(asked, error);
  }
}

/** The error to throw if a requested file was not written; a bug is returned unchanged. */
export function unwritable(asked: string, error: unknown): unknown {
  return isUnwritable(error) ? new ConfigError(`${asked}: cannot be written (${whyOf(error)})`, { cause: error }) : error;
}

function whyOf(error: unknown): string {
  if (error instanceof UnwritableFile) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'its folder is a file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'ENOENT' ? 'its folder cannot be created' : (code ?? String(error));
}
