/** The worker's file as an entry of the program finds it: the source beside a source, the bundle beside a bundle. @param entry its `import.meta.url` */
export function workerFile(entry: string): URL {
  return new URL(isBundled(entry) ? './worker.js' : './cli/apart/worker.ts', entry);
}

/** Whether the program runs as it is shipped, so that loading a part of it waits for nothing. */
export function isBundled(entry: string): boolean {
  return !entry.endsWith('.ts');
}
