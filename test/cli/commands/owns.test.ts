/** `fleet-gate owns` on a hub that has the object, and on files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { EXIT_CODES } from '../../../src/report.ts';
import { binding, CONFIG, fleet, placement, work } from '../../support/fleets/owned-fleet.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub();
  for (const object of fleet()) hub.store.put(object);
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
  writeFileSync(join(dir, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: fleet() }));
});
afterEach(() => hub.close());

const owns = (...argv: string[]): ReturnType<typeof runCli> => runCli(dir, ['owns', ...argv]);
const LIVE = ['--kubeconfig', 'kubeconfig'];

test('a hub and its dump give the same answer', async () => {
  const live = await owns('cm/shop/settings', ...LIVE);
  expect(live).toMatchObject({
    exitCode: EXIT_CODES.passed,
    first: 'ConfigMap/shop/settings comes to m1 by ClusterResourcePlacement/shop',
  });
  expect((await owns('cm/shop/settings', '--from', 'dump.json')).out).toBe(live.out);
});

test.each([
  ['text', 'no Work brings ConfigMap/shop/other to any cluster: the hub has no such object'],
  ['markdown', '### no Work brings ConfigMap/shop/other to any cluster: the hub has no such object'],
])('an object that no placement places ends with 1, as %s', async (format, first) => {
  expect(await owns('cm/shop/other', ...LIVE, '--format', format)).toMatchObject({ exitCode: EXIT_CODES.failed, first });
});

test('for a name without a namespace each object has its own owners, who do not conflict', async () => {
  const settings = { ...CONFIG, metadata: { ...CONFIG.metadata, namespace: 'other' } };
  const items = [...fleet(), placement('other', 'other'), binding('other', 'm1'), work('other', 'm1', [settings])];
  writeFileSync(join(dir, 'two.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const { out, first } = await owns('cm/settings', '--from', 'two.json');
  const brought = (name: string): string => `ConfigMap/${name}/settings comes to m1 by ClusterResourcePlacement/${name}`;
  expect(first).toBe(`2 objects are called ConfigMap/settings: ${brought('other')}, ${brought('shop')}`);
  expect(out).toContain('\nConfigMap/other/settings on m1\n');
});

test('a failure that is written only to a file has its line on standard error', async () => {
  const { err, out } = await owns('cm/shop/other', ...LIVE, '--quiet', '--format', 'json=owns.json');
  expect([out, err]).toEqual(['', 'no Work brings ConfigMap/shop/other to any cluster: the hub has no such object\n']);
  expect((await owns('cm/shop/settings', ...LIVE, '--quiet', '--format', 'json=owns.json')).err).toBe('');
});

test('the JSON is a report with its own part', async () => {
  const { out } = await owns('cm/shop/settings', ...LIVE, '--cluster', 'm1', '--format', 'json');
  expect(JSON.parse(out)).toMatchObject({
    schema: 'report-v1',
    command: 'owns',
    outcome: 'passed',
    exitCode: 0,
    owns: { answer: 'found', clusters: ['m1'], places: [{ cluster: 'm1', work: { namespace: 'fleet-member-m1', name: 'shop-work' } }] },
  });
});

test('is written to files too, and to several places at the same time', async () => {
  const asked = ['cm/shop/settings', '--from', 'dump.json'];
  const { exitCode, first } = await owns(...asked, '--format', 'text', '--format', 'json=out/o.json', '--format=markdown=o.md');
  expect([exitCode, first]).toEqual([EXIT_CODES.passed, 'ConfigMap/shop/settings comes to m1 by ClusterResourcePlacement/shop']);
  expect(readFileSync(join(dir, 'out/o.json'), 'utf8')).toBe((await owns(...asked, '--format', 'json')).out);
  expect(readFileSync(join(dir, 'o.md'), 'utf8')).toBe((await owns(...asked, '--format', 'markdown')).out);
});

test('files without a Work give no answer, with exit code 6', async () => {
  writeFileSync(join(dir, 'some.json'), JSON.stringify(fleet().find(({ kind }) => kind === 'ClusterResourcePlacement')));
  const { exitCode, first } = await owns('cm/shop/settings', '--from', 'some.json');
  expect([exitCode, first]).toEqual([
    EXIT_CODES.notEvaluated,
    'not verified who brings ConfigMap/shop/settings to clusters: no Work in the file; dump Works too',
  ]);
});

test.each(['text', 'markdown', 'json'])('ends with 1 if one of two clusters lacks the object, as %s', async (format) => {
  const live = await owns('cm/shop/settings', ...LIVE, '--cluster', 'm1', '--cluster', 'm2', '--format', format);
  expect(live.exitCode).toBe(EXIT_CODES.failed);
  expect(live.out).toContain('no Work brings ConfigMap/shop/settings to m2');
  expect(live.out).toContain('ConfigMap/shop/settings comes to m1');
  if (format !== 'json') return;
  const byCluster = [
    { cluster: 'm1', answer: 'found' },
    { cluster: 'm2', answer: 'notFound' },
  ];
  expect(JSON.parse(live.out)).toMatchObject({ outcome: 'failed', exitCode: 1, owns: { answer: 'notFound', byCluster } });
});

test('for one cluster it reads only the Works of that cluster', async () => {
  await owns('cm/shop/settings', ...LIVE, '--cluster', 'm1');
  const works = hub.requests.map(({ path }) => path).filter((path) => path.includes('/works'));
  expect(works.length).toBeGreaterThan(0);
  for (const path of works) expect(path).toContain('/namespaces/fleet-member-m1/works');
});

test.each([
  [[], 'owns takes one object'],
  [['web'], "'web' is not an object"],
  [['cm/a/b', 'cm/a/c'], 'owns takes one object'],
  [['cm/a/b', '--from', 'dump.json', '--kubeconfig', 'kubeconfig'], '--from and --kubeconfig exclude each other'],
])('%j is wrong usage', async (argv, message) => {
  await expect(owns(...argv)).rejects.toThrow(message);
});
