/** On a pull request the configuration of the base commit applies, also in the shallow clone that actions/checkout makes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContext } from '../../../src/action/context.ts';
import { fetchCommit } from '../../../src/action/fetch-commit.ts';
import type { GitHub } from '../../../src/action/github.ts';
import { GitHubError } from '../../../src/action/github-error.ts';
import { runAction } from '../../../src/action/run.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { scriptedRunner } from '../../support/github/scripted-runner.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';

const BROKEN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  bogus: 1
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
`;

interface Merged {
  readonly url: string;
  readonly base: string;
}

/** A pull request that turns a rule off, as GitHub merges it. */
function pullRequest(): Merged {
  const { dir, write, commit, git } = gitRepository({ 'shop.yaml': BROKEN });
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'change');
  write('.fleet-gate.yaml', 'rules: {schema: {severity: off}}\n');
  commit();
  git('checkout', '-q', 'main');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'change');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  return { url: `file://${dir}`, base };
}

function shallowClone({ url }: Merged): string {
  const dir = join(temporaryFolder(), 'clone');
  execFileSync('git', ['clone', '-q', '--depth', '1', url, dir], { stdio: 'pipe' });
  return dir;
}

async function judge(
  cwd: string,
  event: object,
  inputs: Readonly<Record<string, string>> = {},
  fileAt?: GitHub['fileAt'],
  filesAt?: GitHub['filesAt'],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; summary: string; fetched: number }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: 'event',
    GITHUB_REPOSITORY: 'contoso/fleet',
    ...more,
  };
  const io = fakeIo({ cwd, env });
  const runner = scriptedRunner({ mode: 'lint', ...inputs });
  let fetched = 0;
  const code = await runAction({
    runner,
    context: readContext(env, () => JSON.stringify(event)),
    io,
    run,
    openGitHub: () =>
      fileAt === undefined ? Promise.reject(new Error('nobody asks GitHub')) : Promise.resolve({ fileAt, filesAt } as unknown as GitHub),
    fetchCommit: (sha) => ((fetched += 1), fetchCommit(sha, io)),
    deploymentGrace: 10,
    commentGrace: 0,
    cancelGrace: 20,
  });
  return { code, summary: runner.summaries.join('\n'), fetched };
}

const pull = (sha: string): object => ({ pull_request: { number: 7, head: { sha: 'c0ffee0' }, base: { sha } } });

// SECURITY.md: The base's `.fleet-gate.yaml` on a pull request
test.each([
  ['a pull request', pull],
  ['a merge queue', (sha: string): object => ({ merge_group: { base_sha: sha } })],
])('the configuration of the base decides in a shallow clone: %s', async (_, eventOf) => {
  const merged = pullRequest();
  const { code, summary } = await judge(shallowClone(merged), eventOf(merged.base));
  expect(code).toBe(1);
  expect(summary).toContain(
    `because the configuration of the base (<code>${merged.base.slice(0, 7)}</code>) applies: it is new, turns off schema.`,
  );
});

test('a workflow may use the configuration of the change, and nothing is fetched for it', async () => {
  const merged = pullRequest();
  expect(await judge(shallowClone(merged), pull(merged.base), { 'config-from': 'head' })).toMatchObject({ code: 0, fetched: 0 });
});

// SECURITY.md: A `base` that an input names is not fetched
test('a base that the workflow names is used instead', async () => {
  const merged = pullRequest();
  const clone = join(temporaryFolder(), 'clone');
  execFileSync('git', ['clone', '-q', merged.url, clone], { stdio: 'pipe' });
  const { code, summary, fetched } = await judge(clone, pull(merged.base), { base: 'HEAD^1' });
  expect([code, fetched]).toEqual([1, 0]);
  expect(summary).toContain('because the configuration of HEAD^1 applies'.replace('^', '&#94;'));
});

// SECURITY.md: If that of the base cannot be read
test('if the base cannot be read, the configuration of the change does not apply', async () => {
  const merged = pullRequest();
  const gone = pull('c0ffee0'.padEnd(40, '0'));
  const { code, summary, fetched } = await judge(shallowClone(merged), gone);
  expect([code, fetched]).toEqual([2, 1]);
  expect(summary).toContain('the configuration of the base could not be read, and that of the change must not apply without it');
  expect(summary).toContain('fetch-depth: 0');
  expect((await judge(shallowClone(merged), gone, { 'config-from': 'head' })).code).toBe(0);
});

test('a base that the clone lacks is read from the API of GitHub', async () => {
  const merged = pullRequest();
  const gone = pull('c0ffee0'.padEnd(40, '0'));
  const texts: Readonly<Record<string, string>> = { '.fleet-gate.yaml': 'failOn: warning\n' };
  const told = await judge(shallowClone(merged), gone, { 'github-token': 'ghs_1' }, (path) => Promise.resolve(texts[path]));
  expect(told.code).toBe(1);
  expect(told.summary).toContain('the configuration of the base');
  const refused = await judge(shallowClone(merged), gone, { 'github-token': 'ghs_1' }, () =>
    Promise.reject(new GitHubError('Not Found', 404)),
  );
  expect(refused.code).toBe(2);
  expect(refused.summary).toContain('GitHub refused it (404');
});

test('a submodule in place of the working directory does not hide the configuration of the base', async () => {
  const { dir, git, commit } = gitRepository({ 'd/shop.yaml': BROKEN, 'd/.fleet-gate.yaml': 'failOn: warning\n', 'shop.yaml': BROKEN });
  const base = git('rev-parse', 'HEAD');
  // The fork has the commit of the base as well.
  const fork = join(temporaryFolder(), 'fork');
  execFileSync('git', ['clone', '-q', dir, fork], { stdio: 'pipe' });
  git('rm', '-rq', 'd');
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--force', fork, 'd');
  commit();
  for (const inputs of [{}, { base: 'HEAD' }, { 'base-exact': 'main' }]) {
    const { code, summary } = await judge(dir, pull(base), { 'working-directory': 'd', ...inputs });
    expect(code).toBe(2);
    expect(summary).toContain('the working directory is in a submodule');
  }
});

test('if the API of GitHub fails later, the base is not read either', async () => {
  const { dir } = gitRepository({ 'd/shop.yaml': BROKEN, 'd/.fleet-gate.yaml': 'rules: {schema: {severity: off}}\n' });
  const gone = pull('c0ffee0'.padEnd(40, '0'));
  const asked: string[] = [];
  const { code, summary } = await judge(dir, gone, { 'github-token': 'ghs_1', 'working-directory': 'd' }, (path) => {
    asked.push(path);
    return asked.length === 1 ? Promise.resolve(undefined) : Promise.reject(new Error('reset'));
  });
  expect([code, asked]).toEqual([2, ['.fleet-gate.yaml', 'd/.fleet-gate.yaml']]);
  expect(summary).toContain('GitHub could not be reached (reset)');
});

test('the configuration of the base decides behind the link of a folder, from git; the API of GitHub does not show it', async () => {
  const { dir, write, git, commit } = gitRepository({ 'env/prod/shop.yaml': BROKEN, 'env/prod/.fleet-gate.yaml': 'failOn: warning\n' });
  symlinkSync('env/prod', join(dir, 'prod'));
  commit();
  const base = git('rev-parse', 'HEAD');
  write('env/prod/.fleet-gate.yaml', 'rules: {schema: {severity: off}}\n');
  const inputs = { 'working-directory': 'prod', 'github-token': 'ghs_1' };
  const { code, summary } = await judge(dir, pull(base), inputs);
  expect(code).toBe(1);
  expect(summary).toContain('turns off schema, sets failOn to error (was warning)');
  const texts: Readonly<Record<string, string>> = { prod: 'env/prod' };
  const unread = await judge(dir, pull('c0ffee0'.padEnd(40, '0')), inputs, (path) => Promise.resolve(texts[path]));
  expect(unread.code).toBe(2);
  expect(unread.summary).toContain('prod is a link to a folder, which the API of GitHub does not follow');
});

test.each([
  ['and refuses an object with it', ['rules/p.yaml', 'rules/q.yaml'], 1, 'refused-by-policy'],
  [
    'and fails if GitHub does not list all files',
    undefined,
    2,
    '</code>): the API of GitHub: GitHub does not list all of its files, because they are too many; check out with <code>fetch-depth: 0</code>',
  ],
])('asks the API of GitHub for a policy that the change deletes, %s', async (_, listed, exitCode, told) => {
  const { dir } = gitRepository({ 'shop.yaml': BROKEN.replace('bogus: 1', 'revisionHistoryLimit: 9'), 'rules/q.yaml': policy('q', 90) });
  const texts: Readonly<Record<string, string>> = { 'rules/p.yaml': policy('p', 5), 'rules/q.yaml': policy('q', 90) };
  const { code, summary } = await judge(
    dir,
    pull('c0ffee0'.padEnd(40, '0')),
    { 'github-token': 'ghs_1', policies: 'rules', paths: 'shop.yaml' },
    (path) => Promise.resolve(texts[path]),
    () => Promise.resolve(listed),
  );
  expect(code).toBe(exitCode);
  expect(summary).toContain(told);
});

function policy(name: string, most: number): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [placement.kubernetes-fleet.io], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [clusterresourceplacements]}]
  validations: [{expression: "object.spec.revisionHistoryLimit <= ${most}"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}, validationActions: [Deny]}
`;
}

/** Ways to give a kubeconfig to the Action. */
const GIVEN: readonly (readonly [what: string, inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>])[] = [
  ['kubeconfig', { kubeconfig: 'hub.kubeconfig' }, {}],
  ['kubeconfig by a link', { kubeconfig: 'link' }, {}],
  ['member-kubeconfig', { mode: 'ready', kubeconfig: 'other.kubeconfig', 'member-kubeconfig': 'members' }, {}],
  ['KUBECONFIG', { context: 'hub' }, { KUBECONFIG: ':/DIR/hub.kubeconfig:/DIR/other.kubeconfig' }],
];

test.each(GIVEN)('a kubeconfig that a pull request changes starts no program: %s', async (_, inputs, env) => {
  const trace = join(temporaryFolder(), 'trace');
  const config = (text: string): string =>
    readFileSync(kubeconfigFile('https://127.0.0.1:1', { exec: execOf(`echo x >> ${trace}; ${text}`) }), 'utf8');
  const files = { 'hub.kubeconfig': config('exit 1'), 'members/east.yaml': config('exit 1') };
  const { dir, write, git, commit } = gitRepository({ 'shop.yaml': BROKEN, ...files, 'a.yaml': 'a: b\n' });
  symlinkSync('hub.kubeconfig', join(dir, 'link'));
  commit();
  const base = git('rev-parse', 'HEAD');
  const judged = (): ReturnType<typeof judge> =>
    judge(
      dir,
      pull(base),
      { 'hub-schema': 'true', ...inputs },
      undefined,
      undefined,
      Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll('/DIR', dir)])),
    );
  // Not committed: a step of the workflow wrote it.
  write('other.kubeconfig', config('exit 3'));
  await judged();
  if (inputs['member-kubeconfig'] === undefined) expect(existsSync(trace)).toBe(true);
  rmSync(trace, { force: true });
  for (const name of Object.keys(files)) write(name, config('exit 2'));
  git('add', 'hub.kubeconfig', 'members');
  const { code, summary } = await judged();
  expect(code).toBe(2);
  expect(summary).toContain('is a committed file, and it is not known to be as in the base');
  expect(existsSync(trace)).toBe(false);
});

test('the content of a kubeconfig in place of its path is reported as such, also on a pull request', async () => {
  const { dir, git } = gitRepository({ 'shop.yaml': BROKEN });
  const content = Buffer.from('apiVersion: v1\nkind: Config\n'.repeat(20)).toString('base64');
  const { code, summary } = await judge(dir, pull(git('rev-parse', 'HEAD')), { kubeconfig: content });
  expect(code).toBe(2);
  expect(summary).toContain('must be the path of a file, not its content');
});

function execOf(script: string): object {
  return { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/sh', args: ['-c', script], interactiveMode: 'Never' };
}

test('outside of a repository there is no base to read, and an event without one is an error if the change has a configuration', async () => {
  const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': 'rules: {schema: {severity: off}}\n' });
  expect(await judge(dir, { after: 'c0ffee0' })).toMatchObject({ code: 2, fetched: 0 });
  expect((await judge(temporaryFolder(), pull('c0ffee0'.padEnd(40, '0')), { 'allow-nothing': 'true' })).code).toBe(0);
});

/** A clone of a fork, whose owner pushed a main branch with a bad object and a configuration that excludes it. */
function cloneOfFork(): {
  readonly dir: string;
  readonly base: string;
  readonly head: string;
  readonly git: (...args: string[]) => string;
} {
  const { dir, write, commit, git } = gitRepository({ 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n' });
  const base = git('rev-parse', 'HEAD');
  git('update-ref', 'refs/remotes/upstream/main', base);
  write('.fleet-gate.yaml', 'exclude: [shop.yaml]\n');
  write('shop.yaml', BROKEN);
  const lenient = commit();
  for (const name of ['refs/remotes/origin/main', 'refs/tags/v1']) git('update-ref', name, lenient);
  write('README.md', 'x\n');
  const head = commit();
  git('remote', 'add', 'origin', 'https://github.com/stranger/fleet');
  return { dir, base, head, git };
}

const ofFork = (base: string, head: string): object => ({
  pull_request: { number: 7, head: { sha: head, repo: { full_name: 'stranger/fleet' } }, base: { sha: base } },
});
const DECIDES = 'the owner of stranger/fleet, which proposes this change, decides which commit that is here';

// SECURITY.md: A branch, a tag or `HEAD~1` as the base
test.each([
  ['a remote branch', { base: 'origin/main' }],
  ['a local branch', { 'base-exact': 'main~1' }],
  ['a tag', { 'base-exact': 'v1' }],
  ['a commit of the head', { 'base-exact': 'HEAD~1' }],
])('the owner of a fork does not choose the base: %s', async (_, inputs) => {
  const { dir, base, head } = cloneOfFork();
  const { code, summary } = await judge(dir, ofFork(base, head), inputs);
  expect(code).toBe(2);
  expect(summary).toContain(DECIDES);
});

test('the head of a fork in a clone of the repository does not choose the base either', async () => {
  const { dir, base, head, git } = cloneOfFork();
  git('remote', 'set-url', 'origin', 'https://github.com/contoso/fleet');
  expect((await judge(dir, ofFork(base, head), { base: '@~1' })).summary).toContain(DECIDES);
  const finished = { workflow_run: { event: 'pull_request', head_sha: head, head_repository: { full_name: 'stranger/fleet' } } };
  const event = { GITHUB_EVENT_NAME: 'workflow_run' };
  expect((await judge(dir, finished, { base: 'HEAD~1' }, undefined, undefined, event)).summary).toContain(DECIDES);
});

/** A clone of the repository with the head of a fork, and the merge of it that GitHub makes, in a complete clone. */
function withHeadOfFork(): {
  readonly dir: string;
  readonly base: string;
  readonly head: string;
  readonly merge: string;
  readonly git: (...args: string[]) => string;
} {
  const { dir, base, head, git } = cloneOfFork();
  git('remote', 'set-url', 'origin', 'https://github.com/contoso/fleet');
  git('update-ref', 'refs/remotes/origin/main', base);
  git('update-ref', 'refs/remotes/pull/7/head', head);
  git('checkout', '-q', '--detach', base);
  git('merge', '-q', '--no-ff', '-m', 'merge', head);
  const merge = git('rev-parse', 'HEAD');
  git('update-ref', 'refs/remotes/pull/7/merge', merge);
  return { dir, base, head, merge, git };
}

test.each([
  ['HEAD^2'],
  ['HEAD^2~1'],
  ['HEAD^2^'],
  ['HEAD'],
  ['<head>'],
  ['<head>~1'],
  ['<head>^'],
  ['<short head>~1'],
  ['<merge>'],
  ['<merge>^2~1'],
  ['refs/remotes/pull/7/head~1'],
  ['pull/7/head'],
  ['refs/remotes/pull/7/merge^2~1'],
  ['main~1'],
])('a commit that only the head of a fork brings is not the base in a merge checkout: %s', async (spelling) => {
  const { dir, base, head, merge, git } = withHeadOfFork();
  // A step of the workflow made it.
  git('update-ref', 'refs/heads/main', head);
  const ref = spelling.replace('<head>', head).replace('<short head>', head.slice(0, 9)).replace('<merge>', merge);
  for (const name of ['base', 'base-exact']) {
    const { code, summary } = await judge(dir, ofFork(base, head), { [name]: ref });
    expect(code).toBe(2);
    expect(summary).toContain(DECIDES);
  }
});

test.each([
  ['HEAD^1'],
  ['HEAD~1'],
  ['HEAD^'],
  ['<base>'],
  ['<short base>'],
  ['<merge>^1'],
  ['<head>~2'],
  ['refs/remotes/pull/7/merge^1'],
  ['origin/main'],
  ['main'],
  ['v0'],
])('a commit of the branch that a fork proposes to go into is the base, also if the head has it: %s', async (spelling) => {
  const { dir, base, head, merge, git } = withHeadOfFork();
  git('update-ref', 'refs/heads/main', base);
  git('update-ref', 'refs/tags/v0', base);
  const ref = spelling.replace('<head>', head).replace('<base>', base).replace('<short base>', base.slice(0, 9)).replace('<merge>', merge);
  expect((await judge(dir, ofFork(base, head), { 'base-exact': ref })).code).toBe(1);
});

test('a base branch that moved after the event is a base too', async () => {
  const { dir, base, head, git } = withHeadOfFork();
  const later = git('rev-parse', `${head}~1`);
  git('update-ref', 'refs/remotes/origin/main', later);
  git('rm', '-q', '.fleet-gate.yaml');
  const more = { GITHUB_BASE_REF: 'main' };
  for (const ref of ['origin/main', later, `${head}~1`])
    expect((await judge(dir, ofFork(base, head), { base: ref }, undefined, undefined, more)).summary).not.toContain(DECIDES);
});

// SECURITY.md: A branch or a tag of another remote is trusted
test.each([
  ['another remote', 'https://github.com/stranger/fleet', 'stranger/fleet', 'upstream/main'],
  ['an id', 'https://github.com/stranger/fleet', 'stranger/fleet', undefined],
  ['a branch of the repository', 'https://github.com/contoso/fleet', 'stranger/fleet', 'origin/main~1'],
  ['a branch of a third repository', 'https://github.com/contoso/manifests', 'stranger/fleet', 'origin/main~1'],
  ['a branch in a pull request of the repository itself', 'https://github.com/contoso/fleet', 'Contoso/Fleet', 'origin/main~1'],
])('a base that the owner of a fork cannot choose is used: %s', async (_, origin, from, ref) => {
  const { dir, base, head, git } = cloneOfFork();
  git('remote', 'set-url', 'origin', origin);
  const event = { pull_request: { number: 7, head: { sha: head, repo: { full_name: from } }, base: { sha: base } } };
  expect((await judge(dir, event, { 'base-exact': ref ?? base })).code).toBe(1);
});

test('the workspace of a job in a container belongs to another user', async () => {
  const { dir, git, write, commit } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': 'failOn: none\n' });
  const base = git('rev-parse', 'HEAD');
  write('.fleet-gate.yaml', 'failOn: warning\n');
  commit();
  const bin = temporaryFolder();
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeProgram(join(bin, 'git'), `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${real}' "$@"`);
  const env = { PATH: bin };
  expect(await judge(dir, pull(base), {}, undefined, undefined, { ...env, GITHUB_WORKSPACE: dir })).toMatchObject({ code: 0, fetched: 1 });
  const elsewhere = await judge(dir, pull(base), { base }, undefined, undefined, env);
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.summary).toContain('git config --global --add safe.directory');
});

test('if git cannot read the repository, its words are shown', async () => {
  const { dir, git, write } = gitRepository({ 'shop.yaml': BROKEN });
  const base = git('rev-parse', 'HEAD');
  write('.git/config', '[core\n');
  const { code, summary } = await judge(dir, pull(base));
  expect(code).toBe(2);
  expect(summary).toContain('the change may have deleted it: git says: fatal: bad config line 1 in file .git/config');
});
