/** The comment of the Action is its marker, then the text of the golden file. An internal error has only a summary. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction } from '../../src/action/run.ts';
import type { Report } from '../../src/report.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { SCENE_SOURCES } from '../support/golden/scenes.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';
import { SOURCE } from '../support/reports/format-parsers.ts';

const SCENES = join(import.meta.dirname, '../../fixtures/scenes');

let server: GitHubServer;
beforeAll(async () => {
  server = await startGitHub();
});
afterAll(() => server.close());

/** What the Action shows of a run on a pull request. */
async function shown(run: () => Promise<Report>): Promise<ScriptedRunner> {
  const runner = scriptedRunner({ mode: 'gate', comment: 'always', 'github-token': 'test-token' });
  const access = { apiUrl: server.url, graphqlUrl: `${server.url}/graphql`, owner: 'contoso', repo: 'fleet' };
  server.comments.length = 0;
  await runAction({
    runner,
    context: { ...access, job: 'Deploy/gate', place: { kind: 'pull', number: 7 }, source: SOURCE },
    io: fakeIo({ cwd: '/' }),
    run: () => run().then((report) => ({ exitCode: report.exitCode, report })),
    openGitHub: (token) => Promise.resolve(gitHubClient({ ...access, token, signal: AbortSignal.timeout(HANG_LIMIT) })),
    fetchCommit: () => Promise.resolve(),
    cancelGrace: 20,
    deploymentGrace: 10,
    commentGrace: 0,
  }).catch(() => undefined);
  return runner;
}

test.each(Object.keys(SCENE_SOURCES))('%s', async (name) => {
  const report = JSON.parse(readFileSync(join(SCENES, `${name}.json`), 'utf8')) as Report;
  const golden = readFileSync(join(SCENES, `${name}.md`), 'utf8');
  const { summaries, messages } = await shown(() => Promise.resolve(report));
  expect(summaries).toEqual([golden]);
  const [comment = { body: '' }, ...others] = server.comments;
  const [marker, ...body] = comment.body.split('\n');
  expect([marker, others]).toEqual([expect.stringMatching(/^<!-- fleet-gate comment [^<>]+ -->$/), []]);
  expect(body.join('\n')).toContain(golden);
  expect(messages.filter((message) => message.startsWith('warning'))).toEqual([]);
});

test('an internal error matches its golden file', async () => {
  const { summaries } = await shown(() => Promise.reject(new TypeError('a bug')));
  expect(server.comments).toEqual([]);
  await expect(summaries.join('\n')).toMatchFileSnapshot(join(SCENES, '../report/own-fault.md'));
});
