import { writeSync } from 'node:fs';
import { UnwritableFile } from './unwritable-file.ts';

/**
 * Writes all of a text, because a pipe or a disk may accept only a part at a time.
 * @throws {UnwritableFile} if the reader of a pipe does not read; otherwise the system's error
 */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  let waited = 0;
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(fd, bytes, done);
      waited = 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      if (waited >= UNREAD_MS) throw new UnwritableFile('a pipe whose reader does not read');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
      waited += AGAIN_MS;
    }
  }
}

/** Milliseconds for which a reader may not read, and the interval of the attempts. */
const UNREAD_MS = 10_000;
const AGAIN_MS = 20;
