import { ConfigError } from '../../errors.ts';
import type { CommandRun, RunResult } from '../output/run-result.ts';
import type { Command } from '../../settings/commands.ts';
import type { Io } from '../process/io.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { checkFlagPaths } from '../settings/inside-repository.ts';
import { judgeGivenPlaces } from '../settings/judge-given-places.ts';
import { ALL_HELP, parseArgv } from '../command-line/invocation.ts';
import { formatsIn, withErrorReports } from '../output/report-errors.ts';
import { loadRenderers } from '../../report/render.ts';
import { flagTerms, type Terms } from '../../terms.ts';
import { VERSION } from '../../version.ts';

/** Each command is loaded on demand: `lint` does not load the hub client, and `wait` does not load the linter. */
const COMMAND_RUNS: Readonly<Record<Command, () => Promise<CommandRun>>> = {
  lint: async () => (await import('./lint.ts')).runLint,
  plan: async () => (await import('./plan.ts')).runPlan,
  ready: async () => (await import('./ready.ts')).runReady,
  wait: async () => (await import('./wait.ts')).runWait,
  diagnose: async () => (await import('./diagnose.ts')).runDiagnose,
  approve: async () => (await import('./approve.ts')).runApprove,
  watch: async () => (await import('./watch.ts')).runWatch,
  status: async () => (await import('./status.ts')).runStatus,
  snapshot: async () => (await import('./snapshot.ts')).runSnapshot,
  clusters: async () => (await import('./clusters.ts')).runClusters,
  doctor: async () => (await import('./doctor.ts')).runDoctor,
  explain: async () => (await import('./explain.ts')).runExplain,
  owns: async () => (await import('./owns.ts')).runOwns,
  init: async () => (await import('./init.ts')).runInit,
  mcp: async () => (await import('./mcp.ts')).runMcp,
  completion: async () => (await import('./completion.ts')).runCompletion,
  demo: async () => (await import('./demo.ts')).runDemoCommand,
};

/**
 * Runs the tool once: parses argv, runs the command, writes its reports. `named` formats flags in messages. Thrown errors are also written
 * to the reports.
 * @throws {ConfigError} wrong usage or configuration; all other outcomes are in the result.
 */
export async function run(argv: readonly string[], io: Io, named: Terms = flagTerms): Promise<RunResult> {
  await loadRenderers(formatsIn(argv));
  return withErrorReports(argv, io, named, () => runCommand(argv, io, named));
}

async function runCommand(argv: readonly string[], io: Io, named: Terms): Promise<RunResult> {
  const invocation = parseArgv(argv, named);
  const { command } = invocation;
  flagValue(invocation, 'deadline');
  if (invocation.switch('help')) {
    const { helpText } = await import('../command-line/help.ts');
    return print(helpText(command, io.stdout.columns, invocation.positionals.includes(ALL_HELP)), io);
  }
  if (invocation.switch('version')) return print(`fleet-gate ${VERSION}\n`, io);
  if (command === undefined) {
    const { helpText } = await import('../command-line/help.ts');
    io.stderr.write(helpText(undefined, io.stderr.columns));
    throw new ConfigError('name a command, for example: fleet-gate lint deploy/');
  }
  judgeGivenPlaces(invocation.positionals, (name) => invocation.values(name), io);
  checkFlagPaths(invocation, io);
  return (await COMMAND_RUNS[command]())(invocation, io);
}

function print(text: string, io: Io): RunResult {
  io.stdout.write(text);
  return { exitCode: 0 };
}
