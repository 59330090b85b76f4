import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { stringAt } from '../../fleet/json/json.ts';

/** More of a file is not read: manifests are smaller, and the head of one in YAML comes first. */
const MOST_BYTES = 4 << 20;

/** Whether a file that is there holds a manifest, by its name and its text; `false` where it cannot be read. No report of ours does. */
export function holdsManifest(path: string): boolean {
  if (/\.ya?ml$/i.test(path)) return /^[{"' ]*apiVersion["']?:/m.test(beginningOf(path));
  return /\.json$/i.test(path) && stringAt(parsed(beginningOf(path)), 'apiVersion') !== undefined;
}

function beginningOf(path: string): string {
  let fd: number | undefined;
  try {
    // A pipe that nobody writes to must not be waited for.
    fd = openSync(path, constants.O_RDONLY + constants.O_NONBLOCK);
    const { size } = fstatSync(fd);
    const room = Buffer.alloc(Math.min(size, MOST_BYTES));
    return room.toString('utf8', 0, readSync(fd, room)).replace(/^\uFEFF/, '');
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
