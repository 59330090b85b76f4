/** `fleet-gate status`: a list as `kubectl get` prints it, judged as `diagnose` judges, on any terminal and without one. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { EXIT_CODES, type StatusReport } from '../../../src/report.ts';
import { statusTable } from '../../../src/report/text/status-text.ts';
import { widthOf } from '../../../src/report/text/terminal.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { fleet, placement } from '../../support/fleets/owned-fleet.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { listAt } from '../../../src/fleet/json/json.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import { FLEET_NOW, largeFleet, placementName } from '../../support/fleets/large-fleet.ts';

const GROUP = 'placement.kubernetes-fleet.io';
let dir = '';
let hub: EmbeddedHub;
const status = (...argv: string[]): Promise<CliRun> => runCli(dir, ['status', '--kubeconfig', 'kubeconfig', ...argv]);

beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub();
  writeFileSync(path.join(dir, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

const put = (...objects: readonly KubeObject[]): void => {
  for (const object of objects) hub.store.put(object);
};

describe('a hub', () => {
  test('each placement has a line, with the cause that diagnose names', async () => {
    put(...fleet(), placement('alone', 'nothing'));
    const { exitCode, out } = await status();
    expect(exitCode).toBe(EXIT_CODES.passed);
    const [titles, ...lines] = out.trimEnd().split('\n');
    expect(titles).toMatch(/^NAME +STATE +CLUSTERS +STAGE +AGE +CAUSE$/);
    expect(lines.map((line) => line.split(' ', 1)[0] ?? '').toSorted()).toEqual(['crp/alone', 'crp/shop']);
    const { report } = await runCli(dir, ['diagnose', 'crp/alone', '--kubeconfig', 'kubeconfig']);
    const [title = '?'] = report?.gate?.placements[0]?.diagnoses.map((diagnosis) => diagnosis.title) ?? [];
    expect(out).toContain(title);
  });

  test('a named target, and a dump of files, give the same lines', async () => {
    put(...fleet(), placement('alone', 'nothing'));
    expect((await status('crp/alone', '-o', 'name')).out).toBe('crp/alone\n');
    const now = new Date().toISOString();
    writeFileSync(path.join(dir, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: fleet() }));
    const { out } = await runCli(dir, ['status', '--from', 'dump.json', '--now', now, '-o', 'name']);
    expect(out).toBe('crp/shop\n');
  });

  test('JSON has the outcome of the worst, and the exit code of the list', async () => {
    put(...fleet());
    const { out, exitCode } = await status('-o', 'json');
    expect(JSON.parse(out)).toMatchObject({
      schema: 'report-v1',
      command: 'status',
      exitCode: 0,
      status: { targets: [{ object: { kind: 'ClusterResourcePlacement', name: 'shop' }, clusters: [{ name: 'm1' }] }] },
    });
    expect(exitCode).toBe(EXIT_CODES.passed);
  });

  test.each(['crp', 'resourceplacements'])('%s alone, as for kubectl get, is answered with the form of a target', async (kind) => {
    await expect(status(kind)).rejects.toThrow(/is a kind: write KIND\/\[NAMESPACE\/\]NAME.*or no target for all of the hub/);
  });

  test('without a placement it says so and ends with 3', async () => {
    await expect(status()).rejects.toThrow('there is no placement and no update run');
  });

  test('a hub that refuses ends with an error', async () => {
    put(...fleet());
    hub.changeToken('another');
    await expect(status()).rejects.toThrow('refuses the');
  });
});

describe('a large fleet', () => {
  const size = { placements: 21, clusters: 100 };
  const patched = (object: KubeObject, part: object): KubeObject => ({ ...object, ...part });

  beforeEach(async () => {
    await hub.close();
    hub = await startEmbeddedHub({ time: { ...realTime, now: () => FLEET_NOW.getTime() } });
    writeFileSync(path.join(dir, 'kubeconfig'), hub.kubeconfig());
    for (const object of largeFleet(size)) if (object.kind !== 'Work') put(object);
  });

  const stored = (index: number): KubeObject => {
    const object = hub.store.find(GROUP, 'ClusterResourcePlacement', undefined, placementName(index));
    if (object === undefined) throw new Error(`there is no placement ${index}`);
    return object;
  };

  test('only the status is read, and the list says so', async () => {
    const { out, err } = await status();
    expect(out.split('\n').filter((line) => line.includes('passed   100/100'))).toHaveLength(size.placements);
    expect(err).toContain('Content, bindings and Works were not read');
    expect(hub.requests.filter(({ path: asked }) => /works|bindings|snapshots/.test(asked))).toEqual([]);
    expect((await status('--quiet')).err).toBe('');
    expect(JSON.parse((await status('-o', 'json')).out)).toMatchObject({ status: { judgedBy: 'status' } });
  });

  test('a status of an older generation, a failed object and a silent member are not passed', async () => {
    put(patched(stored(1), { metadata: { ...stored(1).metadata, generation: 2 } }));
    const entries = listAt(stored(2), 'status', 'placementStatuses');
    const conditions = [{ type: 'Applied', status: 'False', reason: 'NotAllWorkHaveBeenApplied', observedGeneration: 1, message: 'no' }];
    const failedPlacements = [{ kind: 'ConfigMap', version: 'v1', name: 'web', namespace: 'web', condition: conditions[0] }];
    const failed = {
      ...(entries[0] as object),
      conditions: [...listAt(entries[0], 'conditions').slice(0, 4), ...conditions],
      failedPlacements,
    };
    put(patched(stored(2), { status: { ...(stored(2)['status'] as object), placementStatuses: [failed, ...entries.slice(1)] } }));
    const { out } = await status();
    expect(out).toMatch(/^crp\/team-0001 +waiting/m);
    expect(out).toMatch(/^crp\/team-0002 +\S+ +99\/100.*ConfigMap\/web\/web/m);
    const member = hub.store.find('cluster.kubernetes-fleet.io', 'MemberCluster', undefined, 'member-003');
    const [agent] = listAt(member, 'status', 'agentStatus');
    const lastReceivedHeartbeat = new Date(FLEET_NOW.getTime() - 3_600_000).toISOString();
    if (member !== undefined) put(patched(member, { status: { agentStatus: [{ ...(agent as object), lastReceivedHeartbeat }] } }));
    expect((await status()).out).not.toContain('passed');
  });

  test('a named placement is judged whole', async () => {
    const { err } = await status(`crp/${placementName(3)}`);
    expect(err).not.toContain('were not read');
    expect(hub.requests.some(({ path: asked }) => asked.includes('clusterresourcebindings'))).toBe(true);
  });
});

test('--watch prints the list, then the lines that changed, until the signal', async () => {
  put(...fleet());
  const cancel = new AbortController();
  const io = fakeIo({ cwd: dir, signal: cancel.signal });
  const ended = run(['status', '-w', '--kubeconfig', 'kubeconfig'], io);
  await until(() => io.out().includes('crp/shop'));
  put(placement('alone', 'nothing'));
  await until(() => io.out().includes('crp/alone'));
  cancel.abort();
  expect((await ended).exitCode).toBe(EXIT_CODES.cancelled);
  expect(io.err()).toContain('fleet-gate: cancelled');
  expect(io.out().match(/NAME/g)).toHaveLength(1);
  expect(io.out().match(/crp\/shop/g)).toHaveLength(1);
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => void setTimeout(resolve, 20));
}

describe('the table', () => {
  const target = (name: string, verdict: 'passed' | 'failed' | 'waiting'): StatusReport['targets'][number] => ({
    object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name },
    verdict,
    stage: verdict === 'failed' ? 'could not apply' : 'available',
    since: '2026-06-01T11:00:00Z',
    ...(verdict === 'passed' ? {} : { cause: 'm1: The image cannot be pulled (Deployment/shop/web)' }),
    clusters: [{ name: 'm1', verdict, stage: 'available', ...(verdict === 'failed' ? { cause: 'The image cannot be pulled' } : {}) }],
  });
  const many: StatusReport = {
    judgedAt: '2026-06-01T12:05:00Z',
    targets: [target('shop', 'failed'), ...Array.from({ length: 40 }, (_, index) => target(`team-${index}-with-a-long-name`, 'passed'))],
  };

  test('without a terminal all lines are whole', () => {
    const lines = statusTable(many, { wide: false });
    expect(lines).toHaveLength(42);
    expect(lines[1]).toMatch(/^crp\/shop +failed +0\/1 +could not apply +1h05m +m1: The image cannot be pulled \(Deployment\/shop\/web\)$/);
  });

  test.each([20, 40, 60, 80, 120, 200])('%i columns: no line is wider, the name and the state stay', (width) => {
    const lines = statusTable(many, { wide: false, width, rows: 10 });
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(lines[1]).toMatch(/^crp\/sh\S* +fail/);
  });

  test('a screen shows the worst, how many lines are left out and of which state, and the totals', () => {
    const lines = statusTable(many, { wide: false, width: 100, rows: 6 });
    expect(lines.slice(-2)).toEqual(['38 more: 38 passed', '41 placements: 1 failed, 40 passed']);
  });

  test('wide has a line for each cluster', () => {
    const [titles, first] = statusTable({ ...many, targets: many.targets.slice(0, 1) }, { wide: true });
    expect(titles).toMatch(/^NAME +STATE +CLUSTER +STAGE/);
    expect(first).toMatch(/^crp\/shop +failed +m1 +available +- +The image cannot be pulled$/);
  });
});

describe('a hub that refuses to list a kind', () => {
  const RUNS = 'stagedupdateruns';
  test('with objects of other kinds ends with the list, which is not whole', async () => {
    put(...fleet());
    hub.faults.denies = ({ resource }) => resource === RUNS;
    const { exitCode, out, err } = await status('-o', 'json');
    expect([exitCode, err]).toEqual([5, expect.stringContaining('StagedUpdateRun objects may not be listed')]);
    const { status: list, ...rest } = JSON.parse(out) as { readonly status: StatusReport };
    expect(list.targets.map(({ object }) => object.name)).toEqual(['shop']);
    expect(rest).toMatchObject({ outcome: 'notAllowed', exitCode: 5 });
    expect((await status('crp/shop')).exitCode).toBe(0);
  });

  test.for([
    ['status', []],
    ['status', ['--selector', 'a=b']],
    ['diagnose', []],
    ['diagnose', ['--selector', 'a=b']],
    ['wait', ['--selector', 'a=b']],
    ['snapshot', []],
  ] as const)('and holds none of the others: %s does not say that there is nothing', async ([command, argv]) => {
    put(...fleet());
    hub.faults.denies = ({ resource }) => resource === 'clusterresourceplacements';
    const running = runCli(dir, [command, '--kubeconfig', 'kubeconfig', ...argv]);
    const message = 'ClusterResourcePlacement objects may not be listed';
    if (command === 'status' || command === 'snapshot')
      return expect(running).rejects.toMatchObject({ kind: 'notAllowed', message: expect.stringContaining(message) });
    const { exitCode, out, err } = await running;
    expect(exitCode, out).toBe(5);
    expect(`${out}${err}`).toContain(message);
  });
});
