import { UnwritableFile } from '../process/unwritable-file.ts';
import { writeWhole } from './write-whole.ts';
import { fstatSync, readSync } from 'node:fs';
import { stringAt, parseJson } from '../../fleet/json/json.ts';
import { withFile } from '../../files/text-of-file.ts';

/**
 * Writes a report like `writeWhole`, but never replaces a manifest: a mistake in a file name must not destroy it. @throws {UnwritableFile}
 */
export function writeReport(path: string, text: string): void {
  if (holdsManifest(path)) throw new UnwritableFile('that file is a manifest; name another');
  writeWhole(path, text);
}

/** The maximum number of bytes to read. Manifests are smaller, and in YAML their first fields are at the beginning. */
const MOST_BYTES = 4 << 20;

/** Whether an existing file contains a manifest, by its name and text; `false` if it cannot be read. Our own reports do not. */
function holdsManifest(path: string): boolean {
  if (/\.ya?ml$/i.test(path)) return /^[{"' ]*apiVersion["']?:/m.test(beginningOf(path));
  return /\.json$/i.test(path) && stringAt(parseJson(beginningOf(path)), 'apiVersion') !== undefined;
}

function beginningOf(path: string): string {
  try {
    return withFile(path, (fd) => {
      const room = Buffer.alloc(Math.min(fstatSync(fd).size, MOST_BYTES));
      return room.toString('utf8', 0, readSync(fd, room)).replace(/^\uFEFF/, '');
    });
  } catch {
    return '';
  }
}
