/** Commands that write or ask other servers: hostile trees, state files, issues and answers. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, test, vi } from 'vitest';
import { openQuery } from '../../src/cli/approve/prometheus.ts';
import { parseArgv } from '../../src/cli/command-line/invocation.ts';
import { readState } from '../../src/cli/watch/state-file.ts';
import { type JsonObject, listAt, objectAt, stringAt } from '../../src/fleet/json/json.ts';
import { issuePlan } from '../../src/watch/issue.ts';
import { metricsText } from '../../src/watch/metrics-text.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';
import { badNow, memoryOf, SHOP } from '../watch/memory-of.ts';
import { watchedShop } from '../watch/watched-shop.ts';

const suite = reliability('commands', {
  title: 'Commands that write, or ask another server',
  proves:
    'A tree, a state file, an issue or an answer is hostile. `init` writes nothing outside of the repository and no step that a name in the tree injects; `watch` reports what is bad; `approve` accepts no other answer than one number.',
});

const SHOP_YAML = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;

/** Links of a tree by which a file that `init` writes would be outside of it, or another file. */
const LINKS: readonly string[] = [
  '.github',
  '.github/workflows',
  '.fleet-gate.yaml',
  '.github/workflows/fleet-lint.yml',
  '.github/workflows/fleet-deploy.yml',
];

// SECURITY.md: `init` never changes a file that exists
test('init writes nothing outside of the repository', async () => {
  for (const link of LINKS)
    for (const target of ['a folder', 'a file', 'nothing']) {
      const { dir } = gitRepository({ 'deploy/shop.yaml': SHOP_YAML });
      const outside = temporaryFolder();
      const place = path.join(outside, 'x');
      if (target === 'a folder') mkdirSync(place);
      if (target === 'a file') writeFileSync(place, 'as it was');
      mkdirSync(path.dirname(path.join(dir, link)), { recursive: true });
      symlinkSync(place, path.join(dir, link));
      await runCli(dir, ['init'], { env: { HOME: temporaryFolder() } }).catch(() => undefined);
      const found = target === 'a folder' ? readdirSync(place) : existsSync(place) ? readFileSync(place, 'utf8') : undefined;
      expect(found, `${link} to ${target}`).toEqual(target === 'a folder' ? [] : target === 'a file' ? 'as it was' : undefined);
    }
  suite.tell({
    tried: 'links of a tree at the places where `init` writes',
    times: LINKS.length * 3,
    outcome: 'nothing was written outside of it',
  });
});

/** Commands that read a hub, other than `approve`. */
const READING: readonly (readonly string[])[] = [
  ['diagnose', 'crp/shop'],
  ['wait', 'crp/shop', '--timeout', '1s'],
  ['status'],
  ['doctor'],
  ['snapshot', '--out', 'snapshot.yaml'],
  ['owns', 'deployment/orders'],
  ['clusters'],
  ['watch', '--once'],
  ['lint', 'shop.yaml'],
  ['plan', 'shop.yaml'],
  ['ready', 'shop.yaml'],
];

// SECURITY.md: Every other command writes nothing
test('no command but approve writes to the hub', async () => {
  const shop = await watchedShop();
  try {
    writeFileSync(path.join(shop.cwd, 'shop.yaml'), SHOP_YAML);
    for (const argv of READING) {
      const before = shop.hub.requests.length;
      const kubeconfig = ['--kubeconfig', 'kubeconfig'];
      await runCli(shop.cwd, [...argv, ...kubeconfig], { env: { HOME: temporaryFolder() } }).catch(() => undefined);
      const asked = shop.hub.requests.slice(before);
      expect(asked.length, argv.join(' ')).toBeGreaterThan(0);
      // A review of one's own rights is answered, and not stored.
      const writes = asked.filter(
        ({ method, path: at }) => method !== 'GET' && !(method === 'POST' && /\/selfsubject\w*reviews$/.test(at)),
      );
      expect(writes, argv.join(' ')).toEqual([]);
    }
  } finally {
    await shop.close();
  }
  suite.tell({
    tried: 'the requests of each command that reads a hub',
    times: READING.length,
    outcome: 'none writes; only reviews of its own rights are sent',
  });
});

/** Commands that read files only. */
const OFFLINE: readonly (readonly string[])[] = [
  ['lint', 'shop.yaml'],
  ['plan', 'shop.yaml', '--clusters', 'clusters.yaml'],
  ['diagnose', 'crp/shop', '--from', 'shop.yaml'],
  ['explain', 'owner'],
  ['completion', 'bash'],
  ['init'],
];

// SECURITY.md: Nothing is sent anywhere else
test('no command connects to another server than the hub that it is given', async () => {
  const shop = await watchedShop();
  const connect = vi.spyOn(Socket.prototype, 'connect');
  try {
    writeTree(shop.cwd, {
      'shop.yaml': SHOP_YAML,
      'clusters.yaml': 'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: m1}\n',
    });
    const clusters = listAt(load(readFileSync(path.join(shop.cwd, 'kubeconfig'), 'utf8')), 'clusters');
    const { hostname, port } = new URL(stringAt(clusters[0], 'cluster', 'server') ?? '');
    for (const argv of [...OFFLINE, ...READING.map((words) => [...words, '--kubeconfig', 'kubeconfig'])]) {
      connect.mockClear();
      await runCli(shop.cwd, argv, { env: { HOME: temporaryFolder() } }).catch(() => undefined);
      const servers = new Set(connect.mock.calls.map((call) => serverOf(call)));
      expect([...servers], argv.join(' ')).toEqual(OFFLINE.includes(argv) ? [] : [`${hostname}:${port}`]);
    }
  } finally {
    connect.mockRestore();
    await shop.close();
  }
  suite.tell({
    tried: 'connections of each command that reads a hub, and of those that read files only',
    times: OFFLINE.length + READING.length,
    outcome: 'only the hub was contacted, or no server',
  });
});

/** @param call the arguments of `Socket.connect`, which Node's own code passes in a list */
function serverOf(call: readonly unknown[]): string {
  const [options] = call.flat();
  const { host, port, path: at } = options as { readonly host?: string; readonly port?: number; readonly path?: string };
  return at ?? `${String(host)}:${String(port)}`;
}

/** Names of folders that would be something else in a workflow, a configuration or a shell. */
const FOLDERS = [
  'a\n      - run: touch x',
  'a\n    permissions: write-all',
  '${{ github.token }}',
  '- run: id',
  'a: b',
  '"a',
  "'a",
  '# a',
  ' a',
  'a ',
  '|',
  '&a',
  '*a',
  '!a',
  '$(id)',
  '`id`',
  '-k',
  '--server=evil.test',
  'a;id',
  'a\u2028- run: id',
  'a\u0085- run: id',
  'a\rb',
];

test('no name of a folder becomes a step, an expression or a word of a shell', async () => {
  const stepsOf = async (folders: readonly string[]) => {
    const { dir } = gitRepository(Object.fromEntries(folders.map((folder) => [`${folder}/shop.yaml`, SHOP_YAML])));
    await runCli(dir, ['init'], { env: { HOME: temporaryFolder() } });
    const workflow = load(readFileSync(path.join(dir, '.github/workflows/fleet-deploy.yml'), 'utf8')) as JsonObject;
    const job = objectAt(workflow, 'jobs', 'deploy') ?? {};
    const steps = listAt(job, 'steps').map((step) => stringAt(step, 'uses') ?? stringAt(step, 'run'));
    const inputs = JSON.stringify(listAt(job, 'steps').map((step) => objectAt(step, 'with')));
    return { steps, keys: Object.keys(job), inputs, config: load(readFileSync(path.join(dir, '.fleet-gate.yaml'), 'utf8')) as JsonObject };
  };
  let times = 0;
  for (const folder of FOLDERS.slice(0, suite.size(FOLDERS.length, 3)))
    for (const folders of [[folder], [folder, 'b']]) {
      const plain = await stepsOf(folders.map((_, index) => `${['a', 'b'][index] ?? ''} x`));
      const { steps, keys, inputs, config } = await stepsOf(folders);
      expect([steps, keys], JSON.stringify(folders)).toEqual([plain.steps, plain.keys]);
      expect(inputs, JSON.stringify(folders)).not.toMatch(/\$\{\{ github/);
      expect(config['paths'], JSON.stringify(folders)).toEqual(folders.toSorted());
      times += 1;
    }
  suite.tell({
    tried: 'names of folders with line ends, expressions, and signs of YAML and shells',
    times,
    outcome: 'the same steps as for a plain name',
  });
});

const STATE_LIKE = (text: string): readonly string[] => [
  '',
  'null',
  '[]',
  '{',
  '{"schema":"watch-state-v1"}',
  '['.repeat(20_000),
  text.slice(0, text.length / 2),
  text.replaceAll(/"(?:at|since|told)":"[^"]*"/g, '"at":"9999-12-31T23:59:59Z"'),
  text.replaceAll(/"(\d{4}-[^"]*)"/g, '"9999-12-31T23:59:59Z"'),
  text.replaceAll(/"(\d{4}-[^"]*)"/g, '"-271821-04-20T00:00:00Z"'),
  text.replaceAll('"good"', '"bad"'),
  text.replaceAll('"good"', '"person"'),
  text.replaceAll('shop', '__proto__'),
  text.replaceAll('"objects":{', '"objects":{"__proto__":{},'),
  text.replaceAll('"objects":{', '"objects":{"constructor":null,'),
  text.replaceAll('"hub":"', '"hub":"x'),
  text.replace(
    '}\n',
    ',"undelivered":[{"change":"healed","object":{"apiVersion":"a","kind":"<!channel>","name":"@team"},"since":"2026-01-01T00:00:00Z","cause":"x"}]}\n',
  ),
  text.replaceAll('ClusterResourcePlacement', '::error::x'),
];

test('watch reports what is bad after any state file', async () => {
  const shop = await watchedShop();
  const argv = ['--state', 'watch.json'];
  const file = path.join(shop.cwd, 'watch.json');
  let times = 0;
  try {
    await shop.once(argv);
    const written = readFileSync(file, 'utf8');
    shop.breakEast();
    shop.pass(6);
    await shop.once([]);
    for (const text of STATE_LIKE(written)) {
      writeFileSync(file, text);
      // The first look may only suspect it.
      await shop.once(argv);
      shop.pass(6);
      const { exitCode, report, out } = await shop.once(argv);
      expect(exitCode, text.slice(0, 200)).toBe(1);
      expect(
        report?.watch?.bad.map(({ object }) => object.name),
        text.slice(0, 200),
      ).toContain('shop');
      expect(out.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
      times += 1;
    }
  } finally {
    await shop.close();
  }
  suite.tell({
    tried: 'state files that are damaged, forged, of another time or of another hub',
    times,
    outcome: 'the bad objects were reported, with exit code 1',
  });
});

test('a state that is not a regular file is not waited for', () => {
  const folder = temporaryFolder();
  for (const command of ['mkfifo x', 'ln -s /dev/zero x', 'mkdir x', 'ln -s x x', 'head -c 3000 /dev/urandom > x', 'truncate -s 20M x']) {
    execFileSync('sh', ['-c', `rm -rf x; ${command}`], { cwd: folder });
    expect(readState(path.join(folder, 'x'), 'a1b2'), command).toEqual({ why: expect.stringMatching(/./) });
  }
  suite.tell({
    tried: 'a pipe, a device, a folder, a link to itself, random bytes and 20 MB as a state file',
    times: 6,
    outcome: 'none was used, and none was waited for',
  });
});

test('names and causes stay texts in an issue and in metrics', () => {
  const harmless = issuePlan([], memoryOf(badNow({ ...SHOP, name: 'plainword' }, { cause: 'plainword', step: 'plainword' })), 'plainword')
    .open[0];
  const plain = seenIn(withoutMarker(harmless?.body));
  const lines = metricsOf('plainword').split('\n').length;
  for (const text of HOSTILE_STRINGS) {
    const name = memoryOf(badNow({ ...SHOP, name: text }, { cause: 'plainword', step: 'plainword' }));
    const cause = memoryOf(badNow({ ...SHOP, name: 'plainword' }, { cause: text, step: 'plainword' }));
    for (const [memory, title] of [
      [name, 'plainword'],
      [cause, 'plainword'],
      [memoryOf(badNow({ ...SHOP, name: 'plainword' }, { cause: 'plainword', step: 'plainword' })), text],
    ] as const) {
      const made = issuePlan([], memory, title).open[0];
      expect(made?.body.indexOf('-->'), JSON.stringify(text)).toBe(made?.body.split('\n')[0]?.indexOf('-->'));
      const seen = seenIn(withoutMarker(made?.body));
      expect([seen.shape, seen.links, seen.faults], JSON.stringify(text)).toEqual([plain.shape, plain.links, plain.faults]);
    }
    const metrics = metricsOf(text).split('\n');
    expect(metrics.length, JSON.stringify(text)).toBe(lines);
    for (const line of metrics) expect(line === '' || line.startsWith('#') || SAMPLE.test(line), line).toBe(true);
  }
  suite.tell({
    tried: 'hostile names, causes and titles in an issue and in metrics',
    times: HOSTILE_STRINGS.length * 4,
    outcome: 'the same structure, and no link, mention or command',
  });
});

/** The text that is seen: the first line is a comment. */
function withoutMarker(body = ''): string {
  return body.slice(body.indexOf('\n'));
}

/** One sample of the text format of Prometheus. */
const SAMPLE = /^fleet_gate_\w+(?:\{(?:\w+="(?:[^"\\\n]|\\[\\"n])*",?)*\})? -?[\d.e+NaInf]+$/;

function metricsOf(name: string): string {
  const memory = memoryOf(badNow({ ...SHOP, name }));
  const watched = [{ object: { ...SHOP, name }, state: 'bad', cause: '', suspicions: [] }] as const;
  const look = { at: memory.at, watched, unread: [], denied: [], evictions: [] };
  return metricsText({
    last: { look, memory, seconds: 1 },
    isReadable: true,
    looks: { read: 1, unreadable: 0 },
    changes: {},
    deliveries: [],
    version: '1',
  });
}

const ONE = { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [1, '0.5'] }] } };
const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const sample = (value: unknown) => json({ ...ONE, data: { resultType: 'vector', result: [{ metric: {}, value }] } });

/** Answers that are not one number from Prometheus. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a redirect to a server that proves it': (response) => void response.writeHead(302, { location: '/good' }).end(),
  'a redirect with a proof as its body': json(ONE, 301),
  'a login with a proof as its body': json(ONE, 401),
  'a failure with a proof as its body': json(ONE, 500),
  'a part of the answer': json(ONE, 206),
  'a page of a proxy': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>0.5</html>'),
  'no body': (response) => void response.writeHead(204).end(),
  'a proof that breaks off': (response) => {
    response.writeHead(200, { 'content-length': '500' });
    response.write(JSON.stringify(ONE));
    setTimeout(() => response.destroy(), 20);
  },
  'two answers': (response) => void response.end(JSON.stringify(ONE) + JSON.stringify(ONE)),
  'a list of answers': json([ONE]),
  'deep nesting': (response) => void response.end('['.repeat(100_000)),
  'a warning': json({ ...ONE, warnings: ['partial'] }),
  'a warning that is not in a list': json({ ...ONE, warnings: 'partial' }),
  'warnings by number': json({ ...ONE, warnings: { 0: 'partial' } }),
  'an error': json({ ...ONE, status: 'error', error: 'x' }),
  'no status': json({ data: ONE.data }),
  'no series': json({ ...ONE, data: { resultType: 'vector', result: [] } }),
  'two series': json({ ...ONE, data: { resultType: 'vector', result: [...ONE.data.result, ...ONE.data.result] } }),
  'a matrix': json({ ...ONE, data: { resultType: 'matrix', result: [{ metric: {}, values: [[1, '0.5']] }] } }),
  'a histogram': json({ ...ONE, data: { resultType: 'vector', result: [{ metric: {}, histogram: [1, { count: '0' }] }] } }),
  'a number that is not a text': sample([1, 0.5]),
  'no value': sample([1]),
  'an empty value': sample([1, '']),
  'a value of spaces': sample([1, ' \n']),
  'a value with spaces': sample([1, ' 0.5']),
  'a hexadecimal value': sample([1, '0x0']),
  'a value with a line of a workflow': sample([1, '0\n::error::x']),
  'not a number': sample([1, 'NaN']),
  infinity: sample([1, '-Inf']),
  'a number that is too large': sample([1, '1e999']),
  null: sample(null),
};

// SECURITY.md: An answer of Prometheus is proof only if
test('an answer that is not one number from Prometheus proves nothing', async () => {
  let answer: (response: ServerResponse) => void = json(ONE);
  const server = createServer((request, response) => (request.url === '/good' ? json(ONE)(response) : answer(response)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (limits: readonly string[]) => {
    const open = openQuery(parseArgv(['approve', 'csur/a', '--query', 'q', '--prometheus', url, ...limits]), fakeIo({ cwd: '/' }));
    try {
      return (await open?.ask()) ?? { proven: [], notProven: [] };
    } finally {
      await open?.close();
    }
  };
  try {
    for (const [what, of] of Object.entries(ANSWERS)) {
      answer = of;
      for (const limits of [
        ['--max', '1'],
        ['--min', '-1'],
      ]) {
        const { proven, notProven } = await ask(limits);
        expect([proven, notProven.length], what).toEqual([[], 1]);
        expect(notProven[0]?.length, what).toBeLessThan(1000);
      }
    }
    answer = json(ONE);
    expect((await ask(['--max', '1'])).proven).toHaveLength(1);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  suite.tell({
    tried: 'answers of a query that are cut, redirected, refused, partial, or not one number',
    times: Object.keys(ANSWERS).length * 2,
    outcome: 'none was accepted as a proof',
  });
});
