/** Credentials and data of Secrets, planted at every possible place, with every command, format and failure: none is shown. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../src/demo/hub/certificate.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../src/demo/hub/hub-time.ts';
import { NOW } from '../support/fleets/fleet.ts';
import { reliability } from '../support/reliability.ts';
import { canaryAt, canaryFinder, type Canary } from '../support/secrets/canary.ts';
import { failingHub, plantedObjects, type Planted } from '../support/secrets/contents.ts';
import { crash } from '../support/secrets/crash.ts';
import { ANSWERS, startEchoingHub, type Answer, type EchoingHub } from '../support/secrets/echoing-hub.ts';
import { runCli, runInAction, type LeakRun, type Written } from '../support/secrets/leak-run.ts';
import { logins, type Login } from '../support/secrets/logins.ts';
import { plantedTree } from '../support/secrets/tree.ts';

const suite = reliability('secrets', {
  title: 'Secrets',
  proves:
    'Canaries are in each place that can have a credential or a value of a Secret. All output is searched for them: plain, in base64, in URLs, in JSON, in part and broken over lines. The test proves that each canary was read, so it would find a leak.',
});

const KUBECONFIG = ['--kubeconfig', 'kubeconfig'];
/** Every way the CLI reads a hub. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  wait: ['wait', 'crp/shop', '--timeout', '1s', '--settle', '0s', '--manifests', 'tree/ns.yaml', ...KUBECONFIG],
  diagnose: ['diagnose', 'crp/shop', ...KUBECONFIG],
  snapshot: ['snapshot', '--out', 'written/snapshot.yaml', ...KUBECONFIG],
  doctor: ['doctor', 'crp/shop', '--manifests', 'tree/ns.yaml', ...KUBECONFIG],
  lint: ['lint', 'tree', '--plan', ...KUBECONFIG],
  plan: ['plan', 'tree', ...KUBECONFIG],
  'plan --render': ['plan', 'tree', '--render', 'east', ...KUBECONFIG],
  'wait --member': ['wait', 'crp/shop', '--timeout', '1s', '--settle', '0s', '--member', 'east=hub', ...KUBECONFIG],
  'diagnose --member': ['diagnose', 'crp/shop', '--member', 'east=hub', ...KUBECONFIG],
  ready: ['ready', 'tree', ...KUBECONFIG],
  'ready --dry-run-members': ['ready', 'tree', '--dry-run-members', '--dry-run-unguarded', '--member', 'east=hub', ...KUBECONFIG],
  owns: ['owns', 'configmap/shop/planted-5', ...KUBECONFIG],
  status: ['status', ...KUBECONFIG],
  clusters: ['clusters', '--out', 'written/clusters.yaml', ...KUBECONFIG],
  'watch --once': ['watch', '--once', '--state', 'written/watch.json', ...KUBECONFIG],
  approve: ['approve', 'csur/none', '--timeout', '1s', ...KUBECONFIG],
};
/** Every way the Action does. */
const MODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Action, gate': { mode: 'gate', kubeconfig: 'kubeconfig', placements: 'crp/shop', timeout: '1s', settle: '0s' },
  'Action, lint': { mode: 'lint', kubeconfig: 'kubeconfig', paths: 'tree' },
};

const GITHUB = canaryAt('github-token', suite.seed);
let hub: EmbeddedHub;
let echoing: EchoingHub;
let home = '';
let cwd = '';
let ways: readonly Login[] = [];
let onHub: readonly Planted[] = [];
let inTree: ReturnType<typeof plantedTree>;
let quoted: readonly Canary[] = [];
let leaksIn: (written: Written) => readonly string[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fleet-gate-secrets-'));
  cwd = join(home, 'work');
  mkdirSync(cwd);
  hub = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
  echoing = await startEchoingHub(hub);
  onHub = plantedObjects('hub', suite.seed);
  inTree = plantedTree(join(cwd, 'tree'), suite.seed);
  const failing = failingHub(onHub, suite.seed);
  for (const object of failing.objects) hub.store.put(object);
  quoted = failing.canaries;
  echoing.held = JSON.stringify(onHub[0]?.object);
  ways = logins(echoing, cwd, suite.seed, await makeCertificate());
  const all = [GITHUB, ...quoted, ...onHub.map(({ canary }) => canary), ...inTree.canaries, ...ways.flatMap(({ canaries }) => canaries)];
  const find = canaryFinder(all);
  leaksIn = ({ texts }) => Object.entries(texts).flatMap(([name, text]) => find(text).map((place) => `${place} in ${name}`));
  // Otherwise the search would prove nothing.
  for (const { place, value } of all) expect(find(`a ${Buffer.from(`b${value.slice(2)}`).toString('base64')} c`), place).toContain(place);
});
afterAll(async () => {
  await echoing.close();
  await hub.close();
  rmSync(home, { recursive: true, force: true });
});

/** One run with a login, against a hub that answers so. */
interface Try {
  readonly way: Login;
  readonly command: string;
  readonly answer: Answer;
}

const counts = { runs: 0, texts: 0, hidden: 0, masked: 0 };

async function written({ way, command, answer }: Try): Promise<Written> {
  writeFileSync(
    join(cwd, 'kubeconfig'),
    answer === 'gone' ? way.kubeconfig.replaceAll(echoing.url.slice(8), echoing.goneUrl.slice(8)) : way.kubeconfig,
  );
  echoing.answer = answer;
  echoing.seen.length = 0;
  const isHeard = answer !== 'gone' && !way.failsAtOnce;
  const where: LeakRun = { cwd, env: way.env, isPatient: answer === 'right', ...(isHeard ? { clock: echoing.clockFromArrival() } : {}) };
  // A run that fails at once does not wait that long, and the program of its login may need a second to start.
  const limit = way.failsAtOnce ? { timeout: '60s' } : {};
  const argv = COMMANDS[command]?.map((word) => (word === '1s' ? (limit.timeout ?? word) : word));
  if (argv !== undefined) return runCli(argv, where);
  return runInAction(
    { ...MODES[command], ...(command === 'Action, gate' ? limit : {}), 'github-token': GITHUB.value },
    where,
    answer === '500' ? 'Bad credentials:' : undefined,
  );
}

async function checked(each: Try): Promise<Written> {
  const { way, command, answer } = each;
  const result = await written(each);
  const label = `seed ${suite.seed}: ${way.place}, ${command}, ${answer}`;
  expect(leaksIn(result), label).toEqual([]);
  expect(result.late, `${label}: masked after something was written`).toEqual([]);
  // If the hub is gone, the sent texts are not read.
  if (answer !== 'gone' || way.failsAtOnce) {
    const said = Object.values(result.texts).join('\n');
    expect(way.isRead({ seen: echoing.seen.join('\n'), said, masked: result.masked }), `${label}: not read: ${said.slice(0, 500)}`).toBe(
      true,
    );
  }
  const isMasked = (value: string): boolean => result.masked.some((secret) => secret.includes(value));
  if (way.isCredential && answer !== 'gone')
    for (const { value, place } of way.canaries) expect(isMasked(value), `${label}: ${place} not masked`).toBe(true);
  counts.runs += 1;
  counts.texts += Object.keys(result.texts).length;
  counts.hidden += Object.values(result.texts).filter((text) => text.includes('***')).length;
  counts.masked += result.masked.length;
  return result;
}

// SECURITY.md: Under GitHub Actions hub credentials are masked
// SECURITY.md: No credential and no Secret's data in any output
it('no credential of any login is shown, for any command, format and answer of the hub', async () => {
  const commands = [...Object.keys(COMMANDS), ...Object.keys(MODES)];
  const all = pairs(commands);
  const some = ways.flatMap((way, index) => {
    const own = index % 5 === suite.seed % 5 ? all.filter((each) => each.way === way) : [];
    return own[(index * 7 + suite.seed) % own.length] ?? [];
  });
  for (const each of suite.whole ? all : some) await checked(each);
  expect(counts.hidden).toBeGreaterThan(suite.size(500, 2));
  suite.tell({
    tried: `${ways.length} places of credentials in kubeconfig, environment, plugins and URLs, with each of ${commands.length} commands and each of ${ANSWERS.length} answers of the hub, most of which echo all it was sent`,
    times: counts.runs,
    outcome: `${counts.texts.toLocaleString('en')} outputs in every format show no canary, ${counts.hidden.toLocaleString('en')} of them that something was hidden; ${counts.masked.toLocaleString('en')} masks, each before anything was written`,
  });
});

/** Each place with each command, each place with each answer, and each command with each answer. */
function pairs(commands: readonly string[]): readonly Try[] {
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const working = ways.filter(({ failsAtOnce }) => !failsAtOnce);
  return [
    ...ways.flatMap((way, index) =>
      commands.map((command, other): Try => ({ way, command, answer: way.failsAtOnce ? 'right' : at(ANSWERS, index + other) })),
    ),
    ...working.flatMap((way, index) => ANSWERS.map((answer, other) => ({ way, answer, command: at(commands, index + other + 1) }))),
    ...commands.flatMap((command, index) => ANSWERS.map((answer, other) => ({ command, answer, way: at(working, index + other * 2) }))),
  ];
}

it('no value of a Secret that the hub holds or quotes is shown, and only their owner can read snapshots', async () => {
  const [way] = ways;
  if (way === undefined) throw new Error('there is no login');
  const results = new Map<string, Written>();
  const commands = suite.whole ? [...Object.keys(COMMANDS), ...Object.keys(MODES)] : ['wait', 'diagnose', 'snapshot', 'plan --render'];
  for (const command of commands) results.set(command, await checked({ way, command, answer: 'right' }));
  const snapshot = results.get('snapshot');
  for (const { name, canary } of onHub) expect(snapshot?.texts['snapshot.yaml'], canary.place).toContain(name);
  expect(snapshot?.modes['snapshot.yaml']).toBe(0o600);
  for (const command of ['diagnose', 'wait']) {
    const text = results.get(command)?.texts['report.json'];
    expect(text, command).toContain('admission webhook denied the request: password \\"***\\" is too weak; see https://***@wiki/x');
  }
  const dumps = inTree.dumpsOf(hub.store, cwd);
  for (const { name, file } of [...dumps, { name: 'snapshot', file: 'snapshot.yaml' }]) {
    if (name === 'snapshot') writeFileSync(join(cwd, file), snapshot?.texts['snapshot.yaml'] ?? '');
    const judged = await runCli(['diagnose', 'crp/shop', '--from', file], { cwd, env: {}, isPatient: true });
    expect(leaksIn(judged), name).toEqual([]);
    expect(judged.texts['report.json'], name).toContain('is too weak; see https://***@wiki/x');
  }
  suite.tell({
    tried:
      'Commands on a hub with a Secret in every place KubeFleet and others copy it to, and in conditions that quote it; and on dumps of it',
    times: results.size + dumps.length + 1,
    outcome: `none of ${onHub.length + quoted.length} canaries comes out, and the snapshot, which names all objects they are in, is readable for its owner alone`,
  });
});

// SECURITY.md: No credential and no Secret's data in any output
it('no credential and no value of a Secret is in the state, the message, the report and the log of a watch', async () => {
  const sent: string[] = [];
  const webhook = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      sent.push(`${request.url ?? ''} ${body}`);
      return response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => void webhook.listen(0, '127.0.0.1', () => resolve()));
  const [address, key] = [canaryAt('address of a webhook', suite.seed), canaryAt('key of a webhook', suite.seed)];
  const find = canaryFinder([address, key]);
  writeFileSync(join(cwd, 'webhook'), `http://127.0.0.1:${String((webhook.address() as AddressInfo).port)}/${address.value}`);
  writeFileSync(join(cwd, 'key'), key.value);
  echoing.answer = 'right';
  const working = ways.filter(({ failsAtOnce }) => !failsAtOnce);
  for (const way of suite.whole ? working : working.slice(0, 2)) {
    writeFileSync(join(cwd, 'kubeconfig'), way.kubeconfig);
    const where: LeakRun = { cwd, env: way.env, isPatient: true };
    sent.length = 0;
    const state = join(cwd, 'watch.json');
    const argv = ['watch', '--once', '--state', 'watch.json', '--webhook', '@webhook', '--webhook-key', '@key', ...KUBECONFIG];
    const action = { mode: 'watch', kubeconfig: 'kubeconfig', state: 'watch.json', 'github-token': GITHUB.value };
    rmSync(state, { force: true });
    await runCli(argv, where);
    // As if the grace of the failure had ended since.
    writeFileSync(state, readFileSync(state, 'utf8').replace('"2026-03-04T10:05:00Z"', '"2026-03-04T09:05:00Z"'));
    const cli = await runCli(argv, where);
    const remembered = readFileSync(state, 'utf8');
    expect(remembered, way.place).toContain('"failure":"apply-');
    expect(sent, way.place).toEqual([expect.stringContaining(`/${address.value} {`)]);
    const [body = ''] = sent.map((each) => each.slice(each.indexOf(' ')));
    for (const each of [{ ...cli, texts: { ...cli.texts, webhook: body, state: remembered } }, await runInAction(action, where)]) {
      expect(leaksIn(each), way.place).toEqual([]);
      for (const [name, said] of Object.entries(each.texts)) expect(find(said), name).toEqual([]);
    }
  }
  webhook.closeAllConnections();
  await new Promise((resolve) => void webhook.close(resolve));
});

// SECURITY.md: No credential and no Secret's data in any output
it('no value of a Secret in the tree is shown, valid or not', async () => {
  let runs = 0;
  for (const [name, argv] of Object.entries(inTree.commands)) {
    const result = await runCli(argv, { cwd, env: inTree.env, isPatient: true });
    expect(leaksIn(result), name).toEqual([]);
    const said = Object.values(result.texts).join('\n');
    for (const place of inTree.readBy(name)) expect(said, `${name} did not read ${place.canary}`).toContain(place.sign);
    runs += 1;
  }
  const action = await runInAction(
    { mode: 'lint', paths: 'tree', clusters: 'clusters.yaml', 'github-token': GITHUB.value },
    { cwd, env: inTree.env, isPatient: true },
  );
  expect(leaksIn(action)).toEqual([]);
  expect(action.masked.concat(action.texts['log'] ?? '').length).toBeGreaterThan(0);
  suite.tell({
    tried:
      'Commands on a tree with Secrets in every place and form, some of them broken, and with git, kustomize and helm that print credentials',
    times: runs + 1,
    outcome: `none of ${inTree.canaries.length} canaries comes out; each place is in the output that names it`,
  });
});

it('no credential of a member that cannot be read is shown', async () => {
  const [way] = ways;
  const member = ways.find(({ place }) => place === 'server URL');
  if (way === undefined || member === undefined) throw new Error('there is no login');
  writeFileSync(join(cwd, 'kubeconfig'), way.kubeconfig);
  mkdirSync(join(cwd, 'members'), { recursive: true });
  writeFileSync(join(cwd, 'members/east'), member.kubeconfig.replaceAll(echoing.url.slice(8), echoing.goneUrl.slice(8)));
  echoing.answer = 'right';
  for (const command of ['diagnose', 'wait']) {
    const result = await runCli([...(COMMANDS[command] ?? []), '--member-kubeconfig', 'members'], { cwd, env: {}, isPatient: true });
    expect(leaksIn(result), command).toEqual([]);
    for (const { value } of [...way.canaries, ...member.canaries])
      expect(result.masked.some((secret) => secret.includes(value))).toBe(true);
  }
});

// SECURITY.md: No credential and no Secret's data in any output
it('no value of a Secret is shown that a member repeats of a dry run', async () => {
  const member = ways.find(({ failsAtOnce }) => !failsAtOnce);
  if (member === undefined) throw new Error('there is no login');
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  mkdirSync(join(cwd, 'members'), { recursive: true });
  writeFileSync(join(cwd, 'members/east'), member.kubeconfig);
  const argv = ['ready', 'tree', '--dry-run-members', '--dry-run-unguarded', '--member-kubeconfig', 'members', ...KUBECONFIG];
  const answers = ['401', '403', '422', '500', 'html', 'moved', 'broken'] as const;
  echoing.only = /dryRun=/;
  const find = canaryFinder(inTree.canaries);
  for (const answer of answers) {
    echoing.answer = answer;
    echoing.seen.length = 0;
    const result = await runCli(argv, { cwd, env: member.env, isPatient: true });
    expect(leaksIn(result), answer).toEqual([]);
    expect(find(echoing.seen.join('\n')), `${answer}: no Secret was sent`).not.toEqual([]);
  }
  echoing.only = undefined;
  suite.tell({
    tried: 'Members that repeat the objects of a dry run, in each form of an answer',
    times: answers.length,
    outcome: 'no canary comes out',
  });
});

it('no credential is shown in the stack of an internal error', async () => {
  const [way] = ways;
  const [token] = way?.canaries ?? [];
  if (way === undefined || token === undefined) throw new Error('there is no login');
  writeFileSync(join(cwd, 'kubeconfig'), way.kubeconfig);
  echoing.answer = 'right';
  const variable = canaryAt('environment of a crash', suite.seed);
  const find = canaryFinder([token, variable]);
  const inputs = {
    INPUT_MODE: 'gate',
    INPUT_KUBECONFIG: 'kubeconfig',
    INPUT_PLACEMENTS: 'crp/shop',
    INPUT_COMMENT: 'never',
    GITHUB_STEP_SUMMARY: '',
    GITHUB_OUTPUT: '',
  };
  const crashes = [
    { entry: 'cli.ts', argv: COMMANDS['diagnose'] ?? [], env: {}, quotes: token },
    { entry: 'cli.ts', argv: ['lint', 'tree', '--clusters', 'clusters.yaml'], env: {}, quotes: variable },
    { entry: 'action.ts', argv: [], env: inputs, quotes: token },
  ];
  const ended = await Promise.all(
    crashes
      .slice(0, 3)
      .map(({ entry, argv, env, quotes }) =>
        crash(entry, argv, { cwd, env: { ...env, DB_PASSWORD: variable.value } }, `${quotes.value} and ${variable.value}`),
      ),
  );
  for (const { code, log } of ended) {
    expect(code, log).toBe(99);
    expect(log).toMatch(/Error: a bug that quotes \*\*\* and \*\*\*\n {4}at /);
    // The Action has it masked, by a line that the runner takes out of the log.
    expect(find(log.replaceAll(/^::add-mask::.*$/gm, '')), log).toEqual([]);
  }
  suite.tell({
    tried: 'Crashes (exit 99) whose error quotes the token in use and a variable of the environment',
    times: ended.length,
    outcome: 'the stack is shown without them',
  });
});

// SECURITY.md: A snapshot is written for its owner alone
it('only its owner can read a snapshot, even if it replaces a file that everybody may read', async () => {
  writeFileSync(join(cwd, 'kubeconfig'), ways[0]?.kubeconfig ?? '');
  echoing.answer = 'right';
  writeFileSync(join(cwd, 'open.yaml'), 'old', { mode: 0o644 });
  await runCli(['snapshot', '--out', 'open.yaml', ...KUBECONFIG], { cwd, env: {}, isPatient: true });
  expect(statSync(join(cwd, 'open.yaml')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(cwd, 'open.yaml'), 'utf8')).toContain('planted-0');
});
