import { getHeapStatistics } from 'node:v8';

/** V8 gives a heap a quarter of the memory of its machine or container, up to 2 or 4 GB by that memory. */
const SHARE = 4;

/**
 * Whether V8 lets the heap of this process grow to so many bytes, 2 GB at most. What tells that for sure takes 2 ms to load, so where nothing
 * set a size, and four times as much memory is free, that is not asked.
 */
export function mayTake(bytes: number): boolean {
  const settings = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''];
  if (!settings.some((text) => /size|config/.test(text)) && process.availableMemory() >= SHARE * bytes) return true;
  return getHeapStatistics().heap_size_limit >= bytes;
}
