/**
 * `fleet-gate clusters`: the file has all that lint and plan read of the hub's clusters, its age is known, and nothing else is
 * overwritten.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { EXIT_CODES } from '../../../src/report.ts';
import { JOINED_STATUS, memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const MEASURED = `  properties: { kubernetes-fleet.io/node-count: { value: "3", observationTime: "2026-10-31T12:00:00Z" } }
  resourceUsage: { capacity: { cpu: "8" } }
`;

let dir = '';
let hub: EmbeddedHub;
const cli = (...argv: string[]): Promise<CliRun> => runCli(dir, argv);
const clusters = (...more: string[]): Promise<CliRun> => cli('clusters', '--kubeconfig', 'kubeconfig', ...more);
const text = (): string => readFileSync(path.join(dir, 'clusters.yaml'), 'utf8');

function put(name: string, { labels = '{ env: prod }', heartbeat = new Date().toISOString(), spec = '' } = {}): void {
  const status = (JOINED_STATUS + MEASURED).replace('2026-10-31T12:00:00Z', heartbeat);
  hub.store.put(load(memberYaml(name, { labels, spec }) + status) as KubeObject);
}

beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub();
  writeFileSync(path.join(dir, 'kubeconfig'), hub.kubeconfig());
  writeFileSync(path.join(dir, 'shop.yaml'), `${placementYaml('shop')}---\n${namespaceYaml('shop')}`);
});
afterEach(() => hub.close());

test('the file has what the scheduler reads, and the time', async () => {
  put('oslo', { spec: ', taints: [{ key: a, effect: NoSchedule }]' });
  const { exitCode, err } = await clusters();
  expect([exitCode, err]).toEqual([EXIT_CODES.passed, 'wrote clusters.yaml: 1 member cluster\n']);
  const { items } = load(text()) as { items: readonly KubeObject[] };
  expect(items).toEqual([
    {
      apiVersion: expect.stringMatching(/^cluster\.kubernetes-fleet\.io\//) as string,
      kind: 'MemberCluster',
      metadata: {
        name: 'oslo',
        labels: { env: 'prod' },
        annotations: { 'fleet-gate.dev/read-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string },
      },
      spec: { identity: { kind: 'User', name: 'x' }, taints: [{ key: 'a', effect: 'NoSchedule' }] },
      status: {
        agentStatus: [
          {
            type: 'MemberAgent',
            lastReceivedHeartbeat: expect.any(String) as string,
            conditions: [
              { type: 'Joined', status: 'True', lastTransitionTime: '2026-05-01T00:00:00Z' },
              { type: 'Healthy', status: 'True', lastTransitionTime: '2026-05-01T00:00:00Z' },
            ],
          },
        ],
        properties: { 'kubernetes-fleet.io/node-count': { value: '3', observationTime: '2026-10-31T12:00:00Z' } },
        resourceUsage: { capacity: { cpu: '8' } },
      },
    },
  ]);
});

test('a plan from the file is the plan from the hub, also for a cluster that is silent', async () => {
  put('oslo');
  put('rome', { heartbeat: '2026-10-31T12:00:00Z' });
  await clusters();
  const pick = ({ report }: CliRun): unknown => report?.plan?.placements.map(({ picked }) => picked);
  const live = await cli('plan', 'shop.yaml', '--kubeconfig', 'kubeconfig');
  expect(pick(live)).toEqual([['oslo']]);
  expect(pick(await cli('plan', 'shop.yaml', '--clusters', 'clusters.yaml'))).toEqual(pick(live));
});

test('a cluster that never joined is not taken for one that was written by hand', async () => {
  hub.store.put(load(memberYaml('oslo')) as KubeObject);
  await clusters();
  const { report } = await cli('plan', 'shop.yaml', '--clusters', 'clusters.yaml');
  expect(report?.plan?.placements).toMatchObject([{ picked: [] }]);
  expect(report?.notes ?? []).toEqual([]);
});

test('a refresh says what changed', async () => {
  put('oslo');
  put('rome');
  await clusters();
  put('oslo', { labels: '{ env: test }' });
  put('kyiv');
  hub.store.remove({ apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', metadata: { name: 'rome' } });
  expect((await clusters()).err).toBe('wrote clusters.yaml: 2 member clusters; changed: new: kyiv; gone: rome; labels of oslo\n');
  expect((await clusters()).err).toBe('wrote clusters.yaml: 2 member clusters; no cluster, label, taint or connection changed\n');
});

test.each(['access-token: disabled-1', 'note: ghp_abcdefghijklmnopqrstuvwxyz0123456789'])(
  'a label that looks like a credential, %s, leaves a file that can be read and refreshed',
  async (label) => {
    put('oslo', { labels: `{ ${label} }` });
    expect((await clusters()).exitCode).toBe(EXIT_CODES.passed);
    const { items } = load(text()) as { items: readonly KubeObject[] };
    expect(Object.values(items[0]?.metadata.labels ?? {})).toEqual(['***']);
    expect((await clusters()).exitCode).toBe(EXIT_CODES.passed);
  },
);

test('a configuration that does not name the file gets a hint', async () => {
  put('oslo');
  writeFileSync(path.join(dir, '.fleet-gate.yaml'), 'target: main\n');
  expect((await clusters()).err).toBe(
    'wrote clusters.yaml: 1 member cluster; to use it, write clusters: clusters.yaml into .fleet-gate.yaml\n',
  );
});

test('the file of the configuration is refreshed, as JSON if its name says so', async () => {
  put('oslo');
  writeFileSync(path.join(dir, '.fleet-gate.yaml'), 'clusters: fleet/members.json\n');
  expect((await clusters()).err).toBe('wrote fleet/members.json: 1 member cluster\n');
  expect(JSON.parse(readFileSync(path.join(dir, 'fleet/members.json'), 'utf8'))).toMatchObject({
    kind: 'List',
    items: [{ kind: 'MemberCluster' }],
  });
});

test.each([
  ['a dump with decisions of the scheduler', `${memberYaml('oslo')}---\n${namespaceYaml('shop')}`, 'Namespace'],
  ['another file', namespaceYaml('shop'), 'Namespace'],
  ['an empty file', '', 'no MemberCluster'],
])('%s is not overwritten', async (_name, content, what) => {
  put('oslo');
  writeFileSync(path.join(dir, 'clusters.yaml'), content);
  await expect(clusters()).rejects.toThrow(`clusters.yaml exists and contains ${what}, which would be lost; choose another file`);
  expect(text()).toBe(content);
});

test('a hub without clusters writes nothing', async () => {
  await expect(clusters()).rejects.toThrow('the hub has no MemberCluster, so no file is written');
  expect(existsSync(path.join(dir, 'clusters.yaml'))).toBe(false);
});

test.each([
  ['2026-11-07T11:00:00Z', undefined],
  ['2026-11-07T12:00:00Z', '7 days ago (2026-10-31)'],
])('at %s the age of a file of 31 October is %s', async (now, age) => {
  writeFileSync(path.join(dir, 'm.yaml'), memberYaml('oslo') + JOINED_STATUS);
  const { out } = await cli('lint', 'shop.yaml', '--clusters', 'm.yaml', '--now', now);
  if (age === undefined) expect(out).not.toContain('days ago');
  else
    expect(out).toContain(
      `The clusters in m.yaml were read from the hub ${age} and may have changed since; \`fleet-gate clusters\` refreshes the file.`,
    );
});

test('if a hub is given, lint says how the file of the configuration differs', async () => {
  put('oslo');
  await clusters();
  writeFileSync(path.join(dir, '.fleet-gate.yaml'), 'clusters: clusters.yaml\n');
  const lint = (): Promise<CliRun> => cli('lint', 'shop.yaml', '--kubeconfig', 'kubeconfig');
  expect((await lint()).report?.notes ?? []).toEqual([]);
  put('oslo', { labels: '{ env: test }' });
  expect((await lint()).report?.notes).toEqual([
    "The hub's clusters are used; clusters.yaml differs from them (labels of oslo), and `fleet-gate clusters --kubeconfig kubeconfig --context embedded` refreshes it.",
  ]);
});

test('the settings name the file of the configuration only if its clusters are used', async () => {
  put('oslo');
  await clusters();
  writeFileSync(path.join(dir, '.fleet-gate.yaml'), 'clusters: clusters.yaml\n');
  expect((await cli('lint', 'shop.yaml')).report?.settings).toMatchObject({ clusters: 'clusters.yaml' });
  expect((await cli('lint', 'shop.yaml', '--kubeconfig', 'kubeconfig')).report?.settings).not.toHaveProperty('clusters');
});
