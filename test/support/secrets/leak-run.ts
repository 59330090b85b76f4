import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runAction } from '../../../src/action/run.ts';
import { knownSecrets } from '../../../src/cli/process/known-secrets.ts';
import { complain } from '../../../src/cli/process/io.ts';
import { run } from '../../../src/cli/commands/run.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { ConfigError, HubError, NothingToDo } from '../../../src/errors.ts';
import type { HubTiming } from '../../../src/gates/hub/http/timing.ts';
import { REPORT_FORMATS } from '../../../src/report/render.ts';
import { fakeIo } from '../process/fake-io.ts';
import { scriptedRunner } from '../github/scripted-runner.ts';

/** Everything that one run wrote, by destination. */
export interface Written {
  readonly texts: Readonly<Record<string, string>>;
  /** Permissions of the files, by name. */
  readonly modes: Readonly<Record<string, number>>;
  /** What a shell was asked to mask. In the Action, values that were known in time are masked before it writes anything. */
  readonly masked: readonly string[];
  /** Masks that were set only after something had been written. */
  readonly late: readonly string[];
  readonly exitCode: number | undefined;
}

export interface LeakRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the hub gets the default time to answer; if not, the run gives up at the first failure. */
  readonly isPatient: boolean;
  /** The clock of the hub's reader, if it is not the machine's. */
  readonly clock?: Clock;
}

const IMPATIENT: Partial<HubTiming> = {
  budgetMs: 20,
  startBudgetMs: 20,
  backoffBaseMs: 2,
  backoffMaxMs: 5,
  headersMs: 150,
  bodyIdleMs: 150,
  closeMs: 50,
};
const OUT = 'written';

/** One command of the CLI, with its report in every format. Each format except text is in a separate file. */
export async function runCli(argv: readonly string[], { cwd, env, isPatient, clock }: LeakRun): Promise<Written> {
  rmSync(join(cwd, OUT), { recursive: true, force: true });
  const masked: string[] = [];
  const secrets = knownSecrets(env, (secret) => void masked.push(secret));
  const io = fakeIo({
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    secrets,
    hubTiming: isPatient ? {} : IMPATIENT,
    ...(clock === undefined ? {} : { clock }),
  });
  const reports = REPORTING.has(argv[0] ?? '') ? formatsFor(argv) : [];
  const exitCode = await run([...argv, ...reports], io).then(
    async (result) => (await result.closed, result.exitCode),
    (error: unknown) => {
      if (!(error instanceof ConfigError || error instanceof HubError || error instanceof NothingToDo)) throw error;
      complain(error, io);
      return undefined;
    },
  );
  const { texts, modes } = filesIn(join(cwd, OUT));
  return { texts: { stdout: io.out(), stderr: io.err(), ...texts }, modes, masked, late: [], exitCode };
}

/** One run of the Action: its log, summary, outputs, files and comment. */
export async function runInAction(
  inputs: Readonly<Record<string, string>>,
  { cwd, env, isPatient, clock }: LeakRun,
  refusal?: string,
): Promise<Written> {
  rmSync(join(cwd, OUT), { recursive: true, force: true });
  const files = {
    'report-file': `${OUT}/report.json`,
    'sarif-file': `${OUT}/report.sarif`,
    'html-file': `${OUT}/report.html`,
    'notify-file': `${OUT}/notify.json`,
    comment: 'always',
  };
  const deployment = inputs['mode'] === 'gate' ? { deployment: 'true', 'deployment-environment': 'production' } : {};
  const runner = scriptedRunner({ ...files, ...deployment, ...inputs });
  const comments: string[] = [];
  const statuses: string[] = [];
  let isWritten = (): boolean => false;
  const late: string[] = [];
  const masked: string[] = [];
  const secrets = knownSecrets(env, (secret) => {
    runner.secret(secret);
    masked.push(secret);
    if (isWritten()) late.push(secret);
  });
  const io = fakeIo({
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    secrets,
    hubTiming: isPatient ? {} : IMPATIENT,
    ...(clock === undefined ? {} : { clock }),
  });
  isWritten = () => io.out() !== '' || io.err() !== '' || runner.logged.length > 0 || runner.summaries.length > 0;
  const source = { server: 'https://github.com', repository: 'o/r', sha: 'c0ffee0' };
  const exitCode = await runAction({
    runner,
    io,
    run,
    cancelGrace: 20,
    deploymentGrace: 10,
    commentGrace: 0,
    fetchCommit: () => Promise.resolve(),
    context: { apiUrl: '', graphqlUrl: '', owner: 'o', repo: 'r', job: 'j', place: { kind: 'pull', number: 1 }, source },
    openGitHub: (token) =>
      Promise.resolve({
        async *comments() {},
        createComment: (_, body) => {
          comments.push(body);
          return refusal === undefined ? Promise.resolve(1) : Promise.reject(new Error(`${refusal} ${token}`));
        },
        updateComment: () => Promise.resolve(),
        deleteComment: () => Promise.resolve(),
        pullsOf: () => Promise.resolve([]),
        fileAt: () => Promise.resolve(undefined),
        filesAt: () => Promise.resolve([]),
        pullsFrom: () => Promise.resolve([]),
        createDeployment: () => Promise.resolve(1),
        createDeploymentStatus: (_, { description }) => {
          statuses.push(description);
          return Promise.resolve();
        },
        viewer: () => Promise.resolve('me'),
      }),
  });
  const { texts, modes } = filesIn(join(cwd, OUT));
  const said = runner.messages.filter((message) => !message.startsWith('secret: ')).join('\n');
  const action = {
    log: runner.logged.join(''),
    messages: said,
    summary: runner.summaries.join(''),
    outputs: JSON.stringify(runner.outputs),
    comment: comments.join(''),
    deployment: statuses.join(''),
  };
  return { texts: { stdout: io.out(), stderr: io.err(), ...action, ...texts }, modes, masked, late, exitCode };
}

const REPORTING: ReadonlySet<string> = new Set(['lint', 'plan', 'wait', 'diagnose', 'watch', 'doctor', 'ready', 'approve']);

function formatsFor(argv: readonly string[]): readonly string[] {
  if (argv[0] === 'doctor')
    return ['json', 'markdown'].flatMap((format) => ['--format', `${format}=${OUT}/report.${format}`]).concat('--format', 'text');
  const files = REPORT_FORMATS.flatMap((format) => ['--format', `${format}=${OUT}/report.${format}`]);
  const notify = ['--notify-file', `${OUT}/notify.json`];
  // Both print something else than a report.
  return argv.includes('--render') || argv.includes('--dry-run') ? [...files, ...notify] : [...files, ...notify, '--format', 'text'];
}

function filesIn(folder: string): Pick<Written, 'texts' | 'modes'> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return {
    texts: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    modes: Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).mode & 0o777])),
  };
}
