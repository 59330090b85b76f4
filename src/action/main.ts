import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../cli/commands/run.ts';
import { processIo } from '../cli/process/io.ts';
import { knownSecrets } from '../cli/process/known-secrets.ts';
import { notifyAtExit } from '../cli/output/notify-at-exit.ts';
import { endCancelled, endWith, expectExitCode, onCancel, printFault } from '../cli/process/process-end.ts';
import { EXIT_CODES } from '../report.ts';
import { readContext } from './context.ts';
import { actionsRunner } from './core.ts';
import { fetchCommit } from './fetch-commit.ts';
import { runAction } from './run.ts';

/** Milliseconds. A cancelled job is killed 7.5 s after SIGINT. This part is for the current verdict, the rest for showing it. */
const CANCEL_GRACE = 3000;
const CANCEL_END = 7000;
/** Milliseconds. A deployment without a final status stays in progress forever, and some runners wait less than 7.5 s. */
const DEPLOYMENT_GRACE = 1500;
/** Milliseconds. GitHub answers most requests within one second. */
const COMMENT_GRACE = 2000;
/** Milliseconds for all requests to GitHub's API together. */
const GITHUB_TIMEOUT = 60_000;

/** Runs the Action on the real runner. */
export async function main(): Promise<void> {
  const runner = actionsRunner();
  const secrets = knownSecrets(process.env, (secret) => runner.secret(secret));
  expectExitCode(secrets);
  const cancel = new AbortController();
  onCancel(() => {
    if (cancel.signal.aborted) endCancelled();
    cancel.abort();
  });
  const late = new AbortController();
  cancel.signal.addEventListener('abort', () => void setTimeout(() => late.abort(), CANCEL_END).unref(), { once: true });
  const context = readContext(runner.env, readText);
  const io = processIo(cancel.signal, secrets);
  const notifyFile = runner.input('notify-file');
  const file = resolve(io.cwd, runner.input('working-directory'), notifyFile);
  const command = { gate: 'wait', approve: 'approve', watch: 'watch' }[runner.input('mode')] ?? 'lint';
  const end = notifyFile === '' ? undefined : notifyAtExit({ file, command }, io);
  try {
    const exitCode = await runAction({
      runner,
      context,
      io,
      run,
      fetchCommit,
      // Most runs do not need it.
      openGitHub: async (token) => {
        const { gitHubClient } = await import('./github-client.ts');
        return gitHubClient({ ...context, token, signal: AbortSignal.any([AbortSignal.timeout(GITHUB_TIMEOUT), late.signal]) });
      },
      cancelGrace: CANCEL_GRACE,
      deploymentGrace: DEPLOYMENT_GRACE,
      commentGrace: COMMENT_GRACE,
    });
    end?.reported(exitCode);
    endWith(exitCode);
  } catch (error) {
    end?.failed(error);
    printFault(error, secrets);
    endWith(EXIT_CODES.ownFault);
  }
  // Open handles of a cancelled run must not keep the job alive.
  if (cancel.signal.aborted) process.stdout.write('', () => process.exit());
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
