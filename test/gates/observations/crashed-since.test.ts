/** The hub looks at an available workload again only after minutes: the pods of a member that may be read show more. */
import { expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate, type Played } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const content = [namespaceShop(), orders('v1')];
const hub = objectsOf(greenFleet(['west'], content));
const owned = (kind: string, name: string, owner: Json, more: Json): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop', ownerReferences: [owner] },
  ...more,
});
const set = owned('ReplicaSet', 'orders-b', { kind: 'Deployment', name: 'orders' }, {});
const pod = (status: Json): KubeObject =>
  owned(
    'Pod',
    'orders-b-1',
    { kind: 'ReplicaSet', name: 'orders-b' },
    { status: { phase: 'Running', containerStatuses: [{ name: 'main', ...status }] } },
  );
const before = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();
const ENDED = { lastState: { terminated: { exitCode: 137, reason: 'Error' } }, restartCount: 1 };

function played(status: Json, timeout: number): Promise<Played> {
  const memberReader: MemberReader = { clusters: new Set(['west']), read: () => Promise.resolve([set, pod(status)]) };
  const reach = { members: new Map([['west', { context: 'west' }]]) };
  return gate({ reach, options: { timeout } }).play([{ at: 0, objects: hub }], { memberReader });
}

test.each<readonly [string, Json]>([
  ['runs', { ready: true, restartCount: 0, state: { running: { startedAt: before(600) } } }],
  ['ended long ago and runs since then', { ready: true, state: { running: { startedAt: before(600) } }, ...ENDED }],
])('the gate passes a pod that %s', async (_, status) => {
  expect((await played(status, 60_000)).report.outcome).toBe('passed');
});

test('the gate waits for a pod that has just been restarted, and passes once it has run for two minutes', async () => {
  const status = { ready: true, state: { running: { startedAt: before(5) } }, ...ENDED };
  const short = (await played(status, 60_000)).report;
  expect(short.outcome).toBe('timedOut');
  expect(short.placements[0]?.diagnoses.map(({ id, outcome }) => [id, outcome])).toEqual([['workload-crash-loop', 'suspect']]);
  expect(short.placements[0]?.diagnoses[0]?.evidence).toContain('the hub reports Deployment/shop/orders on west as available');
  expect((await played(status, 600_000)).report.outcome).toBe('passed');
});

test('the gate fails for a pod that crashes again, after the usual grace', async () => {
  const waiting = { ready: false, state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 20s' } }, ...ENDED };
  const { report } = await played(waiting, 600_000);
  expect(report.outcome).toBe('failed');
  expect(report.placements[0]?.diagnoses[0]?.id).toBe('workload-crash-loop');
});

test('the gate does not read a member without access to it', async () => {
  const memberReader: MemberReader = { clusters: new Set(), read: () => Promise.reject(new Error('read')) };
  expect((await gate().play([{ at: 0, objects: hub }], { memberReader })).report.outcome).toBe('passed');
});
