import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files below a folder, by relative path. */
export function writeTree(folder: string, tree: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Writes an executable script, by default for the shell. Programs that it calls need absolute paths. Another process writes it: if this
 * process wrote the file, a program that starts at the same time would inherit it open for writing, and Linux does not start such a file
 * (ETXTBSY).
 */
export function writeProgram(path: string, script: string, interpreter = '/bin/sh'): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('/bin/sh', ['-c', 'cat > "$1" && chmod 755 "$1"', 'sh', path], { input: `#!${interpreter}\n${script}\n` });
}
