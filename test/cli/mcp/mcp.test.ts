/** `fleet-gate mcp` as clients use it: over standard input and output, with the client of the protocol's own library. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { callTool } from '../../../src/cli/mcp/call.ts';
import { MCP_TOOLS } from '../../../src/cli/mcp/tools.ts';
import { knownSecrets } from '../../../src/cli/process/known-secrets.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { fleet } from '../../support/fleets/owned-fleet.ts';

const CLI = join(import.meta.dirname, '../../../src/cli.ts');
const SECRET = 'canary-8f2c1d';

let hub: EmbeddedHub;
let client: Client;
let live: Client;
let root = '';
beforeAll(async () => {
  root = join(mkdtempSync(join(tmpdir(), 'fleet-gate-mcp-')), 'repository');
  mkdirSync(join(root, 'deploy'), { recursive: true });
  const [placement, , namespace] = fleet();
  writeFileSync(join(root, 'deploy/shop.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [placement, namespace] }));
  writeFileSync(join(root, 'deploy/bad.yaml'), BAD);
  writeFileSync(join(root, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: fleet() }));
  writeFileSync(join(root, '..', 'outside.yaml'), `# ${SECRET}\n${BAD}`);
  symlinkSync('..', join(root, 'way-out'));
  hub = await startEmbeddedHub();
  for (const object of fleet()) hub.store.put(object);
  const kubeconfig = join(root, '..', 'kubeconfig');
  writeFileSync(kubeconfig, hub.kubeconfig());
  client = await connected('--root', root);
  live = await connected('--root', root, '--kubeconfig', kubeconfig);
}, 60_000);
afterAll(async () => {
  await Promise.all([client.close(), live.close(), hub.close()]);
  rmSync(join(root, '..'), { recursive: true, force: true });
});

const BAD = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: bad }\nspec: {}\n';

async function connected(...argv: string[]): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', HOME: root };
  await made.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', ...argv], cwd: root, env, stderr: 'pipe' }));
  return made;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Record<string, unknown> | undefined;
}

async function call(name: string, input: Record<string, unknown> = {}, from = client): Promise<Answer> {
  const { content, isError = false, structuredContent } = await from.callTool({ name, arguments: input });
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', isError, data: structuredContent as Record<string, unknown> | undefined };
}

test('every tool has a description, and says that it writes nothing', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['lint', 'plan', 'diagnose', 'owns', 'explain']);
  for (const { description, annotations } of tools) {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  }
});

describe('a call', () => {
  test('of lint has the findings as text and as report-v1', async () => {
    const { text, data, isError } = await call('lint', { paths: ['deploy'] });
    expect(isError).toBe(false);
    expect(text).toMatch(/^FAILED: deploy\/bad\.yaml:/);
    expect(data).toMatchObject({ schema: 'report-v1', command: 'lint', outcome: 'findings', exitCode: 1 });
  });

  test('of plan, owns and diagnose reads a file of a hub', async () => {
    expect((await call('plan', { paths: ['deploy/shop.json'], clusters: 'hub.json' })).data).toMatchObject({ plan: { clusters: 1 } });
    expect((await call('owns', { object: 'cm/shop/settings', from: ['hub.json'] })).text).toMatch(
      /^ConfigMap\/shop\/settings comes to m1 by /,
    );
    expect((await call('diagnose', { targets: ['crp/shop'], from: ['hub.json'], now: '2026-01-01T12:00:00Z' })).data).toMatchObject({
      command: 'diagnose',
    });
  });

  test('names its own fields, not flags', async () => {
    const { isError, text } = await call('plan', { paths: ['deploy/shop.json'] });
    expect([isError, text]).toEqual([true, 'plan needs the member clusters: give `clusters: FILE` (kubectl get memberclusters -o yaml)']);
  });

  test('of owns asks the hub that the server was started for', async () => {
    expect((await call('owns', { object: 'cm/shop/settings' }, live)).data).toMatchObject({ owns: { answer: 'found' } });
    expect(await call('owns', { object: 'cm/shop/settings' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^there is no hub: /),
    });
  });

  test('of explain has the page of a rule, and a hint for an unknown id', async () => {
    expect((await call('explain', { id: 'overlapping-placements' })).text).toContain('# ');
    expect(await call('explain', { id: 'overlaping-placements' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('did you mean'),
    });
  });

  test('shows hidden characters of a name that it refuses', async () => {
    const { text } = await call('explain', { id: 'schem\u202Ea' });
    expect(text).toContain('schem\\u{202e}a');
  });

  test('that is cancelled ends, and the next one is answered', async () => {
    const given = new AbortController();
    const first = client.callTool({ name: 'lint', arguments: {} }, { signal: given.signal });
    given.abort();
    await expect(first).rejects.toThrow();
    expect((await call('lint', { paths: ['deploy/shop.json'] })).isError).toBe(false);
  });
});

describe('a call cannot', () => {
  test.each([
    ['a path above the root', 'lint', { paths: ['../outside.yaml'] }],
    ['an absolute path', 'lint', { paths: ['/etc/hostname'] }],
    ['a link that leads out', 'lint', { paths: ['way-out/outside.yaml'] }],
    ['clusters from elsewhere', 'plan', { clusters: '../outside.yaml' }],
    ['objects from elsewhere', 'diagnose', { from: ['../outside.yaml'] }],
    ['manifests from elsewhere', 'diagnose', { from: ['hub.json'], manifests: ['../outside.yaml'] }],
    ['a hub that the server was not started for', 'diagnose', { targets: ['crp/shop'], from: [] }],
    ['standard input', 'lint', { paths: ['-'] }],
    ['a flag as a target', 'diagnose', { targets: ['--kubeconfig=/root/.kube/config'], from: ['hub.json'] }],
    ['a flag as an id', 'explain', { id: '--help' }],
    ['an unknown field', 'lint', { kubeconfig: 'x' }],
    ['a field of another type', 'lint', { paths: 'deploy' }],
  ])('%s', async (_, name, input) => {
    const { isError, text } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).not.toContain(SECRET);
    expect(text.split('\n')).toHaveLength(1);
  });

  test('get names from a configuration around the root', async () => {
    const around = join(root, '..', 'around');
    mkdirSync(join(around, 'sub'), { recursive: true });
    mkdirSync(join(around, '.git'));
    writeFileSync(join(around, '.fleet-gate.yaml'), 'paths: [secret.yaml, sub]\nclusters: secret.yaml\n');
    writeFileSync(join(around, 'secret.yaml'), `# ${SECRET}\n${BAD}`);
    writeFileSync(join(around, 'sub/shop.json'), JSON.stringify(fleet()[0]));
    const bounded = await connected('--root', join(around, 'sub'));
    const answers = [await call('lint', {}, bounded), await call('plan', {}, bounded)];
    await bounded.close();
    for (const { text } of answers) expect(text).not.toMatch(/secret\.yaml/);
  });

  test('use a flag, as a file with such a name is a file', async () => {
    writeFileSync(join(root, '--fix'), BAD);
    expect((await call('lint', { paths: ['--fix'] })).text).toMatch(/^FAILED: --fix:4:7 /);
  });
});

test.each([
  [['mcp', '--root', 'nowhere'], /nowhere: no such folder/],
  [['mcp', 'deploy'], /mcp does not take "deploy"/],
  [['mcp', '--namespace', 'shop'], /--namespace goes with --kubeconfig FILE or --context NAME: without them calls do not read a hub/],
  [['mcp', '--server', 'https://hub'], /--server goes with --kubeconfig FILE or --context NAME/],
])('%j is wrong usage, and standard output stays empty', (argv, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...argv], { cwd: root, encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('the server ends by itself when the client closes its side', () => {
  const { status, stdout } = spawnSync(process.execPath, [CLI, 'mcp'], { cwd: root, encoding: 'utf8', input: '' });
  expect([status, stdout]).toEqual([0, '']);
});

// SECURITY.md: No credential and no Secret's data in any output
test('the message of a bug is shown without credentials and controls', async () => {
  const [lint] = MCP_TOOLS;
  if (lint === undefined) throw new Error('there is no tool');
  const io = fakeIo({ cwd: root, secrets: knownSecrets({ DB_PASSWORD: 'hunter2-canary' }) });
  const run = (): Promise<never> => Promise.reject(new TypeError('a bug that quotes hunter2-canary \u001B[31m'));
  const { content, isError } = await callTool(lint, {}, { root, hub: [] }, { io, run, signal: new AbortController().signal });
  expect(isError).toBe(true);
  expect(content).toEqual([{ type: 'text', text: String.raw`internal error, nothing was checked: a bug that quotes *** \u{1b}[31m` }]);
});
