import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of a heap that is worth it: a gate of a few placements has less, and what it waits for is not to wait for a collection. */
const LARGE = 24_000_000;

/** Bytes that all may have grown by since it was smallest, or that part of the heap: a collection costs by what is held there. */
const MUCH = 5_000_000;
const PART = 6;

type Collect = (how: { readonly type: 'major'; readonly execution: 'sync' }) => void;

/** Collects garbage: at once where nothing else is to be done, else where much has gathered. */
export type GarbageCollector = (meanwhile?: 'nothing to do') => void;

/**
 * Answers what collects garbage, for moments at which little is held. V8 itself begins to collect at a moment of its own, and goes on with the
 * program meanwhile: what dies until it ends is kept, which is as much as it collects.
 */
export function garbageCollector(): GarbageCollector {
  let least = usedBytes();
  let collect: Collect | undefined;
  return (meanwhile) => {
    const used = usedBytes();
    // Whatever V8 has collected meanwhile needs no second time.
    least = { heap: Math.min(least.heap, used.heap), all: Math.min(least.all, used.all) };
    const isMuch = used.heap >= LARGE && used.all - least.all >= Math.max(MUCH, least.heap / PART);
    if (!isMuch && meanwhile === undefined) return;
    (collect ??= ownCollect())({ type: 'major', execution: 'sync' });
    least = usedBytes();
  };
}

/** Bytes that come over a connection lie outside of the heap, until a collection finds that nobody has them any more. */
function usedBytes(): { readonly heap: number; readonly all: number } {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return { heap, all: heap + external };
}

/** V8 gives it to contexts that are made while the flag is set. Compiled code is made without it. */
function ownCollect(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    return (runInNewContext('globalThis.gc') as Collect | undefined) ?? (() => undefined);
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
