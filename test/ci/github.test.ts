/**
 * The workflows for GitHub: each is careful, and the step of fleet-gate in it does what the page says, with the inputs that the file
 * gives it. The Action runs as the runner starts it; GitHub is a scripted server, the hub is the embedded one, other people's steps are
 * not run.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { shopStory } from '../../src/demo/story/shop-story.ts';
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { issuesServer } from '../watch/issues-server.ts';
import { watchedShop } from '../watch/watched-shop.ts';
import { userRepository } from '../support/github/ci-sandbox.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { workflowFaults } from '../support/github/workflow-faults.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXAMPLES = path.join(ROOT, 'integrations/github');
/** The source: what the Action does is held against the shipped bundle elsewhere. */
const ENTRY = path.join(ROOT, 'src/action.ts');
const OWN = 'fleet-gate/fleet-gate@v0';

function workflow(file: string): JsonObject {
  return load(readFileSync(path.join(ROOT, file), 'utf8')) as JsonObject;
}

function stepsOf(file: string): readonly JsonObject[] {
  return Object.values(objectAt(workflow(file), 'jobs') ?? {}).flatMap((job) => listAt(job, 'steps').filter(isObject));
}

describe('the examples are careful', () => {
  test.each(readdirSync(EXAMPLES))('%s', (name) => {
    const text = readFileSync(path.join(EXAMPLES, name), 'utf8');
    const faults = workflowFaults(load(text) as JsonObject, text);
    // What follows a run has rights that a pull request lacks: it must check out and run nothing of it.
    expect(faults).toEqual(name === 'fork-comment.yml' ? [{ audit: 'dangerous-triggers', at: 'on' }] : []);
  });

  test('the workflow that follows a run of a pull request uses only its artifact', () => {
    const steps = stepsOf('integrations/github/fork-comment.yml');
    expect(steps.map((step) => stringAt(step, 'uses')?.replace(/@.*/, ''))).toEqual(['actions/download-artifact', 'fleet-gate/fleet-gate']);
    expect(objectAt(steps[1], 'with')).toMatchObject({ mode: 'comment' });
  });

  test('a run of a pull request of a fork gets no right to write and no secret', () => {
    const text = readFileSync(path.join(EXAMPLES, 'fork-lint.yml'), 'utf8');
    expect(text).not.toMatch(/: write|secrets\./);
  });

  test('names and inputs of one file are those of the other', () => {
    const comment = workflow('integrations/github/fork-comment.yml');
    expect(listAt(comment, 'on', 'workflow_run', 'workflows')).toEqual([workflow('integrations/github/fork-lint.yml')['name']]);
    const [, , upload] = stepsOf('integrations/github/fork-lint.yml');
    const [download, show] = stepsOf('integrations/github/fork-comment.yml');
    expect(stringAt(download, 'with', 'name')).toBe(stringAt(upload, 'with', 'name'));
    expect(stringAt(show, 'with', 'from-report')).toBe(`${stringAt(download, 'with', 'path')}/${stringAt(upload, 'with', 'path')}`);
  });

  test('calls of the reusable workflows give existing inputs, and all required ones', () => {
    const jobs = Object.values(objectAt(workflow('integrations/github/reusable.yml'), 'jobs') ?? {});
    expect(jobs).toHaveLength(2);
    for (const job of jobs) {
      const file = (stringAt(job, 'uses') ?? '').replace('fleet-gate/fleet-gate/', '').replace('@v0', '');
      const called = workflow(file);
      const inputs = objectAt(called, 'on', 'workflow_call', 'inputs') ?? {};
      const given = Object.keys(objectAt(job, 'with') ?? {});
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
      for (const [name, input] of Object.entries(inputs)) if (isObject(input) && input['required'] === true) expect(given).toContain(name);
      // A called workflow has no right that its caller lacks.
      for (const calledJob of Object.values(objectAt(called, 'jobs') ?? {}))
        expect(objectAt(job, 'permissions')).toEqual(objectAt(calledJob, 'permissions'));
    }
  });

  test('inputs of our own step are inputs of the Action', () => {
    const known = Object.keys(objectAt(load(readFileSync(path.join(ROOT, 'action.yml'), 'utf8')), 'inputs') ?? {});
    const files = [...readdirSync(EXAMPLES).map((name) => `integrations/github/${name}`), ...REUSABLE];
    const own = files.flatMap(stepsOf).filter((step) => step['uses'] === OWN);
    expect(own).toHaveLength(7);
    for (const step of own) expect(known).toEqual(expect.arrayContaining(Object.keys(objectAt(step, 'with') ?? {})));
  });
});

const REUSABLE = ['.github/workflows/fleet-lint.yml', '.github/workflows/fleet-gate.yml'];
const FORK = 'someone/fleet';
const SHA = 'c0ffee0123456789abcdef0123456789abcdef01';

let github: GitHubServer;
beforeEach(async () => {
  github = await startGitHub();
});
afterEach(async () => {
  await github.close();
  expect(github.problems).toEqual([]);
});

interface StepRun {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
}

/** Runs our step of a workflow; `values` is what its expressions come to. */
async function runStep(
  file: string,
  cwd: string,
  eventName: string,
  event: object,
  values: Readonly<Record<string, string>>,
): Promise<StepRun> {
  const step = stepsOf(file).find((candidate) => candidate['uses'] === OWN);
  const home = temporaryFolder();
  for (const name of ['summary', 'output']) writeFileSync(path.join(home, name), '');
  writeFileSync(path.join(home, 'event.json'), JSON.stringify(event));
  const action = objectAt(load(readFileSync(path.join(ROOT, 'action.yml'), 'utf8')), 'inputs') ?? {};
  const defaults = Object.entries(action).map(([name, input]) => [name, stringAt(input, 'default') ?? ''] as const);
  const given = Object.entries(objectAt(step, 'with') ?? {}).map(([name, value]) => [name, valueOf(String(value), values)] as const);
  const inputs = { ...Object.fromEntries(defaults), 'github-token': 'test-token', ...Object.fromEntries(given) };
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    ...(values['KUBECONFIG'] === undefined ? {} : { KUBECONFIG: values['KUBECONFIG'] }),
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: path.join(home, 'event.json'),
    GITHUB_STEP_SUMMARY: path.join(home, 'summary'),
    GITHUB_OUTPUT: path.join(home, 'output'),
    GITHUB_API_URL: values['GITHUB_API_URL'] ?? github.url,
    GITHUB_GRAPHQL_URL: `${values['GITHUB_API_URL'] ?? github.url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_SHA: SHA,
    GITHUB_WORKSPACE: cwd,
    GITHUB_WORKFLOW: String(workflow(file)['name']),
    GITHUB_JOB: 'job',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [ENTRY], { cwd, env }, (error, out, err) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        log: out + err,
        summary: readFileSync(path.join(home, 'summary'), 'utf8'),
      }),
    );
  });
}

/** The value of an expression of a workflow; an expression without a value fails the test. */
function valueOf(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`no value for ${expression}`);
    return value;
  });
}

function pullEvent(head: string, base: string): object {
  const sides = {
    head: { sha: SHA, ref: 'patch-1', repo: { full_name: head } },
    base: { sha: base, repo: { full_name: 'contoso/fleet' } },
  };
  return { pull_request: { number: 7, ...sides } };
}

const BASE = { 'github.base_ref': 'main' };

describe('lint.yml', () => {
  test('comments on a pull request of the repository', async () => {
    const { dir, base } = userRepository();
    const { code, log, summary } = await runStep(
      'integrations/github/lint.yml',
      dir,
      'pull_request',
      pullEvent('contoso/fleet', base),
      BASE,
    );
    expect(code, log).toBe(1);
    expect(summary).toContain(' failed');
    expect(github.comments).toMatchObject([{ pull: 7 }]);
    expect(JSON.parse(readFileSync(path.join(dir, 'fleet-gate.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });
});

/** The key that distinguishes two calls of `fleet-lint.yml`: the given one, or else one made from workflow, paths and clusters. */
const COMMENT_KEY = "inputs.comment-key || format('{0}/{1}/{2}', github.workflow, inputs.paths, inputs.clusters)";

describe('fleet-lint.yml, the reusable one', () => {
  const inputs = {
    'inputs.paths': 'deploy/',
    'inputs.clusters': 'clusters.yaml',
    'inputs.target': 'aks',
    'inputs.fail-on': '',
    'inputs.comment': 'on-failure',
    [COMMENT_KEY]: 'fleet/deploy//clusters.yaml',
  };
  const base = "github.base_ref != '' && format('origin/{0}', github.base_ref) || ''";
  test.each([
    ['a pull request', 'origin/main'],
    ['a push, which has no base', ''],
  ])('lints %s', async (_, ref) => {
    const { dir, base: sha } = userRepository();
    const event = ref === '' ? {} : pullEvent('contoso/fleet', sha);
    const { code, log } = await runStep('.github/workflows/fleet-lint.yml', dir, ref === '' ? 'workflow_dispatch' : 'pull_request', event, {
      ...inputs,
      [base]: ref,
    });
    expect(code, log).toBe(1);
    expect(log.includes('new'), log).toBe(ref !== '');
  });

  test.each([
    ['with keys of their own', ['shop', 'edge'], 2],
    ['of other paths', ['fleet/shop/', 'fleet/edge/'], 2],
    ['of the same paths, one after the other,', ['fleet/shop/', 'fleet/shop/'], 1],
  ])('with two calls in one workflow %s, %j, writes this many comments: %i', async (_, keys, count) => {
    const { dir, base: sha } = userRepository();
    for (const key of keys) {
      const values = { ...inputs, [COMMENT_KEY]: key, [base]: 'origin/main' };
      await runStep('.github/workflows/fleet-lint.yml', dir, 'pull_request', pullEvent('contoso/fleet', sha), values);
    }
    expect(github.comments).toMatchObject(Array.from({ length: count }, () => ({ pull: 7 })));
  });

  test('uses one key for comments and for cancelling, so calls do not cancel each other', () => {
    expect(stringAt(workflow('.github/workflows/fleet-lint.yml'), 'concurrency', 'group')).toContain(`\${{ ${COMMENT_KEY} }}`);
  });
});

test('fork-lint.yml and fork-comment.yml bring the report of a fork to its pull request', async () => {
  const { dir, base } = userRepository();
  github.pulls.push({ number: 7, state: 'open', headSha: SHA, mergeCommitSha: null, from: { repository: FORK, branch: 'patch-1' } });
  const linted = await runStep('integrations/github/fork-lint.yml', dir, 'pull_request', pullEvent(FORK, base), BASE);
  expect(linted.code, linted.log).toBe(1);
  expect(github.requests).toEqual([]);

  // What upload-artifact and download-artifact do.
  const temp = temporaryFolder();
  mkdirSync(path.join(temp, 'fleet-gate'));
  writeFileSync(path.join(temp, 'fleet-gate/report.json'), readFileSync(path.join(dir, 'report.json')));
  const run = {
    event: 'pull_request',
    conclusion: 'failure',
    head_sha: SHA,
    head_branch: 'patch-1',
    head_repository: { full_name: FORK },
    html_url: 'https://github.com/contoso/fleet/actions/runs/42',
    pull_requests: [],
  };
  const shown = await runStep(
    'integrations/github/fork-comment.yml',
    temporaryFolder(),
    'workflow_run',
    { workflow_run: run },
    { 'runner.temp': temp },
  );
  expect(shown.code, shown.log).toBe(0);
  expect(github.comments).toMatchObject([{ pull: 7 }]);
  expect(github.comments[0]?.body).toContain('**As reported by [a run](<https://github.com/contoso/fleet/actions/runs/42>)');
  expect(github.comments[0]?.body).toContain('There is no member cluster &#34;dublim&#34;');

  // A later run that left no artifact: the step that would fetch it may fail, and the comment must not go on telling of the earlier one.
  const [download] = stepsOf('integrations/github/fork-comment.yml');
  expect(download?.['continue-on-error']).toBe(true);
  const missing = await runStep(
    'integrations/github/fork-comment.yml',
    temporaryFolder(),
    'workflow_run',
    { workflow_run: run },
    { 'runner.temp': temporaryFolder() },
  );
  expect(missing.code, missing.log).toBe(2);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('The report of this run cannot be shown');
});

test.each([
  ['integrations/github/gate.yml', {}],
  ['.github/workflows/fleet-gate.yml', { 'inputs.manifests': 'deploy/', 'inputs.timeout': '30m', 'inputs.access-grace': '5m' }],
])('%s passes once the clusters have what was applied', async (file, inputs) => {
  const { dir } = userRepository(['storefront']);
  const hub = await startEmbeddedHub();
  try {
    const kubeconfig = path.join(temporaryFolder(), 'kubeconfig');
    writeFileSync(kubeconfig, hub.kubeconfig());
    hub.play(shopStory());
    const { code, log, summary } = await runStep(file, dir, 'push', {}, { ...inputs, KUBECONFIG: kubeconfig });
    expect(code, log).toBe(0);
    expect(summary).toContain('passed');
  } finally {
    await hub.close();
  }
});

test('watch.yml opens an issue with the token of the job, fails while something is bad, and closes the issue', async () => {
  const shop = await watchedShop();
  const issues = await issuesServer('test-token');
  const values = { 'github.repository': 'contoso/fleet', KUBECONFIG: path.join(shop.cwd, 'kubeconfig'), GITHUB_API_URL: issues.url };
  const check = (): Promise<StepRun> => runStep('integrations/github/watch.yml', shop.cwd, 'schedule', {}, values);
  try {
    expect((await check()).code).toBe(0);
    shop.breakEast();
    expect((await check()).code).toBe(0);
    shop.pass(6);
    const bad = await check();
    expect(bad.code, bad.log).toBe(1);
    expect(bad.summary).toContain('watch failed: 1 bad');
    expect(issues.issues.map(({ title, state }) => [title.slice(0, 42), state])).toEqual([
      ['production: ClusterResourcePlacement/shop:', 'open'],
    ]);
    shop.heal();
    shop.pass(1);
    expect((await check()).code).toBe(0);
    expect(issues.issues.map(({ state }) => state)).toEqual(['closed']);
  } finally {
    await issues.close();
    await shop.close();
  }
});
