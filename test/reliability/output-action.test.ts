/** The Action and the command line: what they write for hostile texts, read as the runner, GitHub and a terminal read it. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommentPlace } from '../../src/action/event.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction } from '../../src/action/run.ts';
import { displayName } from '../../src/fleet/kubernetes/object.ts';
import { oneLine } from '../../src/report/facts/words/visible.ts';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';
import type { Notification } from '../../src/report/notify/notification.ts';
import type { Report } from '../../src/report.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { HOSTILE_STRINGS, hostileText } from '../support/texts/hostile-strings.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { outputsIn } from '../support/oracles/output-file.ts';
import { commandsIn } from '../support/oracles/runner-commands.ts';
import { hiddenIn } from '../support/oracles/terminal.ts';
import { reliability } from '../support/reliability.ts';
import { SCENES } from '../support/reports/report-scenes.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';
import { notifyFaults, SOURCE } from '../support/reports/format-parsers.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { placesOf, withText } from '../support/reports/text-places.ts';

const suite = reliability('output-action', {
  title: 'The Action writes hostile texts as texts: comment, summary, log, annotations and outputs',
  proves:
    'The output of the Action is parsed as GitHub and the runner parse it, with the real toolkit in a separate process. Names of workflows and answers of GitHub are hostile too.',
});

const strings = HOSTILE_STRINGS.filter((_, index) => index % suite.size(4, 30) === suite.seed % suite.size(4, 30));
const scenes = Object.values(SCENES);
/** A report for each text. The text is at one place of the report, another place for each. */
const reports = strings.flatMap((text, index) =>
  scenes.map((scene) => {
    const places = placesOf(scene);
    const place = places[(index * 13) % places.length];
    return place === undefined ? scene : withText(scene, place, text);
  }),
);

let server: GitHubServer;
beforeAll(async () => {
  server = await startGitHub();
});
afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Setting {
  readonly job?: string;
  readonly source?: typeof SOURCE;
  readonly place?: CommentPlace;
}

async function act(
  report: Report | Error,
  { job = 'Deploy/gate', source = SOURCE, place = { kind: 'pull', number: 7 } }: Setting = {},
): Promise<ScriptedRunner> {
  const mode = report instanceof Error || report.gate === undefined ? 'lint' : 'gate';
  const deployment = mode === 'gate' ? { deployment: 'true', 'deployment-environment': job } : {};
  const runner = scriptedRunner({ mode, comment: 'always', 'github-token': 'test-token', ...deployment });
  const silent = { write: () => {}, isTTY: false, columns: 80, rows: 24 };
  const access = { apiUrl: server.url, graphqlUrl: `${server.url}/graphql`, owner: 'contoso', repo: 'fleet' };
  server.comments.length = 0;
  server.deployments.length = 0;
  const acted = runAction({
    runner,
    context: { ...access, job, place, source },
    io: {
      env: {},
      cwd: '/',
      stdout: silent,
      stderr: silent,
      stdin: () => Promise.resolve(''),
      signal: new AbortController().signal,
      now: () => new Date(0),
      secrets: new KnownSecrets(),
    },
    run: () => (report instanceof Error ? Promise.reject(report) : Promise.resolve({ exitCode: report.exitCode, report })),
    openGitHub: (token) => Promise.resolve(gitHubClient({ ...access, token, signal: AbortSignal.timeout(HANG_LIMIT) })),
    fetchCommit: () => Promise.resolve(),
    cancelGrace: 20,
    deploymentGrace: 10,
    commentGrace: 0,
  });
  await (report instanceof Error ? acted.catch(() => {}) : acted);
  return runner;
}

/** The comment without its marker, which is the only HTML comment of ours that may hold a name. */
function commentFaults(): readonly string[] {
  const [marker = '', ...body] = (server.comments[0]?.body ?? '').split('\n');
  const isMarker = /^<!-- fleet-gate comment v1: (?:[\w.!~*'()]|%[0-9A-F]{2})+ -->$/.test(marker);
  return [...(isMarker ? [] : [`the marker: ${marker}`]), ...seenIn(body.join('\n')).faults];
}

function toldFaults({ messages, logged, summaries }: ScriptedRunner): readonly string[] {
  const said = messages.join('\n').replaceAll(/^\w+: /gm, '');
  const names = commandsIn(logged.join('')).map(({ name }) => name);
  return [
    ...hiddenIn(`${said}${logged.join('')}`),
    ...commandsIn(said).map(({ name }) => `a command in a message: ${name}`),
    ...names.filter((name) => !['error', 'warning', 'notice'].includes(name)),
    ...summaries.flatMap((summary) => seenIn(summary).faults),
  ];
}

// SECURITY.md: Text from manifests, hubs and GitHub cannot become markup
test('comment, summary and annotations of hostile reports are harmless', async () => {
  for (const [index, report] of reports.entries()) {
    if (!suite.whole && index % 4 !== 0) continue;
    const runner = await act(report);
    expect([...commentFaults(), ...toldFaults(runner)], JSON.stringify(report)).toEqual([]);
    const descriptions = (server.deployments[0]?.statuses ?? []).map(({ description }) => String(description));
    expect(descriptions).toHaveLength(report.gate === undefined ? 0 : 2);
    expect(descriptions.flatMap((text) => [...hiddenIn(text), ...(text.length > 140 ? ['too long'] : [])])).toEqual([]);
    const failed = JSON.parse(runner.outputs['failed-placements'] ?? '') as unknown;
    const gated = [...(report.gate?.placements ?? []), ...(report.gate?.runs ?? [])].filter(({ verdict }) => verdict !== 'passed');
    expect(failed).toEqual(report.exitCode === 0 ? [] : gated.map(({ object }) => displayName(object)));
  }
  suite.tell({
    tried: 'Hostile reports through the Action: comment, summary, annotations, outputs',
    times: suite.whole ? reports.length : Math.ceil(reports.length / 4),
    outcome: 'nothing but our own markup and commands; one comment each',
  });
});

test('hostile names of workflow and job, commits, repositories and events are harmless', async () => {
  const report = SCENES['lint'];
  if (report === undefined) throw new Error('the scene is gone');
  const plain = seenIn(await commentOf(report, {}));
  for (const text of strings) {
    for (const at of ['server', 'repository', 'sha'] as const) {
      const seen = seenIn(await commentOf(report, { source: { ...SOURCE, [at]: text } }));
      expect([...seen.faults, ...seen.links.filter((link) => !plain.links.includes(link) && !link.startsWith('http'))], text).toEqual([]);
      expect(seen.shape, text).toBe(plain.shape);
    }
    const runner = await act(report, { job: text });
    expect([...commentFaults(), ...toldFaults(runner)], text).toEqual([]);
    const fault = await act(new TypeError(text), { job: text });
    expect(toldFaults(fault), text).toEqual([]);
    expect(toldFaults(await act(report, { place: { kind: 'none', why: `a ${text} event has no pull request` } })), text).toEqual([]);
  }
  suite.tell({
    tried: 'Hostile names of workflows, jobs, servers, repositories, commits and events',
    times: strings.length * 6,
    outcome: 'the comment has the same structure, and its marker stays one',
  });
});

async function commentOf(report: Report, setting: Setting): Promise<string> {
  await act(report, setting);
  return (server.comments[0]?.body ?? '').split('\n').slice(1).join('\n');
}

test('mixtures of markup with any characters, in the report and around it, are harmless', async () => {
  const numRuns = suite.size(400, 8);
  const name = hostileText;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      hostileText,
      fc.record({ job: name, server: name, repository: name, sha: name }),
      async (at, text, names) => {
        const { job, ...source } = names;
        const scene = scenes[at % scenes.length];
        const places = scene === undefined ? [] : placesOf(scene);
        const place = places[Math.floor(at / scenes.length) % places.length];
        if (scene === undefined || place === undefined) throw new Error('the scene is gone');
        const runner = await act(withText(scene, place, text), { job, source });
        expect([...commentFaults(), ...toldFaults(runner)]).toEqual([]);
      },
    ),
    { numRuns, seed: suite.seed },
  );
  suite.tell({
    tried: 'Random mixtures at a random place of a report, and as names of workflow, server, repository and commit at once',
    times: numRuns,
    outcome: 'nothing but our own markup and commands; one comment each',
  });
});

test.each(['##vso[task.complete result=Succeeded;]x', '##[error]x', 'x ##teamcity[buildStatus]'])('no message has %s', async (text) => {
  const report = SCENES['lint'];
  if (report === undefined) throw new Error('the scene is gone');
  expect(toldFaults(await act(report, { place: { kind: 'none', why: text } }))).toEqual([]);
});

test('hostile answers of GitHub are harmless', async () => {
  const report = SCENES['gate'];
  if (report === undefined) throw new Error('the scene is gone');
  for (const text of strings) {
    for (const kind of ['forbidden', 'missing', 'broken', 'rateLimit'] as const) {
      server.trouble = { kind, methods: [], message: text };
      const runner = await act(report);
      expect(runner.messages.at(-2)).toMatch(/^warning: the comment was not written/);
      expect(runner.messages.at(-1)).toMatch(/^warning: the deployment was not written/);
      expect(toldFaults(runner), text).toEqual([]);
    }
  }
  server.trouble = { kind: 'none', methods: [] };
  suite.tell({
    tried: 'Hostile words in refusals of GitHub',
    times: strings.length * 4,
    outcome: 'a warning in one line, and the verdict',
  });
});

test('the runner reads outputs, annotations and errors of the toolkit as they were meant', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('cases.json'), JSON.stringify({ reports, faults: strings }));
  for (const name of ['output', 'summary', 'env']) writeFileSync(at(name), '');
  const env = {
    ...process.env,
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_ENV: at('env'),
    INPUT_COMMENT: 'never',
  };
  const script = join(import.meta.dirname, '../support/process/action-process.ts');
  const limits = { timeout: 300_000, maxBuffer: 1e9 };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, at('cases.json')], { ...limits, cwd: folder, env });
  const outputs = outputsIn(readFileSync(at('output'), 'utf8'));
  expect(outputs.map(([name]) => name)).toEqual(reports.flatMap(() => NAMES));
  expect(outputs.filter(([name]) => name === 'outcome').map(([, value]) => value)).toEqual(reports.map(({ outcome }) => outcome));
  for (const [index, report] of reports.entries()) {
    const text = readFileSync(at(`notify-${index}.json`), 'utf8');
    const notification = JSON.parse(text) as Notification;
    expect([...notifyFaults(notification, text), ...hiddenIn(text), ...commandsIn(text)], JSON.stringify(report)).toEqual([]);
    expect(notification).toMatchObject({ schema: 'notify-v1', outcome: report.outcome, exitCode: report.exitCode });
  }
  expect(readFileSync(at('env'), 'utf8')).toBe('');
  const commands = commandsIn(stdout);
  expect([...new Set(commands.map(({ name }) => name))].toSorted()).toEqual(['error', 'notice', 'warning']);
  // A warning for each text, with the text.
  expect(commands.slice(-strings.length).map(({ data }) => data)).toEqual(strings.map(oneLine));
  expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(commands.length);
  expect([...hiddenIn(stderr), ...commandsIn(stderr)]).toEqual([]);
  expect(
    seenIn(
      readFileSync(at('summary'), 'utf8')
        .slice(0, 60_000)
        .replace(/<[^>]*$/, ''),
    ).faults,
  ).toEqual([]);
  suite.tell({
    tried: 'Reports and faults through the toolkit in a process of its own',
    times: reports.length + strings.length,
    outcome: 'every output, annotation and stack reads back as it was meant, and nothing else is read',
  });
});

const NAMES = ['outcome', 'exit-code', 'errors', 'warnings', 'report-file', 'sarif-file', 'html-file', 'failed-placements', 'notify-file'];
