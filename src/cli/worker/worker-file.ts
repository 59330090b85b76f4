import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The worker's file as an entry of the program finds it: the source beside a source, the bundle beside a bundle. @param entry its path */
export function workerFile(entry: string): URL {
  return pathToFileURL(join(dirname(entry), isBundled(entry) ? 'worker.js' : 'cli/worker/worker.ts'));
}

/** Whether the program runs as it is shipped, so that loading a part of it waits for nothing. */
export function isBundled(entry: string): boolean {
  return !entry.endsWith('.ts');
}
