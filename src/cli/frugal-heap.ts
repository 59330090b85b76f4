import { setFlagsFromString } from 'node:v8';
import { garbageCollector } from './gathered-garbage.ts';

const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'];
const LEAST = [...SMALL, '--optimize-for-size'];
/** What V8 itself sets them to. */
const FIRST = ['--semi-space-growth-factor=2', '--heap-growing-percent=0', '--no-optimize-for-size'];

/** Milliseconds between two times at which is seen how much garbage there is. */
const EVERY = 100;

/** What was set, unless that are those of V8. */
let kept: readonly string[] | undefined;

/**
 * Has V8 give memory back early instead of growing. A gate waits for minutes beside others on a small runner, and its garbage is what lists
 * and judgements leave behind; collecting that sooner costs a few percent of their time. All settings are read at each collection.
 * @param growth what the old generation may grow by between two collections at least: 8 MB, or 2 MB where it is `least`
 * @returns collects garbage where much has gathered: for who is busy for so long that nothing else gets to run. Where the growth is `least`,
 *   that is done now and then beside; otherwise it does nothing
 */
export function keepHeapSmall(growth: 'usual' | 'least' = 'usual'): () => void {
  kept = growth === 'least' ? LEAST : SMALL;
  set(kept);
  if (growth === 'usual') return () => undefined;
  collect ??= collecting();
  return collect;
}

let collect: (() => void) | undefined;

function collecting(): () => void {
  const collector = garbageCollector();
  setInterval(collector, EVERY).unref();
  return collector;
}

/** Another thread may keep the heap of this process small from now on: settings of V8 are for all threads. */
export function mayBeKeptSmall(): void {
  kept ??= SMALL;
}

/** Lets the heap of this process grow as in any other, whichever thread kept it small. */
export function endSmallHeap(): void {
  if (kept !== undefined) set(FIRST);
  kept = undefined;
}

/** Runs it with the flags that V8 began with: it takes no compiled code that was made with others. */
export function withFirstFlags<T>(run: () => T): T {
  if (kept === undefined) return run();
  const after = kept;
  set(FIRST);
  try {
    return run();
  } finally {
    set(after);
  }
}

function set(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
