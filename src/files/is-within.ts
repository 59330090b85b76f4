import { sep } from 'node:path';

/** Whether a path is a folder or is below it, by name only. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
