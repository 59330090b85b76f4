/** Every run ends, however it is ended: with a documented exit code, with its report, and with each file complete or unchanged. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { EXIT_CODES, type Report } from '../../src/report.ts';
import { bundleInto } from '../support/process/bundled.ts';
import { reliability } from '../support/reliability.ts';
import { type Ended, troubledRun } from '../support/process/troubled-run.ts';
import { type Scene, SCENES, type Stage, stageOf } from '../support/process/troubled-scenes.ts';

const suite = reliability('ends', {
  title: 'Ends',
  proves:
    'Each command and both modes of the Action run as separate processes. At one of their steps the system stops them, denies them a resource or gives them a wrong answer. They end by themselves with a documented exit code; an existing report is complete and agrees with the code; no temporary file is left.',
});

let hub: EmbeddedHub;
/** The entry points: the sources for a few runs, a bundle of them for many. */
let entries = (name: string): string => `src/${name}.ts`;
let folder = '';
beforeAll(async () => {
  hub = await startEmbeddedHub();
  if (!suite.whole) return;
  folder = mkdtempSync(join(tmpdir(), 'fleet-gate-bundle-'));
  await bundleInto(folder);
  entries = (name) => join(folder, 'src', `${name}.js`);
});
afterAll(async () => {
  await hub.close();
  if (folder !== '') rmSync(folder, { recursive: true });
});

const CODES: ReadonlySet<number | null> = new Set<number | null>(Object.values(EXIT_CODES));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The first doings of a run are those that make it listen to signals. */
const LISTENING = 20;

/** Pseudorandom numbers that are the same for the same seed. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}
const random = numbers(suite.seed);
const pick = (from: number, to: number): number => from + Math.floor(random.next().value * (to - from + 1));

interface Played {
  readonly ended: Ended;
  /** The text of the file that it writes; `undefined` if there is none. */
  readonly text: string | undefined;
  readonly stage: Stage;
  readonly counts: { readonly doings: number; readonly writes: number; readonly calls: number } | undefined;
}

interface Told {
  readonly trouble?: string;
  readonly shell?: string;
  readonly isCounted?: boolean;
}

async function play(scene: Scene, { trouble, shell, isCounted = false }: Told = {}): Promise<Played> {
  const stage = stageOf(hub);
  const { env, entry, ...run } = scene.run(stage.dir, hub);
  const counts = join(stage.dir, 'counts');
  const ended = await troubledRun({
    ...run,
    entry: entries(entry),
    cwd: stage.dir,
    env: { ...env, ...stage.env },
    ...(isCounted ? { counts } : {}),
    ...(trouble === undefined ? {} : { trouble }),
    ...(shell === undefined ? {} : { shell }),
  });
  const path = join(stage.dir, scene.report ?? scene.file ?? '');
  return {
    ended,
    text: existsSync(path) ? readFileSync(path, 'utf8') : undefined,
    stage,
    counts: isCounted ? (JSON.parse(readFileSync(counts, 'utf8')) as Played['counts']) : undefined,
  };
}

/** How much a run does when nothing befalls it, found once a scene; a share of the suite goes without. */
const undisturbed = new Map<string, NonNullable<Played['counts']>>();
async function countsOf(scene: Scene): Promise<NonNullable<Played['counts']>> {
  if (!suite.whole) return { doings: 400, writes: 5, calls: 12 };
  const known = undisturbed.get(scene.name);
  if (known !== undefined) return known;
  const { ended, counts, stage } = await play(scene, { isCounted: true });
  stage.remove();
  expect(scene.codes, `${scene.name}: ${ended.err}`).toContain(ended.code);
  const found = counts ?? { doings: 0, writes: 0, calls: 0 };
  undisturbed.set(scene.name, found);
  return found;
}

function checkFiles(scene: Scene, { text, ended, stage }: Played, what: string): void {
  if (text === undefined) return;
  if (scene.report !== undefined) expect((JSON.parse(text) as Report).exitCode, what).toBe(ended.code);
  else if (scene.file?.endsWith('.yaml') === true) expect((load(text) as { kind?: string }).kind, what).toBe('List');
  else expect(text, what).toMatch(/^### [^]*\nfleet-gate [\d.]+ \(demo\)[^\n]*\n$/);
  expect(
    readdirSync(stage.dir).filter((name) => name.endsWith('.tmp')),
    what,
  ).toEqual([]);
}

/** Some at a time, as they wait for the machine more than they compute. */
async function each<T>(jobs: readonly T[], run: (job: T) => Promise<void>): Promise<void> {
  const rest = jobs.values();
  await Promise.all(
    Array.from({ length: 14 }, async () => {
      for (const job of rest) await run(job);
    }),
  );
}

// SECURITY.md: It ends: every wait, request and judgement has a limit
test('a run ends correctly after a signal at any time', async () => {
  const jobs = suite.whole ? SCENES.flatMap((scene) => Array.from({ length: 3 }, () => scene)) : SCENES.slice(1, 2);
  let cancelled = 0;
  await each(jobs, async (scene) => {
    const { doings } = await countsOf(scene);
    const trouble = `signal:${SIGNALS[pick(0, 2)]}:${pick(LISTENING, doings)}`;
    const played = await play(scene, { trouble });
    const { ended, stage, text } = played;
    const what = `${scene.name}, ${trouble}: ${ended.out}${ended.err}`;
    expect(ended.signal, what).toBeNull();
    expect([EXIT_CODES.cancelled, ...scene.codes], what).toContain(ended.code);
    checkFiles(scene, played, what);
    // A cancelled run reports what it knows. A snapshot or a demo that was interrupted has no report.
    if (scene.report !== undefined) expect(text, what).toBeDefined();
    expect(stage.left(), what).toEqual([]);
    if (ended.code === EXIT_CODES.cancelled) cancelled += 1;
    stage.remove();
  });
  if (suite.whole) expect(cancelled).toBeGreaterThan(0);
  suite.tell({
    tried: 'SIGINT, SIGTERM or SIGHUP at a random step of a command or of the Action',
    times: jobs.length,
    outcome: `${cancelled} ended with 130 and their report, the others had their verdict already; nothing temporary was left`,
  });
});

test('a run ends correctly after a second signal', async () => {
  const jobs = suite.whole ? SCENES : SCENES.slice(4, 5);
  await each(jobs, async (scene) => {
    const { doings } = await countsOf(scene);
    const trouble = `signal:SIGINT:${pick(LISTENING, doings)}:${pick(1, 20)}`;
    const played = await play(scene, { trouble });
    const what = `${scene.name}, ${trouble}: ${played.ended.out}${played.ended.err}`;
    expect(played.ended.signal, what).toBeNull();
    expect([EXIT_CODES.cancelled, ...scene.codes], what).toContain(played.ended.code);
    checkFiles(scene, played, what);
    expect(played.stage.left(), what).toEqual([]);
    played.stage.remove();
  });
  suite.tell({
    tried: 'Ctrl-C twice',
    times: jobs.length,
    outcome: 'each ended at once with 130 or its verdict; files were whole or absent',
  });
});

test('no file is half written if the process is killed while it writes', async () => {
  const scenes = suite.whole ? SCENES.filter(({ name }) => ['lint', 'snapshot'].includes(name)) : SCENES.slice(0, 1);
  const jobs: { readonly scene: Scene; readonly at: number }[] = [];
  for (const scene of scenes) {
    const { writes } = await countsOf(scene);
    for (let at = 1; at <= writes; at++) if (suite.whole || at === 3) jobs.push({ scene, at });
  }
  let old = 0;
  await each(jobs, async ({ scene, at }) => {
    const stage = stageOf(hub);
    const { env, entry, ...run } = scene.run(stage.dir, hub);
    const path = join(stage.dir, scene.report ?? scene.file ?? '');
    writeFileSync(path, 'as it was');
    const ended = await troubledRun({
      ...run,
      entry: entries(entry),
      cwd: stage.dir,
      env: { ...env, ...stage.env },
      trouble: `kill:${at}`,
    });
    expect(ended.signal, `${scene.name}, ${at}: ${ended.err}`).toBe('SIGKILL');
    const text = readFileSync(path, 'utf8');
    if (text === 'as it was') old += 1;
    else if (scene.report === undefined) expect(text.endsWith('\n')).toBe(true);
    else expect(scene.codes).toContain((JSON.parse(text) as Report).exitCode);
    stage.remove();
  });
  suite.tell({
    tried: 'kill -9 at every step of writing a report or a snapshot',
    times: jobs.length,
    outcome: `${old} files were as they were before, ${jobs.length - old} were new and whole`,
  });
});

test('a run ends correctly after an error of a system call, or an exit inside a library', async () => {
  const scenes = suite.whole ? SCENES.filter(({ name }) => name !== 'demo') : SCENES.slice(0, 1);
  const codes = new Map<number | null, number>();
  const jobs: { readonly scene: Scene; readonly trouble: string }[] = [];
  for (const scene of scenes) {
    const { calls } = await countsOf(scene);
    const kinds = suite.whole ? Array.from({ length: 2 }, () => 'fault') : ['fault'];
    for (const kind of kinds) jobs.push({ scene, trouble: `${kind}:${pick(1, calls)}` });
    if (suite.whole) for (const code of [0]) jobs.push({ scene, trouble: `exit:${pick(1, calls)}:${code}` });
  }
  await each(jobs, async ({ scene, trouble }) => {
    const { ended, stage } = await play(scene, { trouble });
    const what = `${scene.name}, ${trouble}: ${ended.out}${ended.err}`;
    expect(ended.signal, what).toBeNull();
    expect(CODES, what).toContain(ended.code);
    // What fails without trouble must not pass with it.
    if (!scene.codes.includes(0)) expect(ended.code, what).not.toBe(0);
    if (trouble.startsWith('exit:')) expect([EXIT_CODES.ownFault, ...scene.codes], what).toContain(ended.code);
    expect(stage.left(), what).toEqual([]);
    codes.set(ended.code, (codes.get(ended.code) ?? 0) + 1);
    stage.remove();
  });
  const told = [...codes].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0)).map(([code, times]) => `${times} with ${code}`);
  suite.tell({
    tried: 'an error out of a random call of the system, or an exit inside a library',
    times: jobs.length,
    outcome: `ended ${told.join(', ')}; none passed that fails without the error`,
  });
});

const OUTPUTS: readonly { readonly what: string; readonly shell: string; readonly codes: readonly number[] }[] = [
  { what: 'a reader that takes one line', shell: '"$@" | head -1 >/dev/null; exit ${PIPESTATUS[0]}', codes: [1] },
  { what: 'a reader that is gone', shell: '"$@" | true; exit ${PIPESTATUS[0]}', codes: [1] },
  { what: 'standard output closed', shell: '"$@" >&-', codes: [1, 2] },
  { what: 'standard error closed', shell: '"$@" 2>&-', codes: [1] },
  { what: 'both closed', shell: '"$@" >&- 2>&-', codes: [1, 2] },
  { what: 'standard output on a full device', shell: '"$@" >/dev/full', codes: [2] },
  { what: 'standard error on a full device', shell: '"$@" 2>/dev/full', codes: [1] },
  { what: 'a limit on the size of files', shell: 'ulimit -f 0; "$@"', codes: [2] },
];

test.runIf(existsSync('/dev/full') && existsSync('/bin/bash'))('a run ends correctly if outputs cannot be written', async () => {
  const outputs = suite.whole ? OUTPUTS : OUTPUTS.slice(-1);
  const [lint] = SCENES;
  if (lint === undefined) throw new Error('there is no scene');
  await each(outputs, async ({ what, shell, codes }) => {
    const { ended, stage, text } = await play(lint, { shell });
    expect(codes, `${what}: ${ended.code} ${ended.signal} ${ended.out}${ended.err}`).toContain(ended.code);
    if (text !== undefined) expect((JSON.parse(text) as Report).exitCode).toBe(1);
    expect(readdirSync(stage.dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(stage.left()).toEqual([]);
    stage.remove();
  });
  suite.tell({
    tried: 'full devices, a limit on the size of files, closed pipes and closed outputs',
    times: outputs.length,
    outcome: 'each ended with the verdict, or with 2 and the reason where the report could not be written; files were whole or absent',
  });
});

const NO_FILES: readonly { readonly what: string; readonly file: string; readonly make?: string }[] = [
  { what: 'a pipe nobody writes to', file: 'x', make: 'mkfifo x' },
  { what: 'a folder', file: 'x', make: 'mkdir x' },
  { what: 'a device', file: '/dev/zero' },
  { what: 'nothing', file: 'x' },
  { what: 'a link to itself', file: 'x', make: 'ln -s x x' },
  { what: 'a file that is no text', file: 'x', make: 'head -c 3000 /dev/urandom > x' },
];
const ASKED: readonly (readonly [string, ...(readonly string[])])[] = [
  ['lint', 'a.yaml', '--clusters'],
  ['lint', 'a.yaml', '--config'],
  ['lint'],
  ['lint', 'a.yaml', '--base-dir'],
  ['diagnose', '--from'],
  ['wait', 'crp/a', '--timeout', '1s', '--kubeconfig', 'kubeconfig', '--manifests'],
  ['wait', 'crp/a', '--timeout', '1s', '--kubeconfig'],
  ['lint', 'a.yaml', '--crds'],
  ['status', '--from'],
  ['plan', 'a.yaml', '--clusters'],
  ['watch', '--once', '--kubeconfig', 'kubeconfig', '--webhook=@'],
];

test.runIf(existsSync('/bin/bash') && existsSync('/dev/zero'))('a run ends correctly if inputs are not regular files', async () => {
  const all = ASKED.flatMap((argv) => NO_FILES.map((found) => ({ argv, ...found })));
  const jobs = all.filter((_, index) => suite.whole || index % 41 === 0);
  await each(jobs, async ({ argv, what, file, make = 'true' }) => {
    const stage = stageOf(hub);
    const given = argv.at(-1)?.endsWith('@') === true ? [...argv.slice(0, -1), `${argv.at(-1) ?? ''}${file}`] : [...argv, file];
    const run = { entry: entries('cli'), argv: given, cwd: stage.dir, env: stage.env, shell: `${make}; exec "$@"` };
    const ended = await troubledRun(run);
    const about = `${argv.join(' ')} ${what}: ${ended.code} ${ended.signal} ${ended.out}${ended.err}`;
    expect([EXIT_CODES.usage, EXIT_CODES.nothingToDo, EXIT_CODES.notAllowed, EXIT_CODES.notEvaluated, EXIT_CODES.failed], about).toContain(
      ended.code,
    );
    expect(ended.err, about).not.toContain('    at ');
    stage.remove();
  });
  suite.tell({
    tried: 'a pipe without a writer, a folder, a device, a link to itself, random bytes or nothing where a file is asked for',
    times: jobs.length,
    outcome: 'each was named in one line, and none was waited for',
  });
});
