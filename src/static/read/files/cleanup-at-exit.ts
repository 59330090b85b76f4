import { rmSync } from 'node:fs';

/** What must not outlive this program: a folder or a file of it, or a program it started, with all that one started where it leads a group. */
export type Leftover =
  | { readonly kind: 'folder' | 'file'; readonly path: string }
  | { readonly kind: 'program' | 'group'; readonly pid: number };

/** Something that is to be gone. */
export interface Kept {
  /** Removes or ends it now. */
  readonly remove: () => void;
  /** It is gone by itself. */
  forget(): void;
}

/** Told of each leftover and, with the same number, when it is gone. */
export type Watcher = (id: number, leftover: Leftover | undefined) => void;

const left = new Map<number, Leftover>();
const watchers = new Set<Watcher>();
let ids = 0;

/**
 * Sees to it that something is gone at the latest when the thread ends by itself; a worker that is stopped does not, so whoever stops it
 * watches. To be called in the same step in which it was made, so that nothing can end the process in between.
 */
export function goneAtEnd(leftover: Leftover): Kept {
  if (ids === 0) process.on('exit', () => left.values().forEach(remove));
  ids += 1;
  const id = ids;
  left.set(id, leftover);
  for (const watcher of watchers) watcher(id, leftover);
  const forget = (): void => {
    if (left.delete(id)) for (const watcher of watchers) watcher(id, undefined);
  };
  return {
    remove: () => {
      if (left.has(id)) remove(leftover);
      forget();
    },
    forget,
  };
}

/** Has somebody told of what this thread would leave behind. */
export function watchLeftovers(watcher: Watcher): void {
  watchers.add(watcher);
}

/** Removes or ends it; nothing where it is gone. */
export function remove(leftover: Leftover): void {
  // A program that is being killed may still write into its folder.
  if ('path' in leftover) return rmSync(leftover.path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  try {
    process.kill(leftover.kind === 'group' && process.platform !== 'win32' ? -leftover.pid : leftover.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
