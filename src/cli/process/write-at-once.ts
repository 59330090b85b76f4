import { constants, openSync, writeSync } from 'node:fs';

/** In bytes: what a pipe takes as a whole or not at all, on every system (PIPE_BUF of Linux). */
const WHOLE = 4096;
/** Of a sign of UTF-16, in UTF-8. */
const MOST_BYTES = 3;

/**
 * Writes short texts to a pipe without waiting for its reader. What is open there already would wait, and setting that otherwise is told to all who
 * have it; so the pipe is opened once more. Linux alone can do that.
 * @returns whether a text is written; if not, nothing of it is, and somebody else has to
 */
export function writerAtOnce(fd: number): (text: string) => boolean {
  let own: number | undefined;
  return (text) => {
    if (process.platform !== 'linux' || text.length * MOST_BYTES > WHOLE) return false;
    try {
      own ??= openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
      writeSync(own, text);
      return true;
    } catch {
      return false;
    }
  };
}
