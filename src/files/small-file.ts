import { fstatSync, readSync } from 'node:fs';
import { withFile } from './text-of-file.ts';

/** Kubeconfigs of hundreds of clusters are smaller; certificates and tokens are far smaller. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A pipe may still be written to: `--kubeconfig <(az …)`. */
const PIPE_MS = 30_000;
const LOOK_MS = 20;

/**
 * The text of a file of credentials, or of a pipe. The wait is short for every kind of file (a FIFO without a writer, a device). The text of
 * a pipe is kept, because it can be read only once, and a run reads a kubeconfig more often.
 * @throws Error whose `code` gives the cause in a few words: the system's, or that the file is too large, or that its writer does not end
 */
export function smallFile(path: string): string {
  return withFile(path, (file) => {
    const found = fstatSync(file);
    if (found.isFile() && found.size > MOST_BYTES) throw tooLarge();
    if (!found.isFIFO()) return contentOf(file);
    const text = ofPipes.get(path) ?? contentOf(file);
    ofPipes.set(path, text);
    return text;
  });
}

const ofPipes = new Map<string, string>();

function contentOf(file: number): string {
  const chunks: Buffer[] = [];
  let length = 0;
  for (let waited = 0; ;) {
    const chunk = Buffer.alloc(64 * 1024);
    const count = readNow(file, chunk);
    if (count === 0) return Buffer.concat(chunks).toString('utf8');
    if (count === undefined) {
      if (waited >= PIPE_MS)
        throw Object.assign(new Error('its writer did not finish'), {
          code: `EAGAIN: its writer did not finish within ${PIPE_MS / 1000} s`,
        });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
      waited += LOOK_MS;
      continue;
    }
    length += count;
    if (length > MOST_BYTES) throw tooLarge();
    chunks.push(chunk.subarray(0, count));
  }
}

/** The number of bytes read; 0 at the end, `undefined` if none is available yet. */
function readNow(file: number, into: Buffer): number | undefined {
  try {
    return readSync(file, into);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'EAGAIN') return undefined;
    throw error;
  }
}

function tooLarge(): Error {
  return Object.assign(new Error('it is too large'), { code: `EFBIG: more than ${MOST_BYTES / 1024 / 1024} MB` });
}
