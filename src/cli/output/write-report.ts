import { holdsManifest } from './holds-manifest.ts';
import { UnwritableFile } from '../process/unwritable-file.ts';
import { writeWhole } from './write-whole.ts';

/** Writes a report to a file, as `writeWhole` does, but over no manifest: a slip of the hand must not cost what is checked. @throws {UnwritableFile} */
export function writeReport(path: string, text: string | Iterable<string>): void {
  if (holdsManifest(path)) throw new UnwritableFile('that file is a manifest; name another');
  writeWhole(path, text);
}
