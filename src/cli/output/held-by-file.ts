import { fstatSync, readSync } from 'node:fs';
import { parseJson, stringAt } from '../../fleet/json/json.ts';
import { withFile } from '../../files/text-of-file.ts';

/** The maximum number of bytes to read. Manifests are smaller, and in YAML their first fields are at the beginning. */
const MOST_BYTES = 4 << 20;

/** Whether an existing file contains a manifest, by its name and text; `false` if it cannot be read. Our own reports do not. */
export function holdsManifest(path: string): boolean {
  if (/\.ya?ml$/i.test(path)) return /^[{"' ]*apiVersion["']?:/m.test(beginningOf(path));
  return /\.json$/i.test(path) && stringAt(parseJson(beginningOf(path)), 'apiVersion') !== undefined;
}

/** Whether an existing file of any name is a kubeconfig; `false` if it cannot be read. */
export function holdsKubeconfig(path: string): boolean {
  const text = beginningOf(path);
  return /^[{"' ]*kind["']?: *["']?Config\b/m.test(text) || stringAt(parseJson(text), 'kind') === 'Config';
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
