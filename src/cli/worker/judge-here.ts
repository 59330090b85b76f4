import { createRequire } from 'node:module';
import type { Terms } from '../../terms.ts';
import type { Io, Terminal } from '../process/io.ts';
import { loadCommand, run } from '../commands/run.ts';
import type { RunResult } from '../output/run-result.ts';
import { mayTake } from './fits-in-heap.ts';
import { settledAtOnce } from './run-with-time-limit.ts';

/** In milliseconds: a few times what few files take, and so short that nobody who sends a signal waits for it. */
const LIMIT = 500;
/** In bytes: more than can be taken within the limit. */
const LEAST_HEAP = 2 * 1024 ** 3;

/**
 * Runs a judgement of few files on this thread. `undefined` where it took too long, or waits for something: then nothing was written, and it is
 * to be run anew in a worker, where nothing that this one may have left half done is seen. @throws what the command throws
 */
export async function judgeHere(argv: readonly string[], io: Io, named: Terms): Promise<RunResult | undefined> {
  if (!mayTake(LEAST_HEAP)) return undefined;
  // What is loaded half stays so, and a report of what was stopped needs it.
  await Promise.all((['lint', 'plan'] as const).filter((command) => argv.includes(command)).map(loadCommand));
  const written: (() => void)[] = [];
  // What an output is, is asked here: that may load parts of Node, which stay half loaded for ever where they are ended halfway.
  const kept = (stream: Terminal): Terminal => {
    const { isTTY, columns, rows } = stream;
    return { isTTY, columns, rows, write: (text) => void written.push(() => stream.write(text)) };
  };
  const { keepHeapSmall: _, ...rest } = io;
  // Whatever is read of a stream is lost to the run after this one.
  const here: Io = { ...rest, stdout: kept(io.stdout), stderr: kept(io.stderr), stdin: () => new Promise(() => undefined) };
  const settled = await settledAtOnce(() => run(argv, here, named), LIMIT);
  if (settled === undefined) {
    forgetHalfLoaded();
    return undefined;
  }
  for (const write of written) write();
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** A file of the program that was being loaded when all was ended would stay as far as it came. */
function forgetHalfLoaded(): void {
  const { cache } = createRequire(import.meta.filename);
  for (const [file, part] of Object.entries(cache)) if (part?.loaded === false) delete cache[file];
}
