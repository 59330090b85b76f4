import { fstatSync } from 'node:fs';

export type StandardOutput = 'stdout' | 'stderr';

export const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies Record<StandardOutput, number>;

/**
 * Node's stream of standard output or standard error: a pipe, a socket or a terminal. `undefined` if it is a file, which is written
 * directly: Node's file stream treats a write as complete if the system writes only a part, as on a full disk.
 */
export function standardStream(output: StandardOutput): typeof process.stdout | typeof process.stderr | undefined {
  return isFile(DESCRIPTORS[output]) ? undefined : process[output];
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
