import { ConfigError } from '../../errors.ts';
import type { CommandDemoIo } from '../../demo/command-demo.ts';
import { runDemo } from '../../demo/run.ts';
import { flagTerms } from '../../terms.ts';
import type { CommandRun, RunResult } from '../output/run-result.ts';
import { defined } from '../command-line/invocation.ts';
import { styler } from '../output/output.ts';
import type { Io } from '../process/io.ts';

const DEMOS_OF_COMMANDS: Readonly<Record<string, () => Promise<(io: CommandDemoIo) => Promise<number>>>> = {
  approve: async () => (await import('../../demo/approve-demo.ts')).runApproveDemo,
  ready: async () => (await import('../../demo/ready-demo.ts')).runReadyDemo,
  watch: async () => (await import('../../demo/watch-demo.ts')).runWatchDemo,
};

/** `fleet-gate demo`, and `fleet-gate demo COMMAND` for the commands that have one. */
export const runDemoCommand: CommandRun = async (invocation, io) => {
  const [command, ...others] = invocation.positionals;
  const style = styler(invocation, io);
  if (command === undefined) return runDemo(io, { style, ...defined({ out: invocation.value('out') }) });
  const load = Object.hasOwn(DEMOS_OF_COMMANDS, command) && others.length === 0 ? DEMOS_OF_COMMANDS[command] : undefined;
  if (load === undefined)
    throw new ConfigError(`demo takes no argument but "approve", "ready" or "watch", not "${invocation.positionals.join(' ')}"`);
  const demo = await load();
  return { exitCode: await demo({ stdout: io.stdout, signal: io.signal, style, run: (argv) => runsAs(argv, io) }) };
};

/** Runs another command in this process. */
async function runsAs(argv: readonly string[], io: Io): Promise<number> {
  if (io.runs === undefined) throw new Error('bug: the demo of a command needs a process that can run commands');
  const { exitCode, closed } = (await io.runs(argv, io, flagTerms)) as RunResult;
  await closed;
  return exitCode;
}
