import { fstatSync, statSync } from 'node:fs';
import { ConfigError } from '../../errors.ts';
import type { Clock } from '../../gates/clock.ts';
import type { HubTiming } from '../../gates/hub/http/timing.ts';
import { keepHeapSmall } from './frugal-heap.ts';
import type { GarbageCollector } from './gathered-garbage.ts';
import type { SourceLink } from '../../report/facts/lint/permalink.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { BatchesOf } from '../../static/read/files/file-batches.ts';
import { textOfStream, UnreadableFile } from '../../static/read/files/text-of-file.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';
import type { TermsName } from '../../terms.ts';
import { madeStream, type Output } from './lazy-stdio.ts';
import { outletOf } from './backpressure-writer.ts';
import { workingDirectory } from './working-directory.ts';
import { writeAll } from './write-all.ts';
import { writerAtOnce } from './write-at-once.ts';

/** What a command may touch of the world; the real one is made in main.ts, tests and the Action make their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** All of standard input as text. @throws {ConfigError} it does not end in good time */
  stdin(): Promise<string>;
  /** Aborted when the user or the runner cancels. */
  readonly signal: AbortSignal;
  now(): Date;
  /** What is judged is proposed to be merged into this, where the shell knows that it is a proposal. */
  readonly mergesInto?: MergesInto;
  /** Where the judged files can be looked at, named from the root of the repository, where the shell knows it. */
  readonly source?: SourceLink;
  /** What the shell knows of what is judged and a reader has to know, each a whole sentence. */
  readonly notes?: readonly string[];
  /** Told of every credential met; hides them in whatever is written. */
  readonly secrets: KnownSecrets;
  /** How patient the reader of a hub is, where it is not as patient as by default. */
  readonly hubTiming?: Partial<HubTiming>;
  /** The monotonic time that gates and readers of hubs go by, where it is not this machine's. */
  readonly clock?: Clock;
  /**
   * Has the process hold as little memory as it can, and answers what collects garbage where much has gathered. Absent where the command shares
   * the process with others, as settings of V8 are for all of it.
   */
  readonly keepHeapSmall?: (growth?: 'usual' | 'least') => GarbageCollector;
  /** Closes what a command opened once its report is written; absent where that is done at once. A process that ends need not do it. */
  readonly closing?: (close: () => Promise<void>) => Promise<void>;
  /** Finds and reads files on another thread; absent where this one does it itself. */
  readonly batches?: BatchesOf;
  /** Runs another command line as this process would, judgements in a worker, for a reader of these words; absent where there is no process for it. */
  readonly runs?: (argv: readonly string[], io: Io, terms?: TermsName) => Promise<unknown>;
}

/** The commit that something is to be merged into: `base.sha` of a pull request. */
export type MergesInto = { readonly kind: 'commit'; readonly sha: string } | { readonly kind: 'unknown'; readonly why: string };

export interface Terminal {
  write(text: string): void;
  /** Writes a text that is made piece by piece, each when there is room for it. What is written afterwards stands behind it. */
  writePieces?(pieces: Iterable<string>): void;
  readonly isTTY: boolean;
  /** Width in characters; 80 where there is no terminal. */
  readonly columns: number;
  /** Height in lines; 24 where there is no terminal. */
  readonly rows: number;
}

/** The real world. Standard error shows no credential; what goes to standard output is data, in which its writers hide them. */
export function processIo(signal: AbortSignal, secrets = new KnownSecrets()): Io {
  return {
    env: process.env,
    cwd: workingDirectory(process.env),
    stdout: terminal('stdout'),
    stderr: hiding(secrets, terminal('stderr')),
    stdin: readStdin,
    signal,
    now: () => new Date(),
    secrets,
    // Called by name, so that who keeps no heap small does not load it.
    keepHeapSmall: (growth) => keepHeapSmall(growth),
  };
}

/** A stream for people that shows no credential. */
export function hiding(secrets: KnownSecrets, stream: Terminal): Terminal {
  return writtenBy((chunk) => stream.write(secrets.hide(chunk)), stream);
}

/** The terminal that another one is, written to in this way. What it is, is looked up when somebody asks: that may load its stream. */
function writtenBy(write: Terminal['write'], stream: Terminal): Terminal {
  return {
    write,
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
  };
}

async function readStdin(): Promise<string> {
  try {
    return await textOfStream(process.stdin as AsyncIterable<Buffer>, MAX_STDIN);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigError(`standard input: ${error.message}`, { cause: error });
    throw error;
  }
}

/** What still fits one string. */
const MAX_STDIN = 500_000_000;

/** An error a user can mend, on standard error: each fault on a line of its own, with nothing a log could take for a command. */
export function complain(error: Error, io: Pick<Io, 'stderr'>): void {
  for (const line of error.message.split('\n')) io.stderr.write(`fleet-gate: ${terminalLine(line)}\n`);
}

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies Record<Output, number>;

/** Files and pipes are no terminals, and need no stream of Node as long as nothing has made it. */
function terminal(output: Output): Terminal {
  const fd = DESCRIPTORS[output];
  const kind = kindOf(fd);
  const device = <T>(ask: (stream: NodeJS.WriteStream) => T): T | undefined => (kind === 'other' ? ask(process[output]) : undefined);
  return {
    ...(kind === 'file' ? fileWrites(output, fd) : streamWrites(output, kind === 'pipe' ? writerAtOnce(fd) : undefined)),
    get isTTY() {
      return device(({ isTTY }) => isTTY) ?? false;
    },
    get columns() {
      return device(({ columns }) => columns) ?? 80;
    },
    get rows() {
      return device(({ rows }) => rows) ?? 24;
    },
  };
}

function kindOf(fd: number): 'file' | 'pipe' | 'other' {
  try {
    const stats = fstatSync(fd);
    if (stats.isFIFO()) return 'pipe';
    return stats.isFile() || (stats.isCharacterDevice() && stats.rdev === statSync('/dev/null').rdev) ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

type Writes = Pick<Terminal, 'write' | 'writePieces'>;

function streamWrites(output: Output, atOnce: (text: string) => boolean = () => false): Writes {
  return {
    write: (text) => {
      if (madeStream(output) !== undefined || !atOnce(text)) outletOf(process[output]).write(text);
    },
    writePieces: (pieces) => outletOf(process[output]).writePieces(pieces),
  };
}

/** Node's own stream on a file takes a write for done of which the system took a part, as at the end of a disk. Errors are those of the stream. */
function fileWrites(output: Output, fd: number): Writes {
  const write = (text: string | Iterable<string>): void => {
    try {
      writeAll(fd, text);
    } catch (error) {
      process[output].destroy(error as Error);
    }
  };
  return { write, writePieces: write };
}
