import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { terminalLine } from '../../report/text/terminal.ts';
import { EXIT_CODES } from '../../report.ts';
import { KnownSecrets } from '../../secrets/known-secrets.ts';
import { isUnwritable } from './unwritable-file.ts';
import { wholeStack } from './whole-stack.ts';

/** What may still hold the process once its verdict is there, in milliseconds. */
interface EndLimits {
  /** What the run left open: a socket nobody answers, a program that does not end. */
  readonly leftOpen: number;
  /** A reader of the output that takes nothing. */
  readonly unread: number;
}

const LIMITS: EndLimits = { leftOpen: 3000, unread: 60_000 };

let decided: number | undefined;

/**
 * From here on the process can only end with a code of the contract. Until `endWith` names one it is that of a fault of our own, also where
 * Node would choose one itself: 1 for an error nobody caught, 13 for a promise that never settles.
 */
export function expectExitCode(secrets = new KnownSecrets()): void {
  process.exitCode = EXIT_CODES.ownFault;
  process.on('uncaughtException', (error) => {
    tellFault(error, secrets);
    process.exit();
  });
  // A closed standard error is no fault.
  process.stderr.on('error', () => undefined);
  // A limit on the size of files would end the process; heard, it is an error of the write that goes over it.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
  process.on('exit', () => {
    // Node says 13 even where 0 was decided, when a promise at the top level never settles, and a library may call for an exit of its own.
    process.exitCode = decided ?? EXIT_CODES.ownFault;
    if (decided === undefined) tell('fleet-gate: stopped on a fault of its own; nothing was checked\n');
  });
}

/** Calls back for each signal with which a person, a runner or a terminal that goes away wants the process to end. */
export function onCancel(cancel: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cancel);
}

/** The process ends now, as it was cancelled before there was anything to report. */
export function endCancelled(): never {
  tell('fleet-gate: cancelled\n');
  exitWith(EXIT_CODES.cancelled);
}

/** The process ends now, with this code. */
export function exitWith(exitCode: number): never {
  decided = exitCode;
  process.exit(exitCode);
}

/**
 * The process ends with this code. It does so by itself, so that no output is cut. Where something still holds it open, or nobody reads the
 * output, it is ended. A person at the terminal, who may be paging through it, is not hurried.
 */
export function endWith(exitCode: number, { leftOpen, unread }: EndLimits = LIMITS): void {
  decided = exitCode;
  process.exitCode = exitCode;
  setTimeout(endNow, leftOpen).unref();
  // Nothing is left to do; Node would take its heap apart.
  process.once('beforeExit', () => process.exit());
  if (process.stderr.isTTY) return;
  // A socket's own timeout counts from the last byte that was taken. The stream of a file has none, and no reader.
  for (const stream of [process.stdout, process.stderr] as readonly Partial<Pick<Socket, 'setTimeout'>>[])
    stream.setTimeout?.(unread, () => process.exit());
}

/** The process ends as soon as all that was written is out. What could not be written is told before: an error comes behind its callback. */
export function endNow(): void {
  process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
}

/** Standard output has failed with this error. */
export function endUnwritten(error: NodeJS.ErrnoException, secrets = new KnownSecrets()): void {
  // `fleet-gate … | head`: the reader is gone, which is no failure of ours and no verdict either.
  if (error.code === 'EPIPE') return;
  if (!isUnwritable(error)) {
    tellFault(error, secrets);
    exitWith(EXIT_CODES.ownFault);
  }
  process.stderr.write(`fleet-gate: standard output cannot be written (${terminalLine(error.code ?? error.message)})\n`);
  exitWith(EXIT_CODES.usage);
}

/** A bug, on standard error with its stack and its causes, whose messages may quote anything but a credential. */
export function tellFault(error: unknown, secrets = new KnownSecrets()): void {
  const text = secrets.hide(wholeStack(error));
  tell(`${text.split('\n').map(faultLine).join('\n')}\n`);
}

/** To standard error, without Node's stream where that cannot be made: whatever this throws would be told by nobody, and end the process with 7. */
function tell(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    writeSync(STDERR, text);
  }
}

const STDERR = 2;

/** Indented as it was: calls stand below the message. */
function faultLine(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${terminalLine(line)}`;
}
