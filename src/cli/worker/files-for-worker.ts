import { setImmediate } from 'node:timers/promises';
import { fileBatches, type FilesWanted } from '../../static/read/files/file-batches.ts';
import { faultOf } from './fault.ts';
import type { FilesAnswer } from './messages.ts';

/** So many batches lie ready before the worker has taken one. */
const AHEAD = 4;

/**
 * Finds and reads files for a worker, which reads and judges what they hold meanwhile. Between two batches whoever waits for this thread gets a
 * turn. Answers what to call once the worker has taken a batch.
 */
export function filesForWorker(wanted: FilesWanted, tell: (answer: FilesAnswer) => void): () => void {
  const batches = fileBatches(wanted);
  let room = AHEAD;
  let isAtWork = false;
  void work();
  return () => {
    room += 1;
    void work();
  };

  async function work(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    for (; room > 0; room -= 1) {
      const answer = nextOf(batches);
      tell(answer);
      // There is nothing to come, so it stays at work.
      if (answer.kind !== 'batch') return;
      await setImmediate();
    }
    isAtWork = false;
  }
}

function nextOf(batches: ReturnType<typeof fileBatches>): FilesAnswer {
  try {
    const { done, value } = batches.next();
    return done === true ? { kind: 'beside', beside: value } : { kind: 'batch', batch: value };
  } catch (error) {
    return { kind: 'fault', fault: faultOf(error) };
  }
}
