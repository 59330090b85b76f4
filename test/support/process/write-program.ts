import { execFileSync } from 'node:child_process';

/**
 * Writes a script that can be started at once. Another process writes it: if this process wrote the file, a program that another test
 * starts at the same time would inherit it open for writing, and Linux does not start such a file (ETXTBSY).
 */
export function writeProgram(file: string, text: string): void {
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: text });
}
