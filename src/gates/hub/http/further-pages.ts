import type { Get } from './collection.ts';

/** Whether a path requests a page of a list after its first one. */
export function isFurtherPage(path: string): boolean {
  return /[?&]continue=/.test(path);
}

/**
 * Requests only the failed page again, not the whole list. The whole list of a large fleet takes minutes, so a hub that sometimes refuses a
 * request could never be read. A continue token is valid until the hub compacts its store; then the hub answers 410.
 * @param persistently retries temporary failures, and throws all others
 */
export function withFurtherPages(get: Get, persistently: (ask: () => Promise<unknown>) => Promise<unknown>): Get {
  return (path, accept) => (isFurtherPage(path) ? persistently(() => get(path, accept)) : get(path, accept));
}
