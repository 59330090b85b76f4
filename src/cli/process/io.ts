import { fstatSync } from 'node:fs';
import { ConfigError } from '../../errors.ts';
import type { Clock } from '../../gates/clock.ts';
import type { HubTiming } from '../../gates/hub/http/timing.ts';
import type { SourceLink } from '../../report/facts/lint/permalink.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { textOfStream, UnreadableFile } from '../../static/read/files/text-of-file.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';
import type { Terms } from '../../terms.ts';
import type { Turns } from './turns.ts';
import { workingDirectory } from './working-directory.ts';
import { writeAll } from './write-all.ts';

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
  /** Closes what a command opened once its report is written; absent where that is done at once. A process that ends need not do it. */
  readonly closing?: (close: () => Promise<void>) => Promise<void>;
  /** Runs another command line as this process would, for a reader of these words; absent where there is no process for it. */
  readonly runs?: (argv: readonly string[], io: Io, named: Terms) => Promise<unknown>;
}

/** What a judgement of files may touch of the world. */
export interface JudgingIo extends Io {
  readonly turns: Turns;
}

/** The commit that something is to be merged into: `base.sha` of a pull request. */
export type MergesInto = { readonly kind: 'commit'; readonly sha: string } | { readonly kind: 'unknown'; readonly why: string };

export interface Terminal {
  write(text: string): void;
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
  };
}

/** A stream for people that shows no credential. */
export function hiding(secrets: KnownSecrets, stream: Terminal): Terminal {
  return {
    write: (chunk) => stream.write(secrets.hide(chunk)),
    isTTY: stream.isTTY,
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

type Output = 'stdout' | 'stderr';
const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies Record<Output, number>;

function terminal(output: Output): Terminal {
  const stream = process[output];
  return {
    write: isFile(DESCRIPTORS[output]) ? (text) => writeToFile(output, text) : (text) => void stream.write(text),
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns ?? 80;
    },
    get rows() {
      return stream.rows ?? 24;
    },
  };
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** Node's own stream on a file takes a write for done of which the system took a part, as at the end of a disk. Errors are those of the stream. */
function writeToFile(output: Output, text: string): void {
  try {
    writeAll(DESCRIPTORS[output], text);
  } catch (error) {
    process[output].destroy(error as Error);
  }
}
