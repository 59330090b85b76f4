import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes an executable script, by default for the shell, and the folders of its path. Programs that it calls need absolute paths if the
 * test sets PATH. Another process writes the file: if this process wrote it, a program that starts at the same time would inherit it open
 * for writing, and Linux does not start such a file (ETXTBSY).
 */
export function writeProgram(file: string, script: string, interpreter = '/bin/sh'): void {
  mkdirSync(dirname(file), { recursive: true });
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: `#!${interpreter}\n${script}\n` });
}
