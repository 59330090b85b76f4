import { EXIT_CODES } from '../report.ts';

/** How long what a run left open may hold the process once its verdict is there. */
const LEFT_OPEN_MS = 3000;

let decided: number | undefined;

/**
 * From here on the process can only end with a code of the contract. Until `endWith` names one it is that of a fault of our own, also where
 * Node would choose one itself: 1 for an error nobody caught, 13 for a promise that never settles.
 */
export function expectExitCode(): void {
  process.exitCode = EXIT_CODES.ownFault;
  process.on('uncaughtException', (error) => {
    tellFault(error);
    process.exit();
  });
  process.on('exit', (code) => {
    // Node says 13 even where 0 was decided, when a promise at the top level never settles.
    if (decided !== undefined) process.exitCode = decided;
    else if (code === EXIT_CODES.ownFault) process.stderr.write('fleet-gate: stopped on a fault of its own; nothing was judged\n');
  });
}

/** The process ends with this code: by itself, so that no output is cut, or soon where something still holds it open. */
export function endWith(exitCode: number): void {
  decided = exitCode;
  process.exitCode = exitCode;
  setTimeout(() => process.stdout.write('', () => process.stderr.write('', () => process.exit())), LEFT_OPEN_MS).unref();
}

/** A bug, on standard error with its stack. */
export function tellFault(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
