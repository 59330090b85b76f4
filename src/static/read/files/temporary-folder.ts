import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goneAtEnd } from '../../../programs/cleanup-at-exit.ts';

/** A folder of this run. */
export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * A new folder that is gone at the latest when the process ends, also by a signal it handles. Made and remembered in one step, so that nothing
 * can end the process in between. @param name what the name of the folder begins with, after `fleet-gate-`
 */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `fleet-gate-${name}-`));
  return { path, remove: goneAtEnd({ kind: 'folder', path }).remove };
}
