/** A workflow may check out into a folder of the workspace; inputs then name paths from there, and pages and annotations from its root. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readContext } from '../../../src/action/context.ts';
import { fetchCommit } from '../../../src/action/fetch-commit.ts';
import { runAction } from '../../../src/action/run.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { type ScriptedRunner, scriptedRunner } from '../../support/github/scripted-runner.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const BROKEN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  bogus: 1
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
`;

interface Checkout {
  readonly workspace: string;
  /** The folder of the checkout, named from the workspace. */
  readonly folder: string;
  readonly base: string;
  readonly head: string;
}

/** A workspace that is not a repository, with a checkout of a change in a folder. */
function checkout(origin: string): Checkout {
  const { dir, write, commit, git } = gitRepository({ 'deploy/shop.yaml': BROKEN });
  const base = git('rev-parse', 'HEAD');
  write('.fleet-gate.yaml', 'rules: {schema: {severity: off}}\n');
  commit();
  git('remote', 'add', 'origin', origin);
  return { workspace: dirname(dir), folder: dir.slice(dirname(dir).length + 1), base, head: git('rev-parse', 'HEAD') };
}

async function judge(
  { workspace, base }: Pick<Checkout, 'workspace' | 'base'>,
  inputs: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly runner: ScriptedRunner }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: 'event',
    GITHUB_REPOSITORY: 'contoso/fleet',
  };
  const runner = scriptedRunner({ mode: 'lint', ...inputs });
  const event = { pull_request: { number: 7, head: { sha: 'c0ffee0' }, base: { sha: base } } };
  const code = await runAction({
    runner,
    context: readContext(env, () => JSON.stringify(event)),
    io: fakeIo({ cwd: workspace, env }),
    run,
    openGitHub: () => Promise.reject(new Error('nobody asks GitHub')),
    fetchCommit,
    deploymentGrace: 10,
    commentGrace: 0,
    cancelGrace: 20,
  });
  return { code, runner };
}

const OWN = 'https://github.com/contoso/fleet';

test('the base is read there, and files are named from the root of the checkout', async () => {
  const made = checkout(OWN);
  const { code, runner } = await judge(made, { 'working-directory': made.folder, paths: 'deploy', 'report-file': 'out.json' });
  expect(code).toBe(1);
  expect(runner.summaries.join()).toContain(`because the configuration of the base (<code>${made.base.slice(0, 7)}</code>) applies`);
  expect(runner.summaries.join()).toContain(`${OWN}/blob/c0ffee0/deploy/shop.yaml#L5`);
  expect(runner.logged.join()).toContain('::error file=deploy/shop.yaml,line=5');
  // Steps that come later start in the workspace.
  expect(runner.outputs['report-file']).toBe(join(made.folder, 'out.json'));
});

test('a folder of the checkout is named from its root as well', async () => {
  const made = checkout(OWN);
  const { runner } = await judge(made, { 'working-directory': `${made.folder}/deploy` });
  expect(runner.summaries.join()).toContain(`${OWN}/blob/c0ffee0/deploy/shop.yaml#L5`);
  expect(runner.logged.join()).toContain('::error file=deploy/shop.yaml,line=5');
});

test.each(['https://github.com/contoso/other.git', 'git@github.com:contoso/other.git', 'ssh://git@github.com/contoso/other'])(
  'files of another repository are shown there, at the checked out commit: %s',
  async (origin) => {
    const made = checkout(origin);
    const { code, runner } = await judge(made, { 'working-directory': made.folder, paths: 'deploy' });
    expect(code).toBe(1);
    expect(runner.summaries.join()).toContain(`https://github.com/contoso/other/blob/${made.head}/deploy/shop.yaml#L5`);
  },
);

test.each(['https://elsewhere.example.com/contoso/other', '/srv/mirror/other.git'])(
  'files of a repository in another place have no page: %s',
  async (origin) => {
    const made = checkout(origin);
    const { code, runner } = await judge(made, { 'working-directory': made.folder, paths: 'deploy' });
    expect(code).toBe(1);
    expect(runner.summaries.join()).not.toContain('/blob/');
  },
);

test('from the workspace such a checkout has no base and no pages, and the report says what to set', async () => {
  const made = checkout(OWN);
  const { code, runner } = await judge(made, { paths: `${made.folder}/deploy` });
  expect(code).toBe(1);
  expect(runner.summaries.join()).not.toContain('/blob/');
  expect(runner.summaries.join()).toContain('start it in the checkout (&#96;working-directory&#96; of the Action');
});

test('without git the workspace is the repository', async () => {
  const made = checkout(OWN);
  const workspace = join(temporaryFolder(), 'workspace');
  mkdirSync(join(workspace, 'none'), { recursive: true });
  const { code, runner } = await judge({ workspace, base: made.base }, { 'working-directory': 'none', 'allow-nothing': 'true' });
  expect([code, runner.summaries.join().includes('c0ffee0')]).toEqual([0, true]);
});

test.each([
  ['nowhere', 'the folder does not exist'],
  ['file', 'that is not a folder'],
])('a path that is not a folder is wrong usage: %s', async (folder, why) => {
  const { dir } = gitRepository({ file: 'text' });
  const { code, runner } = await judge({ workspace: dir, base: '' }, { 'working-directory': folder, 'report-file': 'out.json' });
  expect(code).toBe(2);
  expect(runner.summaries.join()).toContain(
    `input &#34;working-directory&#34; is &#34;${folder}&#34;; ${why}; name one below the workspace`,
  );
});

// SECURITY.md: The tree cannot make the Action read outside the repository
test.each(['outside', 'of another repository'])('a link of the tree to a folder %s is wrong usage', async (where) => {
  const outside = where === 'outside' ? join(temporaryFolder(), 'deploy') : gitRepository({ 'deploy/secret.yaml': BROKEN }).dir;
  mkdirSync(outside, { recursive: true });
  const { dir, git, commit } = gitRepository({ 'deploy/shop.yaml': BROKEN });
  const base = git('rev-parse', 'HEAD');
  git('mv', 'deploy', 'before');
  symlinkSync(outside, join(dir, 'deploy'));
  symlinkSync('before', join(dir, 'within'));
  commit();
  for (const folder of where === 'outside' ? ['deploy'] : ['deploy', 'deploy/deploy']) {
    const { code, runner } = await judge({ workspace: dir, base }, { 'working-directory': folder });
    expect([code, runner.summaries.join()]).toEqual([2, expect.stringContaining('where a link leads out of the repository')]);
  }
  expect((await judge({ workspace: dir, base }, { 'working-directory': 'within' })).code).toBe(1);
});

// SECURITY.md: The tree cannot make the Action read outside the repository
test('a link of the tree is wrong usage even if the workspace has no git', async () => {
  const [workspace, outside] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(outside, join(workspace, 'deploy'));
  vi.stubEnv('GITHUB_WORKSPACE', workspace);
  const { code, runner } = await judge({ workspace, base: '' }, { 'working-directory': 'deploy' });
  expect([code, runner.summaries.join()]).toEqual([2, expect.stringContaining('where a link leads out of the repository')]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});
