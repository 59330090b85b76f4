import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files below a folder, by their paths. */
export function writeTree(folder: string, tree: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Writes a program that is this script, of the shell if nothing else is said. Programs it calls need their whole paths.
 * Another process writes it: a program that is started elsewhere at that moment would keep a file of this one open, and what is open for
 * writing cannot be started (ETXTBSY).
 */
export function writeProgram(path: string, script: string, interpreter = '/bin/sh'): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('/bin/sh', ['-c', 'cat > "$1" && chmod 755 "$1"', 'sh', path], { input: `#!${interpreter}\n${script}\n` });
}
