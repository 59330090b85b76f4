import { createReadStream } from 'node:fs';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';

/** Whether a file that is too large to be read makes objects of KubeFleet. It is looked through piece by piece; beyond the limit it may. */
export async function largeFileMakesFleetObjects(path: string, mostBytes = MOST_BYTES): Promise<boolean> {
  let seen = 0;
  let end = '';
  for await (const piece of createReadStream(path, { encoding: 'latin1', highWaterMark: PIECE }) as AsyncIterable<string>) {
    // In UTF-16 every second byte of these words is none.
    const text = end + piece.replaceAll('\0', '');
    if (makesFleetObjects(text)) return true;
    end = text.slice(-OVERLAP);
    seen += piece.length;
    if (seen > mostBytes) return true;
  }
  return false;
}

const PIECE = 1024 * 1024;
/** Longer than any line that says what an object is. */
const OVERLAP = 4096;
const MOST_BYTES = 4 * 1024 * 1024 * 1024;
