import { Worker } from 'node:worker_threads';
import type { Io, Terminal } from '../process/io.ts';
import { type Leftover, remove } from '../../static/read/files/cleanup-at-exit.ts';
import { SMALL_HEAP } from '../process/frugal-heap.ts';
import type { RunResult } from '../output/run-result.ts';
import { errorOf, faultOf } from './fault.ts';
import type * as FilesForWorker from './files-for-worker.ts';
import type { TermsName } from '../../terms.ts';
import { expectFlags } from '../process/v8-flags.ts';
import type { Asked, Task, Told } from './messages.ts';
import { optimiseLittleAtFirst } from './v8-tuning.ts';

/** Why a worker was ended before it had a result. */
export type Stop = 'late' | 'cancelled' | 'out of memory';

/** Where nothing else is asked for, in milliseconds: a hundred times what thousands of files take. */
export const DEADLINE = 10 * 60_000;
/** So long a worker may take to end by itself once it is cancelled, in milliseconds. */
const CANCEL_GRACE = 500;
/** The longest a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The worker was lost: whatever it was to write may be missing. Its cause is the fault. */
export class WorkerLost extends Error {}

/** Runs the command in a worker: what it ended in, or why it was ended. @throws what the command threw. @throws {WorkerLost} */
export async function judgeInWorker(
  argv: readonly string[],
  io: Io,
  { worker: program, terms, memory }: { readonly worker: URL | string; readonly terms: TermsName; readonly memory: number },
): Promise<RunResult | Stop> {
  const task: Task = {
    argv,
    terms,
    cwd: io.cwd,
    stdout: sizeOf(io.stdout),
    stderr: sizeOf(io.stderr),
    mergesInto: io.mergesInto,
    source: io.source,
    notes: io.notes,
  };
  // Before the worker is there, which sets flags of V8 for the whole process: with other flags it takes no code that was kept.
  const finding = import('./files-for-worker.ts');
  // Not sooner: what is loaded when flags are expected has them set, and a worker that starts then compiles Node's own parts anew.
  finding.then(
    () => expectFlags(SMALL_HEAP),
    () => undefined,
  );
  const worker = new Worker(program, {
    eval: typeof program === 'string',
    workerData: task,
    env: { ...io.env },
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  const ask = (asked: Asked): void => worker.postMessage(asked);
  const ended = Promise.withResolvers<RunResult | Stop>();
  const leftovers = new Map<number, Leftover>();
  // Flags of V8 are for the whole process, which may not be that of the command.
  const isOwnProcess = io.keepHeapSmall !== undefined;
  let endShortRun: (() => void) | undefined;
  const files = new Map<number, Promise<() => void>>();
  const removeLeftovers = (): void => leftovers.values().forEach(remove);
  process.on('exit', removeLeftovers);
  const closed = Promise.withResolvers<void>();
  const stopAfter = (ms: number, why: Stop): NodeJS.Timeout => setTimeout(() => ended.resolve(why), Math.min(ms, LONGEST_TIMER));
  let late = stopAfter(DEADLINE, 'late');
  let grace: NodeJS.Timeout | undefined;
  const over = Promise.withResolvers<void>();
  const cancel = (): void => {
    ask({ kind: 'cancel' });
    grace = setTimeout(() => {
      ended.resolve('cancelled');
      over.resolve();
    }, CANCEL_GRACE);
  };
  const hear = (told: Told): void => {
    switch (told.kind) {
      case 'stdout':
      case 'stderr':
        return io[told.kind].write(told.text);
      case 'secret':
        return io.secrets.add(told.text);
      case 'deadline':
        clearTimeout(late);
        late = stopAfter(told.ms, 'late');
        return;
      case 'leftover':
        if (told.leftover === undefined) leftovers.delete(told.id);
        else leftovers.set(told.id, told.leftover);
        return;
      case 'stdin':
        return void answerStdin(io, ask);
      case 'files': {
        // By now the worker has loaded what it needs, some of which V8 compiles anew where flags have changed.
        if (isOwnProcess) endShortRun ??= optimiseLittleAtFirst();
        const found = findFor(told, worker, finding, () => files.delete(told.id));
        files.set(told.id, found);
        return void found.catch(ended.reject);
      }
      case 'taken':
        return void files.get(told.id)?.then((taken) => taken());
      case 'result':
        return ended.resolve({ exitCode: told.exitCode, ...(told.report && { report: told.report }), closed: closed.promise });
      case 'fault':
      default:
        return ended.reject(errorOf(told.fault));
    }
  };
  worker.on('message', hear);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') ended.resolve('out of memory');
    else ended.reject(new WorkerLost('the worker was lost', { cause: error }));
  });
  worker.once('exit', () => {
    process.off('exit', removeLeftovers);
    removeLeftovers();
    closed.resolve();
    if (io.signal.aborted) ended.resolve('cancelled');
    else ended.reject(new WorkerLost('the worker was lost', { cause: new Error('the worker ended without a result') }));
  });
  if (io.signal.aborted) cancel();
  else io.signal.addEventListener('abort', cancel, { once: true });
  try {
    const result = await ended.promise;
    // A cancelled worker removes what it made before this process ends.
    if (io.signal.aborted && typeof result === 'object') await Promise.race([closed.promise, over.promise]);
    if (typeof result === 'string') {
      await worker.terminate();
      removeLeftovers();
    }
    return result;
  } finally {
    endShortRun?.();
    clearTimeout(late);
    clearTimeout(grace);
    io.signal.removeEventListener('abort', cancel);
  }
}

/** Answers what to call once the worker has taken a batch. */
async function findFor(
  { id, wanted }: Extract<Told, { kind: 'files' }>,
  worker: Worker,
  finding: Promise<typeof FilesForWorker>,
  whenDone: () => void,
): Promise<() => void> {
  const { filesForWorker } = await finding;
  return filesForWorker(wanted, (answer) => {
    worker.postMessage({ kind: 'files', id, answer } satisfies Asked, answer.kind === 'batch' ? [answer.batch.bytes.buffer] : []);
    if (answer.kind !== 'batch') whenDone();
  });
}

async function answerStdin(io: Pick<Io, 'stdin'>, ask: (asked: Asked) => void): Promise<void> {
  try {
    ask({ kind: 'stdin', text: await io.stdin() });
  } catch (error) {
    ask({ kind: 'stdin', fault: faultOf(error) });
  }
}

function sizeOf({ isTTY, columns, rows }: Terminal): Omit<Terminal, 'write'> {
  return { isTTY, columns, rows };
}
