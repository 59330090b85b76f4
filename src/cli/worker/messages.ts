import type { BesideFiles, FileBatch, FilesWanted } from '../../static/read/files/file-batches.ts';
import type { Report } from '../../report.ts';
import type { Leftover } from '../../static/read/files/cleanup-at-exit.ts';
import type { SourceLink } from '../../report/facts/lint/permalink.ts';
import type { TermsName } from '../../terms.ts';
import type { MergesInto, Terminal } from '../process/io.ts';
import type { outcomeOfError } from '../process/outcome-of-error.ts';

/** What a worker is started with. */
export interface Task {
  readonly argv: readonly string[];
  /** How sentences call the flags. */
  readonly terms: TermsName;
  readonly cwd: string;
  readonly stdout: Omit<Terminal, 'write'>;
  readonly stderr: Omit<Terminal, 'write'>;
  readonly mergesInto: MergesInto | undefined;
  readonly source: SourceLink | undefined;
  readonly notes: readonly string[] | undefined;
}

/** From the worker, in the order it happened. */
export type Told =
  | { readonly kind: 'stdout' | 'stderr' | 'secret'; readonly text: string }
  | { readonly kind: 'stdin' }
  /** Files to find and to read, by a number. */
  | { readonly kind: 'files'; readonly id: number; readonly wanted: FilesWanted }
  /** A batch of these was taken. */
  | { readonly kind: 'taken'; readonly id: number }
  /** In milliseconds. */
  | { readonly kind: 'deadline'; readonly ms: number }
  /** What must be gone when the process ends, by a number; absent when it is gone. */
  | { readonly kind: 'leftover'; readonly id: number; readonly leftover: Leftover | undefined }
  | { readonly kind: 'result'; readonly exitCode: number; readonly report: Report | undefined }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** To the worker. */
export type Asked =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'files'; readonly id: number; readonly answer: FilesAnswer }
  | { readonly kind: 'stdin'; readonly text?: string; readonly fault?: Fault };

/** An error on its way between two threads, which keep of a class no more than its name. */
export interface Fault {
  readonly of: Exclude<ReturnType<typeof outcomeOfError>, 'ownFault'> | undefined;
  readonly message: string;
  readonly stack: string | undefined;
}

/** What comes of files that were asked for: some of them, what there is beside all of them, or why there are none. */
export type FilesAnswer =
  | { readonly kind: 'batch'; readonly batch: FileBatch }
  | { readonly kind: 'beside'; readonly beside: BesideFiles }
  | { readonly kind: 'fault'; readonly fault: Fault };
