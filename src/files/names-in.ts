import { readdirSync } from 'node:fs';

/** The names of what is in a folder; empty for one that cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
