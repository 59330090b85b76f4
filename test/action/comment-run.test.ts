/** A comment of another run, job or step is not overwritten. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commentRun, type CommentRun, runLine, reasonToKeep, reasonToKeepOlder } from '../../src/action/comment-run.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction } from '../../src/action/run.ts';
import { EXIT_CODES, type Report } from '../../src/report.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';

const RUN: CommentRun = { id: 42, attempt: 1, step: 'aa' };
const OTHER_STEP: CommentRun = { ...RUN, step: 'bb' };

describe('a comment', () => {
  const of = (run: CommentRun, failed: boolean): string => `<!-- marker -->\n${runLine(run, failed)}text`;
  const NEWER = 'a newer run has written it';

  test.each<[string, string, CommentRun, boolean, string | undefined]>([
    ['of an unknown writer', '<!-- marker -->\nold', RUN, false, undefined],
    ['of the same step', of(RUN, true), RUN, false, undefined],
    ['of an older run', of({ ...OTHER_STEP, id: 9 }, true), RUN, false, undefined],
    ['of an earlier attempt', of(OTHER_STEP, true), { ...RUN, attempt: 2 }, false, undefined],
    ['of a newer run', of({ ...RUN, id: 100 }, false), RUN, true, NEWER],
    ['of a later attempt', of({ ...RUN, attempt: 2 }, false), RUN, true, NEWER],
    ['of another step that passed', of(OTHER_STEP, false), RUN, false, undefined],
    ['of another step that failed, where this one fails as well', of(OTHER_STEP, true), RUN, true, undefined],
    [
      'of another step that failed',
      of(OTHER_STEP, true),
      RUN,
      false,
      'another job or step of this run has written it, and failed; give each a comment-key of its own',
    ],
    ['that quotes such a line', `<!-- marker -->\ntext\n${runLine({ ...RUN, id: 100 }, true)}`, RUN, false, undefined],
    ['as GitHub stores it', of({ ...RUN, id: 100 }, false).replaceAll('\n', '\r\n'), RUN, false, NEWER],
  ])('is chosen among those of one run: %s', (_, body, run, failed, expected) => {
    expect(reasonToKeep(body, run, failed)).toBe(expected);
  });

  test('that another step of the run wrote a moment earlier is kept, unless this step failed', () => {
    const AT_ONCE = 'another job or step of this run has written it at the same moment; give each a comment-key of its own';
    expect(reasonToKeepOlder(of(OTHER_STEP, false), RUN, false)).toBe(AT_ONCE);
    expect(reasonToKeepOlder(of(OTHER_STEP, true), RUN, false)).toMatch(/ and failed; /);
    expect(reasonToKeepOlder(of(OTHER_STEP, false), RUN, true)).toBeUndefined();
    expect(reasonToKeepOlder(of({ ...RUN, id: 100 }, false), RUN, true)).toBe(NEWER);
    expect(reasonToKeepOlder(of({ ...OTHER_STEP, id: 9 }, false), RUN, false)).toBeUndefined();
    expect(reasonToKeepOlder('<!-- marker -->\nold', RUN, false)).toBeUndefined();
  });

  test('is separate for jobs of a matrix and steps of a job, and not if the runner does not identify them', () => {
    const env = { GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: '1', GITHUB_ACTION: '__gate', RUNNER_TRACKING_ID: 'github_1' };
    const steps = [env, { ...env, GITHUB_ACTION: '__gate_2' }, { ...env, RUNNER_TRACKING_ID: 'github_2' }].map((each) => commentRun(each));
    expect(new Set(steps.map((run) => run?.step)).size).toBe(3);
    expect(commentRun(env)).toMatchObject({ id: 42, attempt: 1 });
    for (const name of Object.keys(env)) expect(commentRun({ ...env, [name]: undefined })).toBeUndefined();
  });
});

describe('jobs of a matrix', () => {
  let github: GitHubServer;
  beforeEach(async () => {
    github = await startGitHub();
  });
  afterEach(async () => {
    await github.close();
    expect(github.problems).toEqual([]);
  });

  async function job(run: CommentRun, outcome: 'failed' | 'passed'): Promise<ScriptedRunner> {
    const runner = scriptedRunner({ mode: 'lint', comment: 'always', 'github-token': 'test-token' });
    const exitCode = EXIT_CODES[outcome];
    const report: Report = {
      schema: 'report-v1',
      tool: { name: 'fleet-gate', version: '0' },
      command: 'lint',
      outcome: outcome === 'failed' ? 'findings' : outcome,
      exitCode,
    };
    const context = {
      apiUrl: github.url,
      graphqlUrl: `${github.url}/graphql`,
      owner: 'contoso',
      repo: 'fleet',
      job: 'Lint/lint',
      run,
      place: { kind: 'pull', number: 7 },
    } as const;
    await runAction({
      runner,
      context,
      io: fakeIo({ cwd: '/' }),
      run: () => Promise.resolve({ exitCode, report }),
      fetchCommit: () => Promise.resolve(),
      openGitHub: (token) => Promise.resolve(gitHubClient({ ...context, token, signal: AbortSignal.timeout(HANG_LIMIT) })),
      cancelGrace: 20,
      deploymentGrace: 10,
      commentGrace: 0,
    });
    return runner;
  }

  test('show the one that failed, in any order of their ends', async () => {
    await job(RUN, 'failed');
    const failed = structuredClone(github.comments[0]);
    const { messages, outputs } = await job(OTHER_STEP, 'passed');
    expect(github.comments).toEqual([failed]);
    expect(messages).toContain(
      'warning: the comment was left as it is: another job or step of this run has written it, and failed; give each a comment-key of its own. The job summary has this report.',
    );
    expect(outputs['comment-id']).toBe(String(failed?.id));
    await job({ ...OTHER_STEP, id: 43 }, 'passed');
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining(' passed -->')]);
  });
});
