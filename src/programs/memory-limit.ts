import { existsSync } from 'node:fs';

const SHELL = '/bin/sh';

/** Whether a program can be limited. RLIMIT_DATA holds for all private memory on Linux since 4.7 (setrlimit(2)), and only there. */
export function canLimitMemory(): boolean {
  return process.platform === 'linux' && existsSync(SHELL);
}

/**
 * The words before a program that limit its memory: the shell of the system sets the limit and is replaced by the program. A lower limit
 * that is set already remains. Empty if this system has no such limit.
 */
export function memoryLimit(bytes: number): readonly string[] {
  return canLimitMemory() ? [SHELL, '-c', `ulimit -d ${Math.ceil(bytes / 1024)} 2>/dev/null; exec "$@"`, 'sh'] : [];
}
