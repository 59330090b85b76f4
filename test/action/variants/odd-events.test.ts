/** Events about a pull request that run at a branch of the repository: what is checked out there by default is not the pull request. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContext } from '../../../src/action/context.ts';
import { runAction } from '../../../src/action/run.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { type GitRepository, gitRepository } from '../../support/trees/git-repository.ts';
import { scriptedRunner } from '../../support/github/scripted-runner.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const placement = (more: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  ${more}
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
`;

interface Change extends GitRepository {
  readonly base: string;
  readonly head: string;
}

/** A pull request that breaks a placement, and accepts that itself; checked out is the branch it goes into. */
function change(): Change {
  const repository = gitRepository({ 'deploy/shop.yaml': placement('revisionHistoryLimit: 3') });
  const { git, write, commit } = repository;
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'change');
  write('deploy/shop.yaml', placement('bogus: 1'));
  const head = commit();
  git('checkout', '-q', '--detach', 'main');
  return { ...repository, base, head };
}

const OF_PULL = { number: 7, head: { sha: 'c0ffee0' }, base: { sha: 'c0ffee0'.padEnd(40, '0') } };
const EVENTS = [
  ['pull_request_target', { pull_request: OF_PULL }],
  ['issue_comment', { issue: { number: 7, pull_request: {} } }],
] as const;
/** The base of these events cannot be read. */
const HEAD_DECIDES = { 'config-from': 'head' };

async function judge(
  { dir, base }: Pick<Change, 'dir' | 'base'>,
  [name, event]: readonly [string, object],
  inputs: Readonly<Record<string, string>> = {},
): Promise<{ code: number; summary: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_WORKSPACE: dir,
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: 'event',
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_SHA: base,
  };
  const runner = scriptedRunner({ mode: 'lint', ...inputs });
  const code = await runAction({
    runner,
    context: readContext(env, () => JSON.stringify(event)),
    io: fakeIo({ cwd: dir, env }),
    run,
    openGitHub: () => Promise.reject(new Error('nobody asks GitHub')),
    fetchCommit: () => Promise.resolve(),
    deploymentGrace: 10,
    commentGrace: 0,
    cancelGrace: 20,
  });
  return { code, summary: runner.summaries.join('\n') };
}

test.each(EVENTS)('%s: the branch of the run is not the pull request', async (...event) => {
  const at = change();
  const report = join(temporaryFolder(), 'report.json');
  for (const paths of ['', 'deploy', 'deploy/shop.yaml']) {
    const { code, summary } = await judge(at, event, { paths, 'report-file': report });
    expect(code).toBe(2);
    expect(summary).toContain(`nothing of pull request 7 is checked out: this event runs at commit <code>${at.base.slice(0, 7)}</code>`);
  }
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'usage', exitCode: 2 });
});

test.each(EVENTS)('%s: the checked out content of the pull request is checked, and shown at its commit', async (...event) => {
  const at = change();
  at.git('checkout', '-q', '--detach', at.head);
  at.git('remote', 'add', 'origin', 'https://github.com/contoso/fleet');
  for (const [url, shown] of [
    ['https://github.com/contoso/fleet', at.head],
    ['git@github.com:Contoso/Fleet.git', at.head],
    // Commits of another repository are not commits of this one.
    ['https://github.com/contoso/manifests', at.base],
  ] as const) {
    at.git('remote', 'set-url', 'origin', url);
    const { code, summary } = await judge(at, event, HEAD_DECIDES);
    expect(code).toBe(1);
    expect(summary).toContain(`/contoso/fleet/blob/${shown}/deploy/shop.yaml`);
  }
});

test.each(EVENTS)('%s: the pull request may be in a folder beside the branch, or written over it', async (...event) => {
  const [beside, over] = [change(), change()];
  beside.git('clone', '-q', '--branch', 'change', beside.dir, join(beside.dir, 'pull'));
  expect((await judge(beside, event, { paths: 'pull/deploy', ...HEAD_DECIDES })).code).toBe(1);
  expect((await judge(beside, event, HEAD_DECIDES)).code).toBe(1);
  expect((await judge(beside, event, { paths: 'deploy' })).code).toBe(2);
  writeFileSync(join(over.dir, 'deploy/shop.yaml'), placement('bogus: 1'));
  expect((await judge(over, event, HEAD_DECIDES)).code).toBe(1);
});

test.each(EVENTS)('%s: if git does not show what is checked out, the report says so', async (...event) => {
  const { base } = change();
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'shop.yaml'), placement('revisionHistoryLimit: 3'));
  const { code, summary } = await judge({ dir, base }, event, HEAD_DECIDES);
  expect(code).toBe(0);
  expect(summary).toContain('Not verified: whether this is pull request 7, as this event runs at a branch');
});

test('a comment on an issue concerns the branch', async () => {
  expect((await judge(change(), ['issue_comment', { issue: { number: 7 } }])).code).toBe(0);
});

// SECURITY.md: So it is on `workflow_run` after a run
// SECURITY.md: On `pull_request_target` or `workflow_run` the same holds
test.each([
  ['pull_request', {}],
  ['merge_group', {}],
  ['issue_comment', { issue: { number: 7, pull_request: {} } }],
  [
    'workflow_run',
    {
      workflow_run: {
        event: 'pull_request',
        head_repository: { full_name: 'stranger/fleet' },
        head_branch: 'main',
        head_sha: 'c'.repeat(40),
      },
    },
  ],
  // The fork is deleted.
  ['workflow_run', { workflow_run: { event: 'pull_request', head_repository: null, head_sha: 'c'.repeat(40) } }],
  ...['pull_request_target', 'pull_request_review', 'pull_request_review_comment', 'issue_comment', 'merge_group'].map(
    (event): [string, object] => ['workflow_run', { workflow_run: { event } }],
  ),
])('%s: if nothing names the base, the configuration of the change does not apply', async (...event) => {
  const at = change();
  at.write('.fleet-gate.yaml', 'rules: {schema: {severity: off}}\n');
  at.write('deploy/shop.yaml', placement('bogus: 1'));
  const { code, summary } = await judge(at, event);
  expect(code).toBe(2);
  expect(summary).toContain('the configuration of the base could not be read, and that of the change must not apply without it');
  rmSync(join(at.dir, '.fleet-gate.yaml'));
  const without = await judge(at, event);
  expect(without.code).toBe(1);
  expect(without.summary).toContain('The configuration of the base could not be read, so no configuration applies');
});

const UNDESCRIBED = [
  ['repository_dispatch', { client_payload: { ref: 'change' } }],
  ['issues', { issue: { number: 7 } }],
  ['check_suite', { check_suite: { pull_requests: [] } }],
  ['status', { sha: 'c0ffee0' }],
  ['workflow_run', { workflow_run: { event: 'workflow_run' } }],
  ['an_event_of_tomorrow', {}],
] as const;
const OF_ITS_COMMIT = [
  ['push', {}],
  ['schedule', {}],
  ['workflow_dispatch', { inputs: {} }],
  ['release', {}],
  ['workflow_run', { workflow_run: { event: 'push' } }],
  ['workflow_run', { workflow_run: { event: 'schedule' } }],
] as const;

/** A change whose own configuration leaves out the file that it breaks. */
function changeThatHides(): Change {
  const at = change();
  at.git('checkout', '-q', 'change');
  at.write('.fleet-gate.yaml', 'exclude: ["**/shop.yaml"]\n');
  at.write('deploy/other.yaml', placement('revisionHistoryLimit: 3').replace('name: shop }\n', 'name: other }\n'));
  return { ...at, head: at.commit() };
}

test.each(UNDESCRIBED)('%s: the configuration of another commit than that of the workflow does not decide', async (...event) => {
  const at = changeThatHides();
  const { code, summary } = await judge(at, event);
  expect(code).toBe(2);
  expect(summary).toContain('the checked-out commit is not that of the workflow');
  expect((await judge(at, event, HEAD_DECIDES)).code).toBe(0);
  expect((await judge(at, event, { base: at.base })).code).toBe(1);
  expect((await judge({ ...at, base: at.head }, event)).code).toBe(0);
  rmSync(join(at.dir, '.fleet-gate.yaml'));
  expect((await judge(at, event)).code).toBe(1);
});

// SECURITY.md: `push`, `workflow_dispatch` and others that run the workflow of their own commit
test.each(OF_ITS_COMMIT)('%s of %o: the configuration of the checked-out commit applies', async (...event) => {
  expect((await judge(changeThatHides(), event)).code).toBe(0);
});
