/**
 * The least that a Node does which judges a tree apart: it finds and reads all files while a worker starts, and parses each of them there once.
 * It judges nothing and tells nothing.
 *   node least-lint.js FOLDER
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type FileBatch, fileBatches } from '../../src/static/read/files/file-batches.ts';
import { DEFAULT_YAML_LIMITS } from '../../src/yaml/limits.ts';
import { readPlainly } from '../../src/yaml/plain-reading.ts';

if (isMainThread) findAndRead(process.argv[2] ?? '.');
else parentPort?.on('message', (batch: FileBatch | 'all') => (batch === 'all' ? parentPort?.close() : parse(batch)));

function findAndRead(folder: string): void {
  const worker = new Worker(import.meta.filename);
  for (const batch of fileBatches({ paths: [folder], cwd: folder, exclude: [], excludeFrom: folder }))
    worker.postMessage(batch, [batch.bytes.buffer]);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage('all');
}

function parse({ bytes, ends }: FileBatch): void {
  let start = 0;
  for (const end of ends) {
    for (const document of Buffer.from(bytes.buffer, start, end - start)
      .toString()
      .split('---\n'))
      readPlainly(document, DEFAULT_YAML_LIMITS);
    start = end;
  }
}
