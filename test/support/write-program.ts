import { execFileSync } from 'node:child_process';

/**
 * Writes a script that can be started at once. A file that this process writes is for a moment open in whatever another test starts meanwhile, and
 * Linux starts nothing that is open for writing (ETXTBSY). So a process of its own writes it.
 */
export function writeProgram(file: string, text: string): void {
  execFileSync('/bin/sh', ['-c', 'cat > "$0" && chmod 755 "$0"', file], { input: text });
}
