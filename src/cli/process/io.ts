import { ConfigError } from '../../errors.ts';
import type { Clock } from '../../gates/clock.ts';
import type { HubTiming } from '../../gates/hub/http/timing.ts';
import type { SourceLink } from '../../report/facts/lint/permalink.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import { textOfStream, UnreadableFile } from '../../files/text-of-file.ts';
import { withoutCredentials } from '../../secrets/credential-text.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';
import type { Terms } from '../../terms.ts';
import { endUnwritten } from './process-end.ts';
import { DESCRIPTORS, standardStream, type StandardOutput } from './standard-stream.ts';
import type { Turns } from './turns.ts';
import { workingDirectory } from './working-directory.ts';
import { writeAll } from './write-all.ts';

/** The effects that a command may have. The real one is made in main.ts; tests and the Action make their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Reads all of standard input as text. @throws {ConfigError} it does not end in time */
  stdin(): Promise<string>;
  /** Aborted if the user or the runner cancels. */
  readonly signal: AbortSignal;
  now(): Date;
  /** The commit that the judged change is proposed to be merged into, if the environment names a proposal. */
  readonly mergesInto?: MergesInto;
  /** Where the judged files can be viewed, by paths from the root of the repository, if it is known. */
  readonly source?: SourceLink;
  /** Facts from the environment that a reader needs, as whole sentences. */
  readonly notes?: readonly string[];
  /** The token to write to GitHub with, if it is not in the environment, which programs that are started would get as well. */
  readonly githubToken?: string;
  /** Receives every credential that is found, and hides them in all output. */
  readonly secrets: KnownSecrets;
  /** Time limits for reading a hub, if they differ from the defaults. */
  readonly hubTiming?: Partial<HubTiming>;
  /** The monotonic clock of gates and hub readers, if it is not the machine's. */
  readonly clock?: Clock;
  /**
   * Closes what a command opened, after its report is written. Absent if it is closed immediately. A process that ends does not need to
   * close it.
   */
  readonly closing?: (close: () => Promise<void>) => Promise<void>;
  /** Runs another command line as this process would, with messages in the given terms. Absent if that is not possible. */
  readonly runs?: (argv: readonly string[], io: Io, named: Terms) => Promise<unknown>;
}

/** The effects that a judgement of files may have. */
export interface JudgingIo extends Io {
  readonly turns: Turns;
  /** Set as soon as it is known what errors of this judgement must not show. */
  readonly errorTexts?: ErrorTexts;
}

export interface ErrorTexts {
  hide?: (text: string) => string;
}

/** The commit that a change will be merged into: `base.sha` of a pull request. */
export type MergesInto =
  | { readonly kind: 'commit'; readonly sha: string; readonly remote?: RemoteFiles }
  | { readonly kind: 'unknown'; readonly why: string };

/** Files of the commit as a server has them, for a clone that lacks it. */
export interface RemoteFiles {
  /**
   * The text of a file, by its path from the root of the repository; `undefined` if the commit does not have it.
   * @throws {Error} the server cannot be reached, refuses it, or does not have the commit
   */
  read(path: string): Promise<string | undefined>;
  /** The paths of all files of the commit, from the root of the repository. @throws {Error} as `read`, or if the list is not complete */
  list(): Promise<readonly string[]>;
}

export interface Terminal {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in characters; 80 without a terminal. */
  readonly columns: number;
  /** Height in lines; 24 without a terminal. */
  readonly rows: number;
}

/** The effects of the real process. Credentials are hidden in standard error. Standard output is data, in which its writers hide them. */
export function processIo(signal: AbortSignal, secrets = new KnownSecrets()): Io {
  return {
    env: process.env,
    cwd: workingDirectory(process.env),
    stdout: terminal('stdout', (error) => endUnwritten(error, secrets)),
    // A closed standard error is not a failure.
    stderr: hiding(
      secrets,
      terminal('stderr', () => undefined),
    ),
    stdin: readStdin,
    signal,
    now: () => new Date(),
    secrets,
  };
}

/** A stream for readers, in which credentials are hidden. */
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
    return await textOfStream(process.stdin, MAX_STDIN);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigError(`standard input: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Bytes that fit into one string. */
const MAX_STDIN = 500_000_000;

/**
 * Prints an error that the user can correct to standard error: one line for each error, without text that a log could treat as a command.
 */
export function complain(error: Error, io: Pick<Io, 'stderr'>): void {
  // A private key has several lines.
  for (const line of withoutCredentials(error.message).split('\n')) io.stderr.write(`fleet-gate: ${terminalLine(line)}\n`);
}

/** @param failed gets the error of a write to a file; a stream emits its errors as events */
function terminal(output: StandardOutput, failed: (error: NodeJS.ErrnoException) => void): Terminal {
  const stream = standardStream(output);
  if (stream === undefined) return { write: (text) => writeToFile(output, text, failed), isTTY: false, columns: 80, rows: 24 };
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns ?? 80;
    },
    get rows() {
      return stream.rows ?? 24;
    },
  };
}

function writeToFile(output: StandardOutput, text: string, failed: (error: NodeJS.ErrnoException) => void): void {
  try {
    writeAll(DESCRIPTORS[output], text);
  } catch (error) {
    failed(error as NodeJS.ErrnoException);
  }
}
