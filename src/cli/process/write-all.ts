import { writeSync } from 'node:fs';
import { UnwritableFile } from './unwritable-file.ts';

/**
 * In pieces: a pipe takes no more than it has room for, and a disk that fills up no more than fits.
 * @param text all of it, or texts that are made one by one, each when the one before is written
 * @throws {UnwritableFile} a pipe whose reader takes nothing; else what the system says
 */
export function writeAll(fd: number, text: string | Iterable<string>): void {
  for (const piece of typeof text === 'string' ? [text] : text) writeText(fd, piece);
}

function writeText(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  let waited = 0;
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(fd, bytes, done);
      waited = 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      if (waited >= UNREAD_MS) throw new UnwritableFile('a pipe whose reader takes nothing');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
      waited += AGAIN_MS;
    }
  }
}

/** Milliseconds a reader may take nothing, and how often it is tried. */
const UNREAD_MS = 10_000;
const AGAIN_MS = 20;
