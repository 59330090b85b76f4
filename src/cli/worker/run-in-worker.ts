import { getHeapStatistics } from 'node:v8';
import { ConfigError } from '../../errors.ts';
import type { Terms, TermsName } from '../../terms.ts';
import type { Io } from '../process/io.ts';
import type { RunResult } from '../output/run-result.ts';
import { judgeInWorker, WorkerLost } from './judge-in-worker.ts';

/** How commands are run by a process of its own. */
export interface Apart {
  /** The file of the worker, or its program where it lies in no file. */
  readonly worker: URL | string;
  readonly terms: TermsName;
  /** The most memory the worker may take, in MB; by default what Node gives a process. */
  readonly memory?: number;
  /** Whether few files may be judged without it. */
  readonly fewHere?: boolean;
}

/**
 * `run`, with what judges trees that somebody else wrote in a worker: the main thread is free at any time to hear a signal, and ends the worker
 * where it does not end by itself. One that takes longer than its deadline, or more memory than there is, ends in a report that nothing was
 * judged (exit 6); a cancelled one in a report that says so (exit 130). What a judgement needs is loaded by the worker alone.
 */
export async function runApart(argv: readonly string[], io: Io, named: Terms, apart: Apart): Promise<RunResult> {
  if (!(await isJudging(argv, named))) return (await import('../commands/run.ts')).run(argv, io, named);
  if (apart.fewHere === true && (await areFew(argv, io))) {
    const { judgeHere } = await import('./judge-here.ts');
    const judged = await judgeHere(argv, io, named);
    if (judged !== undefined) return judged;
  }
  const memory = apart.memory ?? Math.round(getHeapStatistics().heap_size_limit / 2 ** 20);
  const ended = await judgeInWorker(argv, io, { ...apart, memory }).catch(async (error: unknown) => {
    if (!(error instanceof WorkerLost)) throw error;
    // What the worker's run throws it has told in its reports; what ends the worker itself nobody has.
    const { toldInReports } = await import('../output/report-errors.ts');
    return toldInReports(argv, io, named, () => Promise.reject(error.cause));
  });
  if (typeof ended === 'object') return ended;
  const { reportStopped } = await import('./report-stopped.ts');
  return reportStopped(ended, memory, argv, io, named);
}

async function areFew(argv: readonly string[], io: Io): Promise<boolean> {
  return (await import('./few-files.ts')).isOfFewFiles(argv, io);
}

/** Whether the arguments are a judgement and nothing else. Arguments that cannot be read are none: what is wrong with them is said where they are. */
async function isJudging(argv: readonly string[], named: Terms): Promise<boolean> {
  const [first = ''] = argv;
  if (argv.some((word) => ['-h', '--help', '--version'].includes(word))) return false;
  if (!first.startsWith('-')) return first === 'lint' || first === 'plan';
  const { parseArgv } = await import('../command-line/invocation.ts');
  try {
    const { command } = parseArgv(argv, named);
    return command === 'lint' || command === 'plan';
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
