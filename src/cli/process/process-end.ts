import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { terminalLine, indentedTerminalLine } from '../../report/text/terminal.ts';
import { EXIT_CODES } from '../../report.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';
import { standardStream, type StandardOutput } from './standard-stream.ts';
import { isUnwritable } from './unwritable-file.ts';

/** Milliseconds that the process may stay open after its verdict. */
interface EndLimits {
  /** For open resources: a socket without an answer, a program that does not end. */
  readonly leftOpen: number;
  /** For output whose reader does not read. */
  readonly unread: number;
}

const LIMITS: EndLimits = { leftOpen: 3000, unread: 60_000 };

let decided: number | undefined;

/**
 * Ensures that the process ends with an exit code of the contract. Until `endWith` sets one, it is the code of an internal error. This
 * replaces Node's own codes: 1 for an uncaught error, 13 for a promise that never settles.
 */
export function expectExitCode(secrets = new KnownSecrets()): void {
  process.exitCode = EXIT_CODES.ownFault;
  process.on('uncaughtException', (error) => {
    printFault(error, secrets);
    process.exit();
  });
  // A closed standard error is not a failure.
  standardStream('stderr')?.on('error', () => undefined);
  // The signal of a file size limit would end the process. With a handler, the write fails with an error instead.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
  process.on('exit', () => {
    // Node sets 13 even if the code is 0, when a top-level promise never settles. A library may also exit by itself.
    process.exitCode = decided ?? EXIT_CODES.ownFault;
    if (decided === undefined) printToStderr('fleet-gate: stopped with an internal error; nothing was checked\n');
  });
}

/** Calls back for each signal to end the process: from a person, a runner, or a terminal that closes. */
export function onCancel(cancel: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cancel);
}

/** Ends the process now: with its verdict, if that is reported already. */
export function endCancelled(): never {
  if (decided !== undefined) exitWith(decided);
  printToStderr('fleet-gate: cancelled\n');
  exitWith(EXIT_CODES.cancelled);
}

/** Ends the process now, with this code. */
function exitWith(exitCode: number): never {
  decided = exitCode;
  process.exit(exitCode);
}

/**
 * Sets the exit code and lets the process end by itself, so that output is not cut. If something keeps it open, or output is not read, it
 * is ended after a limit. There is no limit for unread output on a terminal, where a person may be paging.
 */
export function endWith(exitCode: number, { leftOpen, unread }: EndLimits = LIMITS): void {
  decided = exitCode;
  process.exitCode = exitCode;
  setTimeout(endNow, leftOpen).unref();
  // All work is done. Without this, Node would spend time on freeing its heap.
  process.once('beforeExit', () => process.exit());
  const [stdout, stderr] = [standardStream('stdout'), standardStream('stderr')];
  if (stderr?.isTTY === true) return;
  // The timeout of a socket restarts with each byte that is read. Other streams do not have a timeout.
  for (const stream of [stdout, stderr] as readonly (Partial<Pick<Socket, 'setTimeout'>> | undefined)[])
    stream?.setTimeout?.(unread, () => process.exit());
}

/** Ends the process as soon as all output is written. A failed write is reported first, because its error event follows its callback. */
export function endNow(): void {
  afterOutput('stdout', () => afterOutput('stderr', () => setImmediate(() => process.exit())));
}

function afterOutput(output: StandardOutput, then: () => void): void {
  const stream = standardStream(output);
  if (stream === undefined) then();
  else stream.write('', then);
}

/** Handles an error of standard output. */
export function endUnwritten(error: NodeJS.ErrnoException, secrets = new KnownSecrets()): void {
  // `fleet-gate … | head`: the reader has closed the pipe. That is neither our failure nor a verdict.
  if (error.code === 'EPIPE') return;
  if (!isUnwritable(error)) {
    printFault(error, secrets);
    exitWith(EXIT_CODES.ownFault);
  }
  process.stderr.write(`fleet-gate: standard output cannot be written (${terminalLine(error.code ?? error.message)})\n`);
  exitWith(EXIT_CODES.usage);
}

/** Prints a bug to standard error, with its stack and its causes. Their messages may quote any text, but credentials are hidden. */
export function printFault(error: unknown, secrets = new KnownSecrets()): void {
  const text = secrets.hide(wholeStack(error));
  printToStderr(`${text.split('\n').map(indentedTerminalLine).join('\n')}\n`);
}

/**
 * Writes to standard error, without Node's stream if that cannot be created. An error thrown here could not be reported, and the process
 * would end with code 7.
 */
function printToStderr(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    writeSync(STDERR, text);
  }
}

const STDERR = 2;

/** Maximum depth; causes may refer to each other. */
const DEEPEST = 8;

/** The stack of an error, followed by the stacks of its causes. */
function wholeStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  const causes = error instanceof AggregateError ? [...(error.errors as readonly unknown[]), error.cause] : [error.cause];
  if (depth === DEEPEST) return own;
  return [own, ...causes.flatMap((cause) => (cause === undefined ? [] : [`caused by: ${wholeStack(cause, depth + 1)}`]))].join('\n');
}
