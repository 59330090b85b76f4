import { ConfigError } from '../../errors.ts';
import { runDemo } from '../../demo/run.ts';
import type { CommandRun } from '../output/run-result.ts';
import { defined } from '../command-line/invocation.ts';
import { styler } from '../output/output.ts';

/** `fleet-gate demo`. */
export const runDemoCommand: CommandRun = (invocation, io) => {
  if (invocation.positionals.length > 0) throw new ConfigError(`demo does not take an argument: "${invocation.positionals.join(' ')}"`);
  return runDemo(io, { style: styler(invocation, io), ...defined({ out: invocation.value('out') }) });
};
