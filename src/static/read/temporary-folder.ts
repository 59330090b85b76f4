import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of this run. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A new folder that is gone at the latest when the process ends, also by a signal it handles. Made and remembered in one step, so that nothing
 * can end the process in between. @param name what the name of the folder begins with, after `fleet-gate-`
 */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `fleet-gate-${name}-`));
  // A program that is being killed may still write into it.
  const removeNow = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  process.on('exit', removeNow);
  return {
    path,
    remove() {
      process.off('exit', removeNow);
      removeNow();
    },
  };
}
