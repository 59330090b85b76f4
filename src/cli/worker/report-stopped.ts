import { durationText } from '../../duration.ts';
import { EXIT_CODES } from '../../report.ts';
import { type Terms, whereGiven } from '../../terms.ts';
import { defaultValue, flagValue } from '../command-line/flag-value.ts';
import { parseArgv } from '../command-line/invocation.ts';
import { complain, type Io } from '../process/io.ts';
import { parseFormats, publish } from '../output/output.ts';
import { report, type RunResult } from '../output/run-result.ts';
import type { Stop } from './judge-in-worker.ts';

/** A judgement that was ended from outside: said on standard error, and in every report asked for. @param memory what it had, in MB */
export function reportStopped(why: Stop, memory: number, argv: readonly string[], io: Io, named: Terms): RunResult {
  const invocation = parseArgv(argv, named);
  const command = invocation.command === 'plan' ? 'plan' : 'lint';
  const messages: Readonly<Record<Stop, string>> = {
    cancelled: 'cancelled before there was a verdict',
    late: `nothing was checked: not done after ${durationText(flagValue(invocation, 'deadline') ?? defaultValue('deadline'))}; check fewer files at once${whereGiven(named, ['deadline', 'DURATION'], (term) => `, or give it longer: ${term}`)}`,
    'out of memory': `nothing was checked: ${memory} MB of memory are not enough; check fewer files at once, or give it more: NODE_OPTIONS=--max-old-space-size=MB`,
  };
  const outcome = why === 'cancelled' ? 'cancelled' : 'notEvaluated';
  const message = messages[why];
  if (why !== 'cancelled') complain(new Error(message), io);
  const result = report({ command, outcome, exitCode: EXIT_CODES[outcome], message });
  // The text was said already.
  const destinations = parseFormats(invocation).filter(({ format, file }) => file !== undefined || format !== 'text');
  publish(result, destinations, invocation, io);
  return { exitCode: result.exitCode, report: result };
}
