import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import { removeAtExit } from '../../../programs/cleanup-at-exit.ts';

/** A temporary folder of this run. */
export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Creates a folder that is removed at the latest when the process ends, also by a handled signal. It is created and registered in one
 * synchronous step, so that the process cannot end in between. @param name the start of the folder's name, after `fleet-gate-`
 * @throws {ConfigError} it cannot be created
 */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = created(tmpdir(), `fleet-gate-${name}-`);
  return { path, remove: removeAtExit({ kind: 'folder', path }).remove };
}

function created(above: string, name: string): string {
  try {
    return mkdtempSync(resolve(above, name));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError(`no temporary folder can be created in ${above} (${reason}); set TMPDIR to a folder that can be written`, {
      cause: error,
    });
  }
}
