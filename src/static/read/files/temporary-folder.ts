import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtExit } from '../../../programs/cleanup-at-exit.ts';

/** A temporary folder of this run. */
export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Creates a folder that is removed at the latest when the process ends, also by a handled signal. It is created and registered in one
 * synchronous step, so that the process cannot end in between. @param name the start of the folder's name, after `fleet-gate-`
 */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `fleet-gate-${name}-`));
  return { path, remove: removeAtExit({ kind: 'folder', path }).remove };
}
