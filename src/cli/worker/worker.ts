/** The entry of the worker that judges a tree: everything of it happens here, so that the main thread hears a signal at any time. */
import { parentPort, workerData } from 'node:worker_threads';
import { keepHeapSmall } from '../process/frugal-heap.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { parseArgv } from '../command-line/invocation.ts';
import type { Io, Terminal } from '../process/io.ts';
import { knownSecrets } from '../process/known-secrets.ts';
import { run } from '../commands/run.ts';
import { watchLeftovers } from '../../static/read/files/cleanup-at-exit.ts';
import { ConfigError } from '../../errors.ts';
import type { Terms } from '../../terms.ts';
import { errorOf, faultOf } from './fault.ts';
import { FilesOfMain } from './files-of-main.ts';
import type { Asked, Task, Told } from './messages.ts';
import { termsNamed } from './terms-named.ts';

/** So long a cancelled command may take to say where it stood, in milliseconds. */
const OWN_END = 200;

const port = parentPort;
if (port === null) throw new Error('this file is started as a worker');
const task = workerData as Task;
const cancel = new AbortController();
let answer: ((asked: Extract<Asked, { kind: 'stdin' }>) => void) | undefined;
const files = new FilesOfMain(tell);
port.on('message', (asked: Asked) => {
  if (asked.kind === 'files') return files.hear(asked);
  if (asked.kind === 'stdin') return answer?.(asked);
  cancel.abort();
  setTimeout(() => process.exit(), OWN_END);
});

watchLeftovers((id, leftover) => tell({ kind: 'leftover', id, leftover }));
void judge().finally(() => port.close());

async function judge(): Promise<void> {
  try {
    const named = await termsNamed(task.terms);
    const deadline = deadlineOf(task.argv, named);
    if (deadline !== undefined) tell({ kind: 'deadline', ms: deadline });
    const { exitCode, report, closed } = await run(task.argv, ioOf(task), named);
    tell({ kind: 'result', exitCode, report: task.terms === 'inputs' ? report : undefined });
    // What it still does is ended, and what it leaves is removed by whoever made it, when this thread exits.
    if (cancel.signal.aborted) process.exit();
    await closed;
  } catch (error) {
    tell({ kind: 'fault', fault: faultOf(error) });
  }
}

/** What is wrong with argv is told by its run. */
function deadlineOf(argv: readonly string[], named: Terms): number | undefined {
  try {
    return flagValue(parseArgv(argv, named), 'deadline');
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function tell(told: Told): void {
  port?.postMessage(told);
}

function ioOf({ cwd, stdout, stderr, mergesInto, source, notes }: Task): Io {
  return {
    env: process.env,
    cwd,
    stdout: terminal('stdout', stdout),
    stderr: terminal('stderr', stderr),
    stdin: readStdin,
    signal: cancel.signal,
    now: () => new Date(),
    keepHeapSmall,
    batches: files.batches,
    // The main thread makes the other forms itself.
    secrets: knownSecrets(process.env, (secret, isForm) => {
      if (!isForm) tell({ kind: 'secret', text: secret });
    }),
    ...(mergesInto === undefined ? {} : { mergesInto }),
    ...(source === undefined ? {} : { source }),
    ...(notes === undefined ? {} : { notes }),
  };
}

function terminal(kind: 'stdout' | 'stderr', size: Omit<Terminal, 'write'>): Terminal {
  return { ...size, write: (text) => tell({ kind, text }) };
}

async function readStdin(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<Extract<Asked, { kind: 'stdin' }>>();
  answer = resolve;
  tell({ kind: 'stdin' });
  const { text, fault } = await promise;
  if (fault !== undefined) throw errorOf(fault);
  return text ?? '';
}
