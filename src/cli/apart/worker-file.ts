/** The worker's file as an entry of the program finds it: the source beside a source, the bundle beside a bundle. @param entry its `import.meta.url` */
export function workerFile(entry: string): URL {
  return new URL(entry.endsWith('.ts') ? './cli/apart/worker.ts' : './worker.js', entry);
}
