import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a folder has a file at any depth: git does not have other folders, which may be left over from a change. */
export function holdsFiles(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some((entry) => !entry.isDirectory()) || entries.some(({ name }) => holdsFiles(join(folder, name)));
  } catch {
    return false;
  }
}
