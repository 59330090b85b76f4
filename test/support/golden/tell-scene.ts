import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportError } from '../../../src/cli/output/report-errors.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { flagTerms } from '../../../src/terms.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { withEveryString } from '../../../src/secrets/every-string.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import { memberObject, NOW } from '../../schedule/fleets.ts';
import { fakeIo } from '../process/fake-io.ts';
import { temporaryFolder } from '../trees/temporary-folder.ts';
import { defined } from '../../../src/cli/command-line/invocation.ts';
import { ConfigError } from '../../../src/errors.ts';
import { EXIT_CODES, REPORT_SCHEMA, type Report } from '../../../src/report.ts';
import { VERSION } from '../../../src/version.ts';
import { hubFixture } from '../hubs/hub-fixture.ts';
import { askReady, hubAt } from '../hubs/ready-hub.ts';
import type { Recording } from '../recordings/recording.ts';
import { recordingIn } from '../recordings/recording.ts';
import { runCli } from '../process/run-cli.ts';
import { memberObjects, playStory, type StoryTold, type Told } from './play-story.ts';
import type { SceneSource } from './scenes.ts';
import { spread } from './spread.ts';

type Story = Extract<SceneSource, { kind: 'story' }>;

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
export const STORIES = join(FIXTURES, 'stories');

/** Produces what the tool shows for a scene. */
export async function tellScene(source: SceneSource, stories = STORIES): Promise<Told> {
  if (source.kind === 'tree') return { report: await judgedTree(source) };
  if (source.kind === 'ready') return { report: await toldByReady(source, stories) };
  if (source.kind === 'doctor') return { report: await toldByDoctor(source.at) };
  if (source.kind === 'closed') return refusedBy(source.by);
  if (source.kind === 'approve') return { report: await approvedAt(source) };
  if (source.kind === 'watch') return { report: await watchedAt(source.failure) };
  if (source.kind === 'fault') return { report: toldOfFault() };
  if (source.kind === 'hub') return toldOfHub(source.failure);
  const folder = join(stories, source.story);
  return playStory(arranged(recordingIn(folder, source.story), source), toldFrom(source, folder));
}

/** How the gate of a scene runs on its recording, which is in this folder. */
export function toldFrom({ story, member, flags, onceAt, cancelledAfter }: Story, folder: string): StoryTold {
  return defined({ flags, onceAt, cancelledAfter, member: member && memberObjects(folder, join(FIXTURES, 'stories', story)) });
}

/** The recording with the changes of the scene. */
export function arranged(recording: Recording, { until, spread: over }: Story): Recording {
  const end = until === undefined ? undefined : recording.marks.get(until);
  const ended = end === undefined ? recording : { ...recording, endedAt: end, events: recording.events.filter(({ at }) => at < end) };
  return over === undefined ? ended : spread(ended, over.cluster, over.names);
}

/** The trees outside of this repository, whose workflows would be their deployers. */
function copiedTrees(): string {
  const copies = temporaryFolder();
  for (const top of ['trees', 'demo']) cpSync(join(FIXTURES, top), join(copies, top), { recursive: true });
  return copies;
}

async function judgedTree({ tree, argv }: Extract<SceneSource, { kind: 'tree' }>): Promise<Report> {
  try {
    const { report } = await runCli(join(copiedTrees(), tree), argv);
    if (report === undefined) throw new Error(`${argv.join(' ')} made no report`);
    return report;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The report is the Action's. On a terminal an internal error is a single line.
    const head = { schema: REPORT_SCHEMA, tool: { name: 'fleet-gate', version: VERSION }, command: 'lint' } as const;
    return { ...head, outcome: 'usage', exitCode: EXIT_CODES.usage, message: error.message };
  }
}

async function toldByReady(source: Extract<SceneSource, { kind: 'ready' }>, stories: string): Promise<Report> {
  const { story, until, replace = [], config, flags } = source;
  const recording = recordingIn(join(stories, story), story);
  const text = replace.reduce((changed, [from, to]) => changed.replaceAll(from, to), JSON.stringify(recording.expected.manifests));
  const change = JSON.parse(text) as readonly object[];
  const at = until === undefined ? undefined : recording.marks.get(until);
  const hub = hubAt(recording, at);
  const { report } = await askReady({ ...hub, change, ...defined({ config, flags }) });
  // The hub's clock goes on while it is asked.
  const checkedAt = `${hub.at.toISOString().slice(0, 19)}Z`;
  return report.ready === undefined ? report : { ...report, ready: { ...report.ready, checkedAt } };
}

function toldOfFault(): Report {
  const io = fakeIo({ cwd: FIXTURES });
  reportError(new TypeError("Cannot read properties of undefined (reading 'spec')"), 'wait', [{ format: 'json' }], io, flagTerms);
  return JSON.parse(io.out()) as Report;
}

/**
 * Runs the command line. Values that differ between runs are replaced by fixed ones: the hub's address, and the second in which the gate
 * gave up.
 */
async function refusedBy(by: 'silence' | 'rights'): Promise<Told> {
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub();
  hub.faults.denies = () => true;
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  if (by === 'silence') await hub.close();
  // The doctor runs in real time with its real limits. Only the time limit for the hub is shorter.
  const io = fakeIo({ cwd, now: new Date(), hubTiming: { startBudgetMs: 200 } });
  const { report, closed } = await run(['wait', 'crp/checkout', '--kubeconfig', 'kubeconfig'], io);
  await closed;
  await hub.close();
  if (report === undefined) throw new Error('the gate made no report');
  const named = (text: string): string =>
    text
      .replaceAll(hub.url.replace('https://', ''), 'hub.contoso.example:6443')
      .replaceAll(cwd, '/home/me')
      .replaceAll(/\bfor \d+ s\b/g, 'for 30 s');
  return { report: withEveryString(report, named), log: named(io.err()) };
}

/** The doctor's report with a fixed address of the hub and a fixed place of its kubeconfig. */
async function toldByDoctor(at: 'well' | 'rights' | 'silence' | 'nowhere'): Promise<Report> {
  const cwd = temporaryFolder();
  // Durations are rounded down to minutes, so up to half a minute may pass without a change in the report.
  const now = new Date(NOW.getTime() + 150_000);
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => now.getTime() } });
  for (const name of ['berlin', 'oslo']) hub.store.put(memberObject(name));
  hub.faults.denies = () => at === 'rights';
  if (at !== 'nowhere') writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  if (at === 'silence') await hub.close();
  const io = fakeIo({ cwd, now });
  const { report } = await run(['doctor', 'crp/checkout', '--kubeconfig', 'kubeconfig'], io);
  await hub.close();
  if (report === undefined) throw new Error('the doctor made no report');
  const host = hub.url.replace('https://', '');
  return withEveryString(report, (text) => text.replaceAll(host, 'hub.contoso.example:6443').replaceAll(cwd, '/home/me'));
}

/** Runs `approve` against a hub whose clock does not advance. */
async function approvedAt({ failure, argv }: Extract<SceneSource, { kind: 'approve' }>): Promise<Report> {
  const { objects, asked } = hubFixture(failure);
  const now = asked.hubTime.getTime();
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => now } });
  for (const object of objects) hub.store.put(object);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  writeFileSync(join(cwd, 'deploy.json'), asked.manifests.map((object) => JSON.stringify(object)).join('\n---\n'));
  const flags = ['--manifests', 'deploy.json', '--kubeconfig', 'kubeconfig', ...argv];
  const clock = { ...systemClock, now: () => 0 };
  const { report, closed } = await run(['approve', ...asked.targets, ...flags], fakeIo({ cwd, now: new Date(now), clock }));
  await closed;
  await hub.close();
  if (report === undefined) throw new Error('approve made no report');
  const host = hub.url.replace('https://', '');
  return withEveryString(report, (text) => text.replaceAll(host, 'hub.contoso.example:6443').replaceAll(cwd, '/home/me'));
}

/** Watches a hub once whose clock does not advance. */
async function watchedAt(failure: string): Promise<Report> {
  const { objects, asked } = hubFixture(failure);
  const now = asked.hubTime.getTime();
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => now } });
  for (const object of objects) hub.store.put(object);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  const argv = ['watch', '--once', '--kubeconfig', 'kubeconfig', '--state', 'watch.json'];
  // The estimate of the hub's time must not depend on how long the requests take.
  const clock = { now: () => 0, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms, signal) };
  const { report, closed } = await run(argv, fakeIo({ cwd, now: new Date(now), clock }));
  await closed;
  await hub.close();
  if (report === undefined) throw new Error('watch made no report');
  return report;
}

/** Gates a hub that does not change, until all grace periods have ended. */
async function toldOfHub(failure: string): Promise<Told> {
  const { objects, asked, member } = hubFixture(failure);
  const at = asked.hubTime.getTime();
  const recording: Recording = {
    name: failure,
    expected: { scenario: failure, target: asked.targets, manifests: asked.manifests, outcome: '', exitCode: 0, causes: [] },
    startedAt: at,
    endedAt: at,
    events: objects.map((object) => ({ at, type: 'ADDED', object })),
    marks: new Map(),
    isCut: false,
    alive: new Set(objects.filter(({ kind }) => kind === 'MemberCluster').map(({ metadata }) => metadata.name)),
  };
  return playStory(recording, member === undefined ? {} : { member });
}
