import { type GarbageCollector, garbageCollector } from './gathered-garbage.ts';
import { setFlags } from './v8-flags.ts';

export const SMALL_HEAP = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'] as const;
const LEAST = [...SMALL_HEAP, '--optimize-for-size'] as const;

/** Milliseconds between two times at which is seen how much garbage there is. */
const EVERY = 100;

/**
 * Has V8 give memory back early instead of growing. A gate waits for minutes beside others on a small runner, and its garbage is what lists
 * and judgements leave behind; collecting that sooner costs a few percent of their time. All settings are read at each collection.
 * @param growth what the old generation may grow by between two collections at least: 8 MB, or 2 MB where it is `least`
 * @returns collects garbage where much has gathered: for who is busy for so long that nothing else gets to run. Where the growth is `least`,
 *   that is done now and then beside; otherwise it does nothing
 */
export function keepHeapSmall(growth: 'usual' | 'least' = 'usual'): GarbageCollector {
  setFlags(growth === 'least' ? LEAST : SMALL_HEAP);
  if (growth === 'usual') return () => undefined;
  collect ??= collecting();
  return collect;
}

let collect: GarbageCollector | undefined;

function collecting(): GarbageCollector {
  const collector = garbageCollector();
  setInterval(() => collector(), EVERY).unref();
  return collector;
}
