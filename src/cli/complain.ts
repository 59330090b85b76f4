import { terminalLine } from '../report/terminal.ts';
import type { Io } from './io.ts';

/** An error a user can mend, on standard error: each fault on a line of its own, with nothing a log could take for a command. */
export function complain(error: Error, io: Pick<Io, 'stderr'>): void {
  for (const line of error.message.split('\n')) io.stderr.write(`fleet-gate: ${terminalLine(line)}\n`);
}
