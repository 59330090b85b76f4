import { rmSync } from 'node:fs';

/** What must not outlive this program: a folder or a file of it, or a program it started, with all that one started. */
type Leftover = { readonly kind: 'folder' | 'file'; readonly path: string } | { readonly kind: 'group'; readonly pid: number };

/** Something that is to be gone. */
export interface Kept {
  /** Removes or ends it now. */
  readonly remove: () => void;
  /** It is gone by itself. */
  forget(): void;
}

const left = new Map<number, Leftover>();
let ids = 0;

/**
 * Sees to it that something is gone at the latest when the process ends by itself. To be called in the same step in which it was made, so that
 * nothing can end the process in between.
 */
export function goneAtEnd(leftover: Leftover): Kept {
  if (ids === 0) process.on('exit', () => left.values().forEach(remove));
  ids += 1;
  const id = ids;
  left.set(id, leftover);
  const forget = (): void => void left.delete(id);
  return {
    remove: () => {
      if (left.has(id)) remove(leftover);
      forget();
    },
    forget,
  };
}

/** Removes or ends it; nothing if it is gone. */
function remove(leftover: Leftover): void {
  // A program that is being killed may still write into its folder.
  if ('path' in leftover) return rmSync(leftover.path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  try {
    process.kill(process.platform === 'win32' ? leftover.pid : -leftover.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
