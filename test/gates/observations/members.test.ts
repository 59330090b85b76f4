import { describe, expect, test } from 'vitest';

import { ConfigError } from '../../../src/errors.ts';
import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { warningsAbout } from '../../../src/gates/observations/member/member-events.ts';
import { workloadCauses, workloadConditions } from '../../../src/gates/observations/member/workload-causes.ts';
import { openMembers } from '../../../src/cli/hub/open-hub.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { ownedObject } from '../../support/fleets/owned-object.ts';
import { gate, idsIn } from '../../support/gate/gate.ts';
import type { Played } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;
const DEPLOYMENT: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };

const set = (name: string, revision: string): KubeObject =>
  ownedObject('ReplicaSet', name, 'Deployment/orders', {}, { 'deployment.kubernetes.io/revision': revision });

function pod(waiting: Json, more: Json = {}, owner = 'ReplicaSet/orders-b'): KubeObject {
  return ownedObject('Pod', 'orders-b-1', owner, { status: { containerStatuses: [{ name: 'main', state: { waiting }, ...more }] } });
}

const facts = (objects: readonly KubeObject[], workload = DEPLOYMENT): readonly string[] =>
  workloadCauses(objects, workload).map((cause) => `${cause.fact} ${cause.isLasting ? 'lasting' : 'new'}`);

describe('causes on a member', () => {
  test.each([
    [{ reason: 'InvalidImageName', message: 'couldn’t parse' }, {}, 'pod-image-invalid lasting'],
    [{ reason: 'ImagePullBackOff', message: 'Back-off pulling' }, {}, 'pod-image-pull lasting'],
    [{ reason: 'ErrImagePull', message: 'not found' }, {}, 'pod-image-pull new'],
    [
      { reason: 'CrashLoopBackOff' },
      { restartCount: 4, lastState: { terminated: { exitCode: 1, reason: 'Error' } } },
      'pod-crash-loop lasting',
    ],
    [{ reason: 'CrashLoopBackOff' }, { restartCount: 1 }, 'pod-crash-loop new'],
  ])('%o', (waiting, more, fact) => {
    expect(facts([set('orders-b', '2'), pod(waiting, more)])).toEqual([fact]);
  });

  test('a pod that no node accepts is reported', () => {
    const conditions = [no('PodScheduled', 'Unschedulable', undefined, '0/3 nodes are available')];
    expect(facts([set('orders-b', '2'), ownedObject('Pod', 'orders-b-1', 'ReplicaSet/orders-b', { status: { conditions } })])).toEqual([
      'pod-unschedulable new',
    ]);
  });

  test('pods of an older revision are ignored', () => {
    const objects = [set('orders-a', '9'), set('orders-b', '10'), pod({ reason: 'CrashLoopBackOff' }, {}, 'ReplicaSet/orders-a')];
    expect(facts(objects)).toEqual([]);
  });

  test('pods of another workload, and pods that start, are not a cause', () => {
    expect(facts([pod({ reason: 'ImagePullBackOff' }, {}, 'ReplicaSet/other')])).toEqual([]);
    expect(facts([set('orders-b', '1'), pod({ reason: 'ContainerCreating' })])).toEqual([]);
  });

  test('the pods of a StatefulSet belong to it directly', () => {
    const database = { ...DEPLOYMENT, kind: 'StatefulSet', name: 'db' };
    expect(facts([pod({ reason: 'InvalidImageName' }, {}, 'StatefulSet/db')], database)).toEqual(['pod-image-invalid lasting']);
  });

  test('the conditions of a Deployment are used if they are of its newest generation', () => {
    const status = (observedGeneration: number): Json => ({
      status: { observedGeneration, conditions: [no('Progressing', 'ProgressDeadlineExceeded')] },
    });
    const own = { ...orders('v1'), metadata: { name: 'orders', namespace: 'shop', generation: 2 } };
    expect(workloadConditions([{ ...own, ...status(2) }], DEPLOYMENT).map((condition) => condition.reason)).toEqual([
      'ProgressDeadlineExceeded',
    ]);
    expect(workloadConditions([{ ...own, ...status(1) }], DEPLOYMENT)).toEqual([]);
  });

  test('the last warnings are reported, each once', () => {
    const event = (message: string, lastTimestamp: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: lastTimestamp, namespace: 'shop' },
      type: 'Warning',
      reason: 'FailedMount',
      message,
      lastTimestamp,
      involvedObject: { kind: 'Pod', name: 'orders-b-1' },
    });
    const objects = [
      set('orders-b', '1'),
      pod({}),
      event('secret "b" not found', '2'),
      event('secret "a" not found', '1'),
      event('secret "b" not found', '3'),
    ];
    expect(warningsAbout(objects, DEPLOYMENT)).toEqual(['FailedMount: secret "a" not found', 'FailedMount: secret "b" not found']);
  });
});

/** West is not available; what the member says decides. */
function westPending(): readonly KubeObject[] {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['east', 'west'], content);
  return objectsOf({
    ...placementAt(fleet, 'Available', 'ResourceNotAvailableYet'),
    bindings: [fleet.bindings[0] ?? fleet.placement, bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
    works: [
      fleet.works[0] ?? fleet.placement,
      badWork('west', 0, content, content[1] ?? namespaceShop(), no('Available', 'ManifestNotAvailableYet')),
    ],
  });
}

function play(read: MemberReader['read'], cluster = 'west'): Promise<Played> {
  const memberReader: MemberReader = { clusters: new Set([cluster]), read };
  return gate({ options: { settle: 0 } }).play([{ at: 0, objects: westPending() }], { memberReader });
}

describe('--member', () => {
  test('an image that cannot be pulled fails the gate, with the message of the kubelet', async () => {
    const { report, seconds } = await play(() =>
      Promise.resolve([set('orders-b', '1'), pod({ reason: 'ImagePullBackOff', message: 'no such tag' })]),
    );
    expect(report.outcome).toBe('failed');
    expect(idsIn(report)).toEqual(['workload-image-pull', 'workload-not-available']);
    expect(JSON.stringify(report)).toContain('no such tag');
    expect(seconds).toBe(0);
  });

  test('pods that fit on no node get five minutes, because a node may be added', async () => {
    const conditions = [no('PodScheduled', 'Unschedulable')];
    const { report, seconds } = await play(() =>
      Promise.resolve([set('orders-b', '1'), ownedObject('Pod', 'p', 'ReplicaSet/orders-b', { status: { conditions } })]),
    );
    expect(report.outcome).toBe('failed');
    expect(seconds).toBe(300);
  });

  test('a member that cannot be read does not change the verdict', async () => {
    const { report } = await play(() => Promise.resolve(undefined));
    expect(report.outcome).toBe('timedOut');
    expect(idsIn(report)).toEqual(['workload-not-available']);
  });

  test('only the cluster that is not available is read, and not at every check', async () => {
    const asked: string[] = [];
    await play((cluster, namespace) => (asked.push(`${cluster}/${namespace}`), Promise.resolve([])));
    expect(new Set(asked)).toEqual(new Set(['west/shop']));
    expect(asked.length).toBeLessThanOrEqual(91);
    const unasked: string[] = [];
    await play((cluster) => (unasked.push(cluster), Promise.resolve([])), 'east');
    expect(unasked).toEqual([]);
  });

  test.each([['west'], ['=x'], ['west='], ['west=a', 'west=b']])('%j is refused', async (...values) => {
    const invocation = parseArgv(['wait', 'crp/shop', ...values.map((value) => `--member=${value}`)]);
    await expect(openMembers(invocation, fakeIo({ cwd: '.' }))).rejects.toThrow(ConfigError);
  });
});
