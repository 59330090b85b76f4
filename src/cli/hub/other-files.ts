import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isHiddenFolder, MANIFEST } from '../../static/read/files/searched-names.ts';

/** The files below a folder that are not read for their names, such as `dump.txt` and `dump.yaml.gz`; empty for a file. */
export function otherFiles(path: string, cwd: string): readonly string[] {
  return entriesOf(resolve(cwd, path)).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return isHiddenFolder(entry.name) ? [] : otherFiles(below, cwd);
    return MANIFEST.test(entry.name) ? [] : [below.replaceAll('\\', '/')];
  });
}

/** Empty for a file. A folder that cannot be read is named by the search itself. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
