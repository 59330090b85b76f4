import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { TroubledRun } from './troubled-run.ts';

/** A way to start the tool, in a separate folder. */
export interface Scene {
  readonly name: string;
  /** Exit codes that are possible without a disturbance: on a slow machine the hub may not answer in time. */
  readonly codes: readonly number[];
  /** The path of its JSON report; absent if it writes none. */
  readonly report?: string;
  /** The path of the file that it writes; absent if it writes none. */
  readonly file?: string;
  run(dir: string, hub: EmbeddedHub): Omit<TroubledRun, 'cwd'>;
}

/** A placement that the hub refuses. */
const BROKEN = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: a}\nspec: {bogus: 1}\n';
const MEMBER =
  'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: e}\nspec: {identity: {kind: User, name: x}}\n';
const FORMAT = ['--format', 'json=out.json', '--format', 'text'];
const HUB = ['--kubeconfig', 'kubeconfig'];

export const SCENES: readonly Scene[] = [
  { name: 'lint', codes: [1], report: 'out.json', run: () => ({ entry: 'cli', argv: ['lint', 'a.yaml', ...FORMAT] }) },
  {
    name: 'lint with a base',
    codes: [1],
    report: 'out.json',
    run: () => ({ entry: 'cli', argv: ['lint', 'a.yaml', '--base', 'HEAD', ...FORMAT] }),
  },
  {
    name: 'plan',
    codes: [1],
    report: 'out.json',
    run: () => ({ entry: 'cli', argv: ['plan', 'a.yaml', '--clusters', 'members.yaml', ...FORMAT] }),
  },
  {
    name: 'wait',
    codes: [1, 4, 70],
    report: 'out.json',
    run: () => ({ entry: 'cli', argv: ['wait', 'crp/a', '--timeout', '2s', ...HUB, ...FORMAT] }),
  },
  {
    name: 'diagnose',
    codes: [1, 4, 70],
    report: 'out.json',
    run: () => ({ entry: 'cli', argv: ['diagnose', 'crp/a', ...HUB, ...FORMAT] }),
  },
  {
    name: 'snapshot',
    codes: [0],
    file: 'out.yaml',
    run: () => ({ entry: 'cli', argv: ['snapshot', 'crp/a', '--out', 'out.yaml', ...HUB] }),
  },
  { name: 'demo', codes: [0], file: 'out.md', run: () => ({ entry: 'cli', argv: ['demo', '--out', 'out.md'] }) },
  { name: 'the Action, mode lint', codes: [1], report: 'out.json', run: (dir) => action(dir, { paths: 'a.yaml' }) },
  {
    name: 'the Action, mode gate',
    codes: [1, 4, 70],
    report: 'out.json',
    run: (dir) => action(dir, { mode: 'gate', placements: 'crp/a', kubeconfig: 'kubeconfig', timeout: '2s' }),
  },
];

function action(dir: string, inputs: Readonly<Record<string, string>>): Omit<TroubledRun, 'cwd'> {
  const all = { 'report-file': 'out.json', ...inputs };
  const env = Object.fromEntries(Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
  for (const file of ['summary', 'output']) writeFileSync(join(dir, file), '');
  return { entry: 'action', env: { ...env, GITHUB_STEP_SUMMARY: join(dir, 'summary'), GITHUB_OUTPUT: join(dir, 'output') } };
}

/** The folder of one run, with a folder for temporary files inside. */
export interface Stage {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  /** The names of the temporary files that the run left behind. */
  left(): readonly string[];
  remove(): void;
}

export function stageOf(hub: EmbeddedHub): Stage {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'fleet-gate-ends-')));
  const temporary = join(dir, '.temporary');
  mkdirSync(temporary);
  writeFileSync(join(dir, 'a.yaml'), BROKEN);
  writeFileSync(join(dir, 'members.yaml'), MEMBER);
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig(), { mode: 0o600 });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: dir,
      stdio: 'pipe',
    });
  };
  git('init', '-q');
  git('add', 'a.yaml');
  git('commit', '-qm', 'x');
  return {
    dir,
    env: { TMPDIR: temporary },
    left: () => readdirSync(temporary),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
