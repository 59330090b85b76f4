/** `approve` on a hub of this process: what it writes, and when it writes nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { BETWEEN_CHECKS } from '../../../src/cli/approve/soak-wait.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { conditionsAt, findCondition } from '../../../src/fleet/kubernetes/condition.ts';
import { PLACEMENT_GROUP } from '../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { member, namespaceShop, NOW, no, orders, yes } from '../../support/fleets/fleet.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { type StagedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

function put(fleet: StagedFleet = stagedFleet()): void {
  for (const object of stagedObjects(fleet)) hub.store.put(object);
}

function approve(...argv: string[]): Promise<CliRun> {
  return runCli(dir, ['approve', ...argv, '--kubeconfig', 'kubeconfig']);
}

function request(): KubeObject | undefined {
  return hub.store.find(PLACEMENT_GROUP, 'ClusterApprovalRequest', undefined, 'v1-before-prod');
}

const approved = (): ReturnType<typeof findCondition> => findCondition(conditionsAt(request(), 'status', 'conditions'), 'Approved');
const writes = (): readonly string[] => hub.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);

describe('an open approval', () => {
  // SECURITY.md: Only `approve` writes there
  test('is written with the generation of the request if the stages before are good', async () => {
    put();
    const { exitCode, out, report } = await approve('csur/v1');
    expect(out).toContain('APPROVED');
    expect(exitCode).toBe(0);
    expect(writes()).toEqual([
      '/apis/placement.kubernetes-fleet.io/v1beta1/clusterapprovalrequests/v1-before-prod/status?fieldManager=fleet-gate',
    ]);
    expect(approved()).toMatchObject({ status: 'True', observedGeneration: 1, reason: 'ProvenByFleetGate' });
    expect(approved()?.message).toContain('Available with resource snapshot 0 on east');
    expect(report?.approval?.requests).toMatchObject([{ result: 'approved', stage: 'prod', when: 'before', clusters: ['east'] }]);
  });

  // SECURITY.md: `approve` writes an approval only if each cluster
  test('stays open, with the cause, if a cluster of a stage before is not good', async () => {
    const fleet = stagedFleet();
    const [east, ...others] = fleet.bindings;
    const status = {
      conditions: [
        ...conditionsAt(east, 'status', 'conditions').filter(({ type }) => type !== 'Available'),
        no('Available', 'NotAvailableYet', 1),
      ],
    };
    put({ ...fleet, bindings: [{ ...(east as KubeObject), status }, ...others] });
    const { exitCode, report, out } = await approve('v1');
    expect(exitCode, out).toBe(1);
    expect(out).toContain('NOT APPROVED');
    expect(report?.approval?.requests[0]?.notProven.join()).toContain('east');
    expect(writes()).toEqual([]);
  });

  test('is only shown with --dry-run', async () => {
    put();
    const { exitCode, out } = await approve('v1', '--dry-run');
    expect(exitCode).toBe(0);
    expect(out).toContain('WOULD APPROVE');
    expect(writes()).toEqual([]);
  });

  test('names a silent cluster that it starts', async () => {
    put({ ...stagedFleet(), members: [member('east', 10), member('west', 3600)] });
    const { exitCode, report } = await approve('v1', '--dry-run');
    expect(exitCode).toBe(0);
    expect(report?.approval?.requests[0]?.proven.join()).toContain('west, which is next in stage prod, does not answer');
  });

  test('that was approved before is not written again', async () => {
    put();
    await approve('v1');
    const { exitCode, out } = await approve('v1');
    expect(exitCode).toBe(0);
    expect(out).toContain('APPROVED ALREADY');
    expect(writes()).toHaveLength(1);
  });

  test('that a person denied stays denied', async () => {
    const fleet = stagedFleet();
    put({ ...fleet, request: { ...fleet.request, status: { conditions: [no('Approved', 'No', 1, 'not today')] } } });
    const { exitCode, out } = await approve('v1');
    expect(exitCode).toBe(10);
    expect(out).toContain('not today');
    expect(writes()).toEqual([]);
  });

  test('of a run that is not the deployed one stays open, and the field is named', async () => {
    const { apiVersion, kind, spec } = stagedFleet().run;
    const run = { apiVersion, kind, metadata: { name: 'v1' }, spec: { ...(spec as object), resourceSnapshotIndex: '7' } };
    mkdirSync(join(dir, 'deploy'));
    const items = [...stagedFleet().content, run];
    writeFileSync(join(dir, 'deploy', 'run.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    put();
    const { exitCode, out } = await approve('v1', '--manifests', 'deploy');
    expect(out).toContain('the hub does not hold ClusterStagedUpdateRun/v1 as deployed (differs at /spec/resourceSnapshotIndex)');
    expect(exitCode).toBe(1);
    expect(writes()).toEqual([]);
  });

  describe('of a run with other content than the manifests stays open, and what differs is named as by `wait`', () => {
    const limits = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shop' } };
    test.each<readonly [string, readonly object[], StagedFleet, string, string]>([
      [
        'a field of an object',
        [namespaceShop(), orders('v9')],
        stagedFleet(),
        'Deployment/shop/orders: ',
        "the hub's object differs from the deploy at /spec/template/spec/containers/0/image: the hub has v1, you deployed v9",
      ],
      [
        'an object that is not there',
        [namespaceShop(), orders('v1'), limits],
        stagedFleet(),
        'ConfigMap/shop/limits: ',
        'it is not on the hub yet',
      ],
      [
        'the snapshot of the run',
        [namespaceShop(), orders('v9')],
        { ...stagedFleet(), content: [namespaceShop(), orders('v9')] },
        '',
        'resource snapshot 0 still holds Deployment orders as it was before this deploy',
      ],
    ])('%s', async (_, items, fleet, object, difference) => {
      mkdirSync(join(dir, 'deploy'));
      writeFileSync(join(dir, 'deploy', 'all.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      put(fleet);
      const { exitCode, out, report } = await approve('v1', '--manifests', 'deploy');
      const clause = `the content differs from the manifests: ${object}${difference}`;
      const [asked] = report?.approval?.requests ?? [];
      expect([exitCode, asked?.notProven[0]]).toEqual([1, clause]);
      expect(out).toContain(`is not approved: ${clause}`);
      expect(out).toContain(`| ${clause}`);
      expect(out).not.toContain('it is not proven that resource snapshot 0');
      expect(writes()).toEqual([]);
      const waited = await runCli(dir, ['diagnose', 'csur/v1', '--manifests', 'deploy', '--kubeconfig', 'kubeconfig']);
      expect(waited.out).toContain(difference);
    });
  });

  test.each<readonly [string, object, string]>([
    [
      'an object that no placement sends',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shpo' } },
      'Not compared with the hub, because no placement that was read selects it: ConfigMap/shpo/limits.',
    ],
    [
      'another run',
      { ...stagedFleet().run, metadata: { name: 'v2' }, status: undefined },
      'Placements and update runs of the manifests that were not checked, because they are not followed: ClusterStagedUpdateRun/v2.',
    ],
  ])('is given, and %s of the manifests is named', async (_what, object, note) => {
    mkdirSync(join(dir, 'deploy'));
    const items = [...stagedFleet().content, object];
    writeFileSync(join(dir, 'deploy', 'all.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    put();
    const { out, report } = await approve('v1', '--manifests', 'deploy');
    expect(report?.notes).toContain(note);
    expect(out).toContain(note);
    expect(approved()?.message).toContain('resource snapshot 0 has the content of the manifests that its placement selects');
  });

  test('leaves the other conditions of the request', async () => {
    const fleet = stagedFleet();
    put({ ...fleet, request: { ...fleet.request, status: { conditions: [no('ApprovalAccepted', 'Later', 1)] } } });
    await approve('v1');
    expect(conditionsAt(request(), 'status', 'conditions').map(({ type }) => type)).toEqual(['ApprovalAccepted', 'Approved']);
  });
});

test('a run that is not there has nothing to approve', async () => {
  put();
  const { exitCode, out } = await approve('csur/v2');
  expect(out).toContain('ClusterStagedUpdateRun/v2 is not on the hub');
  expect(exitCode).toBe(3);
});

test('a stopped run is not approved', async () => {
  const fleet = stagedFleet();
  const spec = { ...(fleet.run['spec'] as object), state: 'Stop' };
  put({ ...fleet, run: { ...fleet.run, spec } });
  const { exitCode, out } = await approve('v1');
  expect(out).toContain('is stopped');
  expect(exitCode).toBe(10);
  expect(writes()).toEqual([]);
});

test('without the right to write the exit code says so', async () => {
  put();
  hub.faults.denies = ({ verb }) => verb === 'patch';
  const { exitCode, out } = await approve('v1');
  expect(out).toContain('cannot patch');
  expect(exitCode).toBe(5);
});

describe('nothing is approved without the right to read', () => {
  test.for<readonly [string, readonly string[], number, string]>([
    ['members: a dead one is good by all that is left', ['memberclusters'], 1, 'MemberClusters cannot be read'],
    ['Works: bindings do not show the content of a cluster', ['works'], 1, 'Works cannot be read'],
    ['both, and both are named', ['memberclusters', 'works'], 1, 'Works cannot be read'],
    ['bindings', ['clusterresourcebindings'], 1, 'east is not proven to be good'],
    ['the request itself', ['clusterapprovalrequests'], 1, 'cannot be read'],
    ['resource snapshots', ['clusterresourcesnapshots'], 5, 'ClusterResourceSnapshot objects may not be read'],
    ['placements', ['clusterresourceplacements'], 5, 'ClusterResourcePlacement objects may not be read'],
    ['update runs', ['clusterstagedupdateruns'], 5, 'ClusterStagedUpdateRun objects may not be read'],
  ])('%s', async ([, denied, code, text]) => {
    put();
    hub.faults.denies = ({ resource }) => denied.includes(resource);
    const { exitCode, out } = await approve('v1');
    expect(out).toContain(text);
    expect(exitCode, out).toBe(code);
    expect(writes()).toEqual([]);
  });
});

test('an approval that changes while it is judged is judged again', async () => {
  put();
  let touched = 0;
  hub.faults.denies = ({ verb }) => {
    const found = request();
    if (verb === 'patch' && touched === 0 && found !== undefined) {
      touched += 1;
      hub.store.put({
        ...found,
        status: { conditions: [yes('ApprovalAccepted', 'Later', 1)].map((each) => ({ ...each, status: 'False' })) },
      });
    }
    return false;
  };
  const { exitCode, out } = await approve('v1');
  expect(exitCode, out).toBe(0);
  expect(writes()).toHaveLength(2);
});

describe('a query', () => {
  async function withPrometheus(answer: unknown, use: (url: string, asked: readonly string[]) => Promise<void>): Promise<void> {
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(`${incoming.url ?? ''} ${incoming.headers.authorization ?? ''}`);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    try {
      await use(`http://user:s3cret-word@127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    }
  }
  const value = (text: string): unknown => ({
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: {}, value: [1, text] }] },
  });

  // SECURITY.md: `approve` asks the Prometheus that you name
  test('within its limit is a part of the evidence, and its credentials are not shown', () =>
    withPrometheus(value('0.2'), async (url, asked) => {
      put();
      const { exitCode, out } = await approve('v1', '--query', 'errors{code="5xx"}', '--prometheus', url, '--max', '0.5');
      expect(exitCode, out).toBe(0);
      expect(asked).toEqual(['/api/v1/query?query=errors%7Bcode%3D%225xx%22%7D Basic dXNlcjpzM2NyZXQtd29yZA==']);
      expect(approved()?.message).toContain('query errors{code="5xx"} is 0.2 (at most 0.5)');
      expect(out).not.toContain('s3cret-word');
    }));

  test('beyond its limit keeps the approval open, and stops the run if that is asked', () =>
    withPrometheus(value('0.7'), async (url) => {
      put();
      const query = ['--query', 'errors', '--prometheus', url, '--max', '0.5'];
      expect(await approve('v1', ...query)).toMatchObject({ exitCode: 1 });
      expect(writes()).toEqual([]);
      const { exitCode, out } = await approve('v1', ...query, '--stop-run');
      expect(exitCode).toBe(1);
      expect(out).toContain('ClusterStagedUpdateRun/v1 is stopped');
      expect(hub.store.find(PLACEMENT_GROUP, 'ClusterStagedUpdateRun', undefined, 'v1')?.['spec']).toMatchObject({ state: 'Stop' });
      expect(approved()).toBeUndefined();
    }));

  test('without an answer proves nothing', async () => {
    put();
    const { exitCode, out } = await approve('v1', '--query', 'errors', '--prometheus', 'http://127.0.0.1:9', '--max', '1');
    expect(exitCode).toBe(1);
    expect(out).toContain('does not answer');
  });

  test.for<readonly [readonly string[], string]>([
    [['--query', 'a'], '--query needs the server'],
    [['--query', 'a', '--prometheus', 'https://p'], '--query needs a limit'],
    [['--max', '1'], '--max goes with --query'],
    [['--query', 'a', '--prometheus', 'https://p', '--max', 'much'], '--max takes a number'],
    [['--query', 'a', '--prometheus', 'p', '--max', '1'], '--prometheus is not a URL'],
    [['--query', 'a', '--prometheus', 'http://u:pass-word@p', '--max', '1'], 'not sent over plain HTTP'],
  ])('with %j is refused', async ([argv, message]) => {
    await expect(approve('v1', ...argv)).rejects.toThrow(message);
  });
});

/** East has been good for an hour. */
describe('a soak that is not over', () => {
  let now = NOW.getTime();
  let during: () => void = () => undefined;
  let slept = 0;
  let stop = new AbortController();
  beforeEach(async () => {
    await hub.close();
    [now, slept, during, stop] = [NOW.getTime(), 0, () => undefined, new AbortController()];
    const began = Date.now();
    hub = await startEmbeddedHub({ time: { ...realTime, now: () => now + Date.now() - began } });
    writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
    put();
  });
  const beat = (): void => {
    const time = (text: string): string => text.replaceAll(NOW.toISOString(), new Date(now).toISOString());
    for (const name of ['east', 'west']) hub.store.put(JSON.parse(time(JSON.stringify(member(name, 0)))) as KubeObject);
  };
  const soaking = (...argv: readonly string[]): Promise<CliRun> => {
    let mono = 0;
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      // Sleeps of the connection to the hub are others.
      if (ms > BETWEEN_CHECKS || ms <= 15_000) return systemClock.sleep(ms, signal);
      slept += 1;
      mono += ms;
      now += ms;
      beat();
      during();
      return Promise.resolve();
    };
    const clock = { now: () => mono + systemClock.now(), sleep };
    const { signal } = stop;
    return runCli(dir, ['approve', 'v1', '--soak', '3640s', ...argv, '--kubeconfig', 'kubeconfig'], { clock, signal });
  };

  test('is waited for, and then the approval is written', async () => {
    const { exitCode, out, err } = await soaking();
    expect(exitCode, `${out}${err}`).toBe(0);
    expect(err.match(/waiting up to .*east has been good for/g), err).toHaveLength(1);
    expect(approved()?.message).toContain(`good for at least`);
    // Forty seconds.
    expect(slept).toBe(2);
  });

  test.for<readonly string[]>([['--timeout', '0s'], ['--timeout', '30s', '--stop-run'], ['--dry-run']])(
    'ends with %j: exit 10 and the time at which it is over',
    async (argv) => {
      const { exitCode, out, report } = await soaking(...argv);
      expect(exitCode, out).toBe(10);
      expect(out).toMatch(/^WAIT/);
      expect(report?.approval?.requests).toMatchObject([{ result: 'notYet', until: expect.stringMatching(/^2026-03-04T10:/) }]);
      expect([slept, writes()]).toEqual([0, []]);
    },
  );

  test('ends at once, and nothing is approved, if a cluster breaks meanwhile', async () => {
    during = () => {
      const [east] = stagedFleet().bindings;
      const conditions = conditionsAt(east, 'status', 'conditions').filter(({ type }) => type !== 'Available');
      hub.store.put({ ...(east as KubeObject), status: { conditions: [...conditions, no('Available', 'NotAvailableYet', 3)] } });
    };
    const { exitCode, out } = await soaking();
    expect(exitCode, out).toBe(1);
    expect([slept, writes()]).toEqual([1, []]);
  });

  test('ends with 130 if it is cancelled, and nothing is written', async () => {
    during = () => stop.abort();
    const { exitCode } = await soaking();
    expect([exitCode, writes()]).toEqual([130, []]);
  });

  test('does not approve a run that was stopped meanwhile', async () => {
    during = () => {
      const { run } = stagedFleet();
      hub.store.put({ ...run, spec: { ...(run['spec'] as object), state: 'Stop' } });
    };
    const { exitCode, out } = await soaking();
    expect(exitCode, out).toBe(10);
    expect(out).toContain('is stopped');
    expect(writes()).toEqual([]);
  });
});

/** The run with another approval that it has not asked for. */
function withLaterApproval(fleet: StagedFleet): StagedFleet {
  const status = fleet.run['status'] as { readonly stagesStatus: readonly (object & { readonly stageName: string })[] };
  const later = { afterStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v1-after-prod' }] };
  const stagesStatus = status.stagesStatus.map((stage) => (stage.stageName === 'prod' ? { ...stage, ...later } : stage));
  return { ...fleet, run: { ...fleet.run, status: { ...status, stagesStatus } } };
}

test.for<readonly string[]>([[], ['--stage', 'prod']])(
  'a run whose next approval is not asked for yet does not pass as approved (%j)',
  async (argv) => {
    put(withLaterApproval(stagedFleet()));
    expect((await approve('v1', ...argv)).exitCode).toBe(0);
    const { exitCode, out, report } = await approve('v1', ...argv);
    expect(exitCode, out).toBe(3);
    expect(out).toContain(
      'v1-before-prod is approved already, and the run has not asked for the approval after stage prod yet; the run now: ',
    );
    expect(report?.approval?.requests).toMatchObject([{ result: 'alreadyApproved' }]);
  },
);

test('a stage that the run does not have is named, with those that it has', async () => {
  put();
  const { exitCode, out } = await approve('v1', '--stage', 'cnary');
  expect([exitCode, out]).toEqual([3, expect.stringContaining('has no stage cnary; its stages are canary, prod')]);
});

test.for<readonly [string, (request: KubeObject) => KubeObject, string]>([
  ['of another run', (each) => ({ ...each, spec: { parentStageRollout: 'v0', targetStage: 'prod' } }), 'of update run v0'],
  ['of another stage', (each) => ({ ...each, spec: { parentStageRollout: 'v1', targetStage: 'canary' } }), 'of stage canary'],
  [
    'that is being deleted',
    (each) => ({ ...each, metadata: { ...each.metadata, deletionTimestamp: NOW.toISOString() } }),
    'is being deleted',
  ],
])('a request %s is not approved', async ([, edit, why]) => {
  const fleet = stagedFleet();
  put({ ...fleet, request: edit(fleet.request) });
  const { exitCode, out } = await approve('v1');
  expect([exitCode, out]).toEqual([1, expect.stringContaining(why)]);
  expect(writes()).toEqual([]);
});

test.for<readonly [readonly string[], string]>([
  [[], 'approve takes one update run'],
  [['csur/a', 'csur/b'], 'approve takes one update run'],
  [['crp/shop'], 'only update runs ask for approvals'],
  [['csur/a', '--soak', '10'], '--soak must be'],
])('the arguments %j are refused', async ([argv, message]) => {
  await expect(approve(...argv)).rejects.toThrow(message);
});

/** The staged fleet with a ResourcePlacement in namespace shop: kinds without `Cluster`, and a Work names the namespace. */
function namespaced(object: KubeObject): KubeObject {
  if (object.kind === 'Work') {
    const labels = { ...object.metadata.labels, 'kubernetes-fleet.io/parent-placement-namespace': 'shop' };
    return { ...object, metadata: { ...object.metadata, labels } };
  }
  if (!object.kind.startsWith('Cluster')) return object;
  return { ...object, kind: object.kind.slice('Cluster'.length), metadata: { ...object.metadata, namespace: 'shop' } };
}

test.for(['sur/shop/v1', 'shop/v1'])('a namespaced run is approved in its namespace (%s)', async (name) => {
  for (const object of stagedObjects(stagedFleet())) hub.store.put(namespaced(object));
  const { exitCode, out, report } = await approve(name);
  expect(exitCode, out).toBe(0);
  expect(report?.approval?.requests[0]?.request).toMatchObject({ kind: 'ApprovalRequest', namespace: 'shop' });
  expect(writes()).toEqual([
    '/apis/placement.kubernetes-fleet.io/v1beta1/namespaces/shop/approvalrequests/v1-before-prod/status?fieldManager=fleet-gate',
  ]);
});

describe('the pods of a member', () => {
  let east: EmbeddedHub;
  beforeEach(async () => {
    east = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
    const owned = (kind: string, name: string, owner: object): KubeObject => ({
      apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1',
      kind,
      metadata: { name, namespace: 'shop', ownerReferences: [owner] },
    });
    const apps = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'orders', namespace: 'shop', generation: 1 } };
    east.store.put({ ...apps, spec: { replicas: 1 }, status: { observedGeneration: 1 } });
    east.store.put(owned('ReplicaSet', 'orders-a', { kind: 'Deployment', name: 'orders' }));
    const statuses = [{ name: 'main', ready: true, restartCount: 3, lastState: { terminated: { finishedAt: '2026-03-04T09:55:00Z' } } }];
    const status = { conditions: [{ type: 'Ready', status: 'True' }], containerStatuses: statuses };
    east.store.put({ ...owned('Pod', 'orders-a-1', { kind: 'ReplicaSet', name: 'orders-a' }), status });
    mkdirSync(join(dir, 'members'));
    writeFileSync(join(dir, 'members', 'east.yaml'), east.kubeconfig());
  });
  afterEach(() => east.close());

  test('are a part of the evidence', async () => {
    put();
    const { exitCode, out } = await approve('v1', '--member-kubeconfig', 'members');
    expect(exitCode, out).toBe(0);
    expect(approved()?.message).toContain('1 pod is ready on east');
  });

  test('that restarted during the soak keep the approval open', async () => {
    put();
    const { report } = await approve('v1', '--member-kubeconfig', 'members', '--soak', '10m');
    expect(report?.approval?.requests[0]?.notProven.join()).toContain('container main ended 5 min ago (3 restarts)');
    expect(writes()).toEqual([]);
  });

  test('that cannot be read prove nothing', async () => {
    put();
    east.faults.denies = ({ resource }) => resource === 'pods';
    const { exitCode, out } = await approve('v1', '--member-kubeconfig', 'members');
    expect(exitCode).toBe(1);
    expect(out).toContain('pods');
  });
});

test('a cluster that breaks while a query is asked keeps the approval open', async () => {
  put();
  const server = createServer((_, response) => {
    const [east] = stagedFleet().bindings;
    const conditions = conditionsAt(east, 'status', 'conditions').filter(({ type }) => type !== 'Available');
    hub.store.put({ ...(east as KubeObject), status: { conditions: [...conditions, no('Available', 'NotAvailableYet', 3)] } });
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'scalar', result: [1, '0'] } }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { exitCode, out } = await approve('v1', '--query', 'q', '--prometheus', url, '--max', '1');
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  expect(exitCode, out).toBe(1);
  expect(approved()).toBeUndefined();
});
