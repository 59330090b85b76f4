import { ConfigError } from '../../errors.ts';
import { runDemo } from '../../demo/run.ts';
import { flagTerms } from '../../terms.ts';
import type { CommandRun, RunResult } from '../output/run-result.ts';
import { defined } from '../command-line/invocation.ts';
import { styler } from '../output/output.ts';
import type { Io } from '../process/io.ts';

/** `fleet-gate demo`, `fleet-gate demo approve`, `fleet-gate demo ready` and `fleet-gate demo watch`. */
export const runDemoCommand: CommandRun = async (invocation, io) => {
  const [what, ...others] = invocation.positionals;
  const style = styler(invocation, io);
  if (what === 'approve' && others.length === 0) {
    const { runApproveDemo } = await import('../../demo/approve-demo.ts');
    return { exitCode: await runApproveDemo(io, (argv) => runsAs(argv, io), style) };
  }
  if (what === 'ready' && others.length === 0) {
    const { runReadyDemo } = await import('../../demo/ready-demo.ts');
    return { exitCode: await runReadyDemo(io, (argv) => runsAs(argv, io), style) };
  }
  if (what === 'watch' && others.length === 0) {
    const { runWatchDemo } = await import('../../demo/watch-demo.ts');
    return { exitCode: await runWatchDemo(io, (argv) => runsAs(argv, io), style) };
  }
  if (what !== undefined)
    throw new ConfigError(`demo takes no argument but "approve", "ready" or "watch", not "${invocation.positionals.join(' ')}"`);
  return runDemo(io, { style, ...defined({ out: invocation.value('out') }) });
};

/** Runs another command in this process. */
async function runsAs(argv: readonly string[], io: Io): Promise<number> {
  if (io.runs === undefined) throw new Error('bug: the demo of a command needs a process that can run commands');
  const { exitCode, closed } = (await io.runs(argv, io, flagTerms)) as RunResult;
  await closed;
  return exitCode;
}
