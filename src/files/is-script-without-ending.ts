import { closeSync, openSync, readSync } from 'node:fs';

/** Whether a file without an ending in its name is a program in text: it starts with `#!`. */
export function isScriptWithoutEnding(path: string): boolean {
  if (!/(?:^|[/\\])[^./\\]+$/.test(path)) return false;
  try {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(2);
      return readSync(file, start) === 2 && start.toString('latin1') === '#!';
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
