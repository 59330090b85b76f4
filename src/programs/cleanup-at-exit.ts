import { rmSync } from 'node:fs';

/** Something that must not outlive this process: a folder or file of it, or a program that it started, with the children of that. */
type Leftover = { readonly kind: 'folder' | 'file'; readonly path: string } | { readonly kind: 'group' | 'program'; readonly pid: number };

/** A leftover that is registered for removal. */
export interface Kept {
  /** Removes or kills it now. */
  readonly remove: () => void;
  /** Call it if the file or folder was already removed. */
  forget(): void;
}

const left = new Map<number, Leftover>();
let ids = 0;

/**
 * Removes or ends a leftover when this process exits, if that did not happen before. Call it in the same step that creates the leftover, so
 * that nothing can end the process in between.
 */
export function removeAtExit(leftover: Leftover): Kept {
  if (left.size === 0) process.on('exit', removeAll);
  ids += 1;
  const id = ids;
  left.set(id, leftover);
  const forget = (): void => {
    if (left.delete(id) && left.size === 0) process.off('exit', removeAll);
  };
  return {
    remove: () => {
      if (left.has(id)) remove(leftover);
      forget();
    },
    forget,
  };
}

function removeAll(): void {
  left.values().forEach(remove);
}

/** Removes or ends it. Does nothing if it is gone. */
function remove(leftover: Leftover): void {
  // A program that is being killed may still write into its folder.
  if ('path' in leftover) return rmSync(leftover.path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  try {
    // SIGTERM may be ignored.
    process.kill(leftover.kind === 'program' ? leftover.pid : -leftover.pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}
