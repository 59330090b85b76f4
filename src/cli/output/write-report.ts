import { UnwritableFile } from '../process/unwritable-file.ts';
import { holdsManifest } from './held-by-file.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes a report like `writeWhole`, but never replaces a manifest: a mistake in a file name must not destroy it. @throws {UnwritableFile}
 */
export function writeReport(path: string, text: string): void {
  if (holdsManifest(path)) throw new UnwritableFile('that file is a manifest; name another');
  writeWhole(path, text);
}
