import type { Get } from './collection.ts';

/** Whether a path asks for a page of a list behind its first one. */
export function isFurtherPage(path: string): boolean {
  return /[?&]continue=/.test(path);
}

/**
 * Asks again for the page that failed, not for the whole list: of a large fleet that would take minutes, and a hub that refuses a request every
 * now and then would never be read. The token of a page stays good until the hub has compacted its store, which is told by 410.
 * @param persistently tries again what may heal, and throws what does not
 */
export function withFurtherPages(get: Get, persistently: (ask: () => Promise<unknown>) => Promise<unknown>): Get {
  return (path, accept) => (isFurtherPage(path) ? persistently(() => get(path, accept)) : get(path, accept));
}
