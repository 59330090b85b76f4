import { isAbsolute, join } from 'node:path';
import { COMMAND_OF_MODE } from '../settings/commands.ts';
import { COMMENT_WHEN } from '../settings/on-github.ts';
import type { FlagName } from '../settings/settings.ts';
import { checkedOut, isCheckoutOf } from '../cli/git/checked-out.ts';
import type { Io, MergesInto, RemoteFiles } from '../cli/process/io.ts';
import type { RunResult } from '../cli/output/run-result.ts';
import { writeNotification } from '../cli/output/notify-file.ts';
import { shownReport, withRunPage, withTitle } from '../cli/output/output.ts';
import { annotationPrefix } from '../cli/git/repository.ts';
import { judgeGivenPlaces } from '../cli/settings/judge-given-places.ts';
import { reportError } from '../cli/output/report-errors.ts';
import { ConfigError } from '../errors.ts';
import { cutReport } from '../report/cut-report.ts';
import { code } from '../report/markdown/markup.ts';
import { loadRenderers } from '../report/render.ts';
import { EXIT_CODES, exitCodeOf, REPORT_SCHEMA, type Report } from '../report.ts';
import type { Terms } from '../terms.ts';
import { VERSION } from '../version.ts';
import type { RunContext } from './context.ts';
import { type Deployment, FAULT_STATUS, statusOf } from './deployment.ts';
import { followDeployment, reportDeployment } from './follow-deployment.ts';
import type { GitHub } from './github.ts';
import { gitHubProblem } from './github-error.ts';
import { inputTerms } from './input-terms.ts';
import { inputsToArgv, readInputs, RUN_MODES, type ActionInputs } from './inputs.ts';
import { askedReports } from './report-inputs.ts';
import { foreignBase } from './foreign-base.ts';
import { wrongCheckout } from './wrong-checkout.ts';
import { placedIo } from './placed-io.ts';
import { publish } from './publish.ts';
import type { Runner } from './runner.ts';
import { filesSource } from './files-source.ts';
import { withoutCommands } from '../report/facts/words/visible.ts';
import type { KnownSecrets } from '../secrets/known-secrets.ts';

export interface ActionParts {
  readonly runner: Runner;
  readonly context: RunContext;
  readonly io: Io;
  /** The CLI's `run`. */
  readonly run: (argv: readonly string[], io: Io, named: Terms) => Promise<RunResult>;
  readonly openGitHub: (token: string) => Promise<GitHub>;
  /** Fetches a commit that the clone of the working directory lacks. Never rejects. */
  readonly fetchCommit: (sha: string, io: Pick<Io, 'cwd' | 'env'>) => Promise<void>;
  /** Milliseconds that a cancelled run has to report its state. The runner sends SIGTERM 7.5 s after SIGINT. */
  readonly cancelGrace: number;
  /** Milliseconds after which the deployment of a cancelled run is marked as cancelled. */
  readonly deploymentGrace: number;
  /** Milliseconds after which a failed job checks whether a passed job has overwritten its comment. */
  readonly commentGrace: number;
}

/** The parts of a run whose folder is known. */
interface PlacedParts extends ActionParts {
  /** The path from the workspace to the folder that inputs are relative to. Absent if it is the workspace. */
  readonly folder?: string;
}

/**
 * Reads the inputs, runs the tool once, and shows the result on GitHub. Resolves with the exit code. An internal error rejects after the
 * summary reported it.
 */
export async function runAction(parts: ActionParts): Promise<number> {
  const runner = hidingRunner(parts.runner, parts.io.secrets);
  if (runner.input('mode') === 'comment') return (await import('./comment-mode.ts')).runCommentMode({ ...parts, runner });
  const io = orFault(() => placedIo(parts.io, runner));
  if (io instanceof ConfigError) return judgeAndShow({ ...parts, runner }, io);
  const inputs = inputsOf(runner);
  if (!(inputs instanceof ConfigError)) judgeGivenInputs(inputs, io);
  const context = await atCheckedOut({ ...parts, io });
  const source = await filesSource(context.source, io);
  return judgeAndShow({
    ...parts,
    runner,
    context,
    folder: runner.input('working-directory'),
    io: source === undefined ? io : { ...io, source },
  });
}

/** @param fault why the folder of the run cannot be used */
async function judgeAndShow(parts: PlacedParts, fault?: ConfigError): Promise<number> {
  const { runner, context } = parts;
  const inputs = fault ?? inputsOf(runner);
  if (inputs instanceof ConfigError) {
    const fallback = fallbackInputs(runner);
    await loadRenderers(fallback.reports.map(({ format }) => format));
    const command = COMMAND_OF_MODE[fallback.mode];
    reportError(inputs, command, fallback.reports, parts.io, inputTerms);
    return show(usageReport(command, inputs), fallback, parts);
  }
  if (inputs.token !== '') runner.secret(inputs.token);
  const command = COMMAND_OF_MODE[inputs.mode];
  const deployment = followDeployment(inputs, { ...parts, signal: parts.io.signal });
  try {
    const result = await Promise.race([judge(inputs, parts), cancelled(parts)]);
    const report = result === 'cancelled' ? cancelledReport(command) : result.report;
    if (report === undefined)
      throw new Error(`${command} ended without a report (exit code ${result === 'cancelled' ? 130 : result.exitCode})`);
    return await show(report, inputs, parts, deployment);
  } catch (error) {
    if (error instanceof ConfigError) return show(usageReport(command, error), inputs, parts, deployment);
    const ended = deployment?.end(FAULT_STATUS);
    await runner
      .summary(
        `### ❌ fleet-gate stopped with an internal error; nothing was checked\n\nThe job log has the stack trace (${code(context.job)}).\n`,
      )
      .catch(() => {});
    if (ended !== undefined) reportDeployment(await ended, runner);
    throw error;
  }
}

function inputsOf(runner: Runner): ActionInputs | ConfigError {
  return orFault(() => readInputs((name) => runner.input(name)));
}

function orFault<T>(make: () => T): T | ConfigError {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** The inputs to use if one of them is not valid. Without a valid mode, a comment would not be the one of this run. */
function fallbackInputs(runner: Runner): ActionInputs {
  const token = runner.input('github-token');
  if (token !== '') runner.secret(token);
  const mode = valid(RUN_MODES, runner.input('mode') || 'lint');
  return {
    mode: mode ?? 'lint',
    comment: (mode === undefined ? undefined : valid(COMMENT_WHEN, runner.input('comment'))) ?? 'never',
    commentKey: runner.input('comment-key'),
    summary: true,
    token,
    plan: false,
    reports: askedReports((name) => runner.input(name)),
    notifyFile: runner.input('notify-file'),
    positionals: [],
    flags: [],
  };
}

function valid<T extends string>(words: readonly T[], value: string): T | undefined {
  return words.find((word) => word === value);
}

async function show(report: Report, inputs: ActionInputs, parts: PlacedParts, deployment?: Deployment): Promise<number> {
  const { runner, context, openGitHub, io, commentGrace } = parts;
  const shown = shownReport(cutReport(withRunPage(withTitle(report, runner.input('title')), { env: runner.env })), io);
  const ended = deployment?.end(statusOf(shown));
  await publish({
    report: shown,
    inputs,
    context,
    runner,
    prefix: annotationPrefix(io),
    ...(io.source === undefined ? {} : { source: io.source }),
    fromWorkspace: (file) => (isAbsolute(file) || parts.folder === undefined ? file : join(parts.folder, file)),
    openGitHub: () => openGitHub(inputs.token),
    // The runner is about to kill a cancelled job.
    commentGrace: io.signal.aborted ? 0 : commentGrace,
    writeNotification: (file, whole, known) => writeNotification(file, whole, { ...io, env: runner.env }, known),
  });
  if (ended !== undefined) reportDeployment(await ended, runner);
  return report.exitCode;
}

/** @throws {ConfigError} an error that the requested reports show */
async function judge(inputs: ActionInputs, parts: ActionParts): Promise<RunResult> {
  const { io, context } = parts;
  const wrong = inputs.mode === 'lint' || inputs.mode === 'ready' ? await wrongCheckout(inputs.positionals, context, io) : undefined;
  const judging = wrong?.kind === 'other' ? io : await ioOf(inputs, parts);
  const fault =
    wrong?.kind === 'other' ? wrong.fault : ((await foreignBase(inputs, context, io)) ?? (await kubeconfigFault(inputs, parts)));
  if (fault !== undefined) {
    await loadRenderers(inputs.reports.map(({ format }) => format));
    reportError(fault, COMMAND_OF_MODE[inputs.mode], inputs.reports, io, inputTerms);
    throw fault;
  }
  const notes = wrong?.kind === 'unknown' ? [wrong.note] : [];
  return parts.run(inputsToArgv(inputs), { ...judging, notes }, inputTerms);
}

/** The inputs are read again as flags by the command, but git is started before. */
function judgeGivenInputs({ positionals, flags }: ActionInputs, io: Io): void {
  judgeGivenPlaces(positionals, (wanted) => flags.filter(({ name }) => name === wanted).flatMap(({ values }) => values), io);
}

/** Why the kubeconfigs of a proposed change must not be used. */
async function kubeconfigFault(
  inputs: ActionInputs,
  { io, context: { trusts }, fetchCommit }: ActionParts,
): Promise<ConfigError | undefined> {
  if (trusts === undefined || !readsKubeconfig(inputs)) return undefined;
  return (await import('./changed-kubeconfig.ts')).changedKubeconfig(inputs, trusts, { ...io, fetchCommit });
}

/** `lint` reads a hub only if an input names it. */
function readsKubeconfig({ mode, flags }: ActionInputs): boolean {
  return mode !== 'lint' || flags.some(({ name }) => name === 'kubeconfig' || name === 'context');
}

/** Adds the commit that a pull request goes into: its configuration applies unless the workflow sets another one. */
async function ioOf({ mode, flags, token }: ActionInputs, { io, context, fetchCommit, openGitHub }: ActionParts): Promise<Io> {
  if (mode === 'watch' && token !== '') return { ...io, githubToken: token };
  if (mode !== 'lint' && mode !== 'ready') return io;
  const mergesInto = context.mergesInto ?? (await mergeOfOtherCommit(context, io));
  if (mergesInto === undefined) return io;
  const isGiven = flags.some(({ name, values }) => BASES.has(name) || (name === 'config-from' && values[0] === 'head'));
  if (!isGiven && mergesInto.kind === 'commit') await fetchCommit(mergesInto.sha, io);
  if (mergesInto.kind !== 'commit' || token === '') return { ...io, mergesInto };
  const { sha } = mergesInto;
  const asked = async <T>(ask: (github: GitHub) => Promise<T>): Promise<T> => {
    try {
      return await ask(await openGitHub(token));
    } catch (error) {
      throw new Error(gitHubProblem(error, 'contents'), { cause: error });
    }
  };
  const remote: RemoteFiles = {
    read: (path) => asked((github) => github.fileAt(path, sha)),
    list: async () => {
      const files = await asked((github) => github.filesAt(sha));
      if (files === undefined)
        throw new Error('GitHub does not list all of its files, because they are too many; check out with `fetch-depth: 0`');
      return files;
    },
  };
  return { ...io, mergesInto: { ...mergesInto, remote } };
}

/** Another commit than that of the workflow may be a proposed change, so its configuration must not decide. */
async function mergeOfOtherCommit({ mayBeProposal, runsAt }: RunContext, io: Io): Promise<MergesInto | undefined> {
  if (mayBeProposal !== true || (await checkedOut(io)) === runsAt) return undefined;
  const why = 'the checked-out commit is not that of the workflow, and the event does not say which commit this is to go into';
  return { kind: 'unknown', why };
}

/** Links to files and deployments use the commit that is checked out if it may differ from that of the event. */
async function atCheckedOut({ context, io }: ActionParts): Promise<RunContext> {
  const { source, isAnyCommit } = context;
  if (source === undefined || isAnyCommit !== true || !(await isCheckoutOf(source.repository, io))) return context;
  const sha = await checkedOut(io);
  return sha === undefined ? context : { ...context, source: { ...source, sha } };
}

const BASES: ReadonlySet<FlagName> = new Set(['base', 'base-exact', 'base-dir']);

/** Resolves when a cancelled run has used all of its grace. */
function cancelled({ io, cancelGrace }: ActionParts): Promise<'cancelled'> {
  return new Promise((resolve) => {
    const start = (): void => void setTimeout(() => resolve('cancelled'), cancelGrace);
    if (io.signal.aborted) start();
    else io.signal.addEventListener('abort', start, { once: true });
  });
}

function usageReport(command: Report['command'], error: ConfigError): Report {
  return { ...head(command), outcome: 'usage', exitCode: EXIT_CODES.usage, message: error.message };
}

function cancelledReport(command: Report['command']): Report {
  return { ...head(command), outcome: 'cancelled', exitCode: exitCodeOf('cancelled'), message: 'cancelled before there was a verdict' };
}

function head(command: Report['command']): Pick<Report, 'schema' | 'tool' | 'command'> {
  return { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, command };
}

/** A runner that receives credentials only to mask them. Its messages do not contain words that a runner could take for a command. */
function hidingRunner(runner: Runner, secrets: KnownSecrets): Runner {
  return {
    env: runner.env,
    input: (name) => runner.input(name),
    output: (name, value) => runner.output(name, secrets.hide(value)),
    secret: (value) => {
      runner.secret(value);
      secrets.hideOnly(value);
    },
    log: (text) => runner.log(secrets.hide(text)),
    notice: (message) => runner.notice(withoutCommands(secrets.hide(message))),
    warning: (message) => runner.warning(withoutCommands(secrets.hide(message))),
    summary: (markdown) => runner.summary(secrets.hide(markdown)),
  };
}
