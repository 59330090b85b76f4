import { describe, expect, test } from 'vitest';

import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { warningsAbout } from '../../../src/gates/observations/member/member-events.ts';
import { missingConfig } from '../../../src/gates/observations/member/missing-config.ts';
import { failedJob, workloadCauses, workloadConditions } from '../../../src/gates/observations/member/workload-causes.ts';
import type { Diagnosis, GateReport } from '../../../src/report.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { ownedObject } from '../../support/fleets/owned-object.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

type Json = Readonly<Record<string, unknown>>;
const DEPLOYMENT: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
const POD = 'orders-b-1';

const set = ownedObject('ReplicaSet', 'orders-b', 'Deployment/orders');
const pod = (status: Json, more: Json = {}, name = POD): KubeObject => ownedObject('Pod', name, 'ReplicaSet/orders-b', { status, ...more });

function container(state: Json, more: Json = {}, list = 'containerStatuses'): Json {
  return { phase: 'Pending', [list]: [{ name: 'main', ready: false, state, ...more }] };
}

function warning(about: string, reason: string, message: string, fieldPath?: string): KubeObject {
  const [kind, name] = about.split('/');
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${reason}.1`, namespace: 'shop' },
    involvedObject: { kind, name, ...(fieldPath === undefined ? {} : { fieldPath }) },
    type: 'Warning',
    reason,
    message,
    lastTimestamp: '2026-03-04T09:59:00Z',
  };
}

function causes(...objects: readonly KubeObject[]): readonly string[] {
  return workloadCauses([set, ...objects], DEPLOYMENT).map(({ fact, missing }) => (missing === undefined ? fact : `${fact}: ${missing}`));
}

describe('an object that the kubelet does not find', () => {
  test.each([
    ['configmap "settings" not found', 'ConfigMap settings'],
    ['secret "db" not found', 'Secret db'],
    ["couldn't find key password in Secret shop/db", 'key password of Secret db'],
    ["couldn't find key mode in ConfigMap shop/settings", 'key mode of ConfigMap settings'],
    ['MountVolume.SetUp failed for volume "settings" : configmap "settings" not found', 'ConfigMap settings'],
    ['MountVolume.SetUp failed for volume "tls" : references non-existent secret key: tls.key', 'key tls.key of the Secret'],
    ['container has runAsNonRoot and image will run as root', undefined],
    ['services have not yet been read at least once, cannot construct envvars', undefined],
  ])('%s', (message, missing) => {
    expect(missingConfig(message)).toBe(missing);
  });
});

describe('a pod that is not healthy', () => {
  const creating = container({ waiting: { reason: 'ContainerCreating' } });
  const mount = warning(`Pod/${POD}`, 'FailedMount', 'MountVolume.SetUp failed for volume "c" : configmap "settings" not found');
  const running = container({ running: { startedAt: '2026-03-04T09:58:00Z' } }, { started: true });
  const unready = warning(`Pod/${POD}`, 'Unhealthy', 'Readiness probe failed: connection refused', 'spec.containers{main}');
  const unbound = {
    phase: 'Pending',
    conditions: [
      no('PodScheduled', 'Unschedulable', undefined, '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.'),
    ],
  };

  test.each<readonly [string, readonly KubeObject[], readonly string[]]>([
    [
      'a ConfigMap is not there',
      [pod(container({ waiting: { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' } }))],
      ['pod-config-missing: ConfigMap settings'],
    ],
    [
      'the image may not run with the requested user',
      [
        pod(
          container({
            waiting: { reason: 'CreateContainerConfigError', message: 'container has runAsNonRoot and image will run as root' },
          }),
        ),
      ],
      ['pod-container-refused'],
    ],
    [
      'a container cannot be created',
      [pod(container({ waiting: { reason: 'CreateContainerError', message: 'x' } }))],
      ['pod-container-refused'],
    ],
    [
      'a container cannot be started',
      [pod(container({ waiting: { reason: 'RunContainerError', message: 'x' } }))],
      ['pod-container-refused'],
    ],
    [
      'an init container fails in the same way',
      [pod(container({ waiting: { reason: 'RunContainerError', message: 'x' } }, {}, 'initContainerStatuses'))],
      ['pod-container-refused'],
    ],
    ['a mounted ConfigMap is not there', [pod(creating), mount], ['pod-config-missing: ConfigMap settings']],
    ['an event of another pod', [pod(creating), { ...mount, involvedObject: { kind: 'Pod', name: 'other' } }], []],
    ['the mount works by now', [pod(running), mount], []],
    ['a volume cannot be attached', [pod(creating), warning(`Pod/${POD}`, 'FailedAttachVolume', 'Multi-Attach error')], ['pod-volume']],
    ['a claim is not bound', [pod(unbound)], ['pod-volume']],
    [
      'nodes are full, and that comes first',
      [pod({ conditions: [no('PodScheduled', 'Unschedulable', undefined, '0/3 nodes are available: 3 Insufficient cpu.')] })],
      ['pod-unschedulable'],
    ],
    ['the probe of the container fails', [pod(running), unready], ['pod-probe']],
    ['the container runs and no probe has failed', [pod(running)], []],
    ['the probe has failed before the container was ready', [pod(container({ running: {} }, { ready: true })), unready], []],
    [
      'the probe of another container fails',
      [pod(running), { ...unready, involvedObject: { kind: 'Pod', name: POD, fieldPath: 'spec.containers{proxy}' } }],
      [],
    ],
    [
      'the pod was evicted',
      [pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' })],
      ['pod-evicted'],
    ],
    ['the pod is being preempted', [pod({ conditions: [yes('DisruptionTarget', 'PreemptionByScheduler')] })], ['pod-evicted']],
    ['the pod has completed', [pod({ phase: 'Succeeded' })], []],
  ])('%s', (_what, objects, expected) => {
    expect(causes(...objects)).toEqual(expected);
  });

  test('a drained pod is reported while it terminates', () => {
    const going = pod({ conditions: [yes('DisruptionTarget', 'EvictionByEvictionAPI')] });
    const deleted = { ...going, metadata: { ...going.metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    expect(causes(deleted)).toEqual(['pod-evicted']);
  });

  test('the claim that is not bound is reported with its storage class and its last event', () => {
    const spec = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
    const claim = (phase: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'shop' },
      spec: { storageClassName: 'fast' },
      status: { phase },
    });
    const failed = warning('PersistentVolumeClaim/data', 'ProvisioningFailed', 'storageclass "fast" not found');
    const evidence = (phase: string): readonly string[] =>
      workloadCauses([set, pod(unbound, { spec }), claim(phase), failed], DEPLOYMENT).flatMap((cause) => cause.evidence.slice(1));
    expect(evidence('Pending')).toEqual([
      'PersistentVolumeClaim data is Pending (storage class fast): ProvisioningFailed: storageclass "fast" not found',
    ]);
    expect(evidence('Bound')).toEqual([]);
  });

  // covers: read-the-pod-logs
  test('a crash is reported with the message of the liveness probe', () => {
    const waiting = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } };
    const crash = pod(container(waiting, { restartCount: 5, lastState: { terminated: { exitCode: 137, reason: 'Error' } } }));
    const killed = warning(`Pod/${POD}`, 'Unhealthy', 'Liveness probe failed: timeout', 'spec.containers{main}');
    expect(workloadCauses([set, crash, killed], DEPLOYMENT).flatMap((cause) => cause.evidence)).toContain('Liveness probe failed: timeout');
  });
});

describe('pods that are never created', () => {
  const quota = 'pods "orders-b-" is forbidden: exceeded quota: team, requested: cpu=2, used: cpu=4, limited: cpu=4';
  const own = { ...orders('v1'), metadata: { name: 'orders', namespace: 'shop', generation: 1 } };
  const messages = (objects: readonly KubeObject[], workload = DEPLOYMENT): readonly string[] =>
    workloadConditions(objects, workload).map(({ message }) => message);

  test('are explained by a quota at the ReplicaSet', () => {
    const refused = { ...set, status: { conditions: [{ ...yes('ReplicaFailure', 'FailedCreate'), message: quota }] } };
    expect(messages([own, refused])).toEqual([quota]);
    expect(messages([own, set])).toEqual([]);
  });

  test('are reported for a StatefulSet only while it lacks pods', () => {
    const database: ObjectRef = { ...DEPLOYMENT, kind: 'StatefulSet', name: 'db' };
    const withPods = (replicas: number): KubeObject => ({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'shop', generation: 1 },
      spec: { replicas: 2 },
      status: { observedGeneration: 1, replicas },
    });
    const event = warning('StatefulSet/db', 'FailedCreate', quota);
    expect(messages([withPods(1), event], database)).toEqual([quota]);
    expect(messages([withPods(2), event], database)).toEqual([]);
  });
});

test('are reported as a failure of a Job only if Kubernetes reports it', () => {
  const job: ObjectRef = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' };
  const ended = (conditions: readonly Json[]): KubeObject => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'migrate', namespace: 'shop' },
    status: { conditions },
  });
  expect(failedJob([ended([yes('Failed', 'BackoffLimitExceeded')])], job)).toEqual(['Failed BackoffLimitExceeded: BackoffLimitExceeded']);
  expect(failedJob([ended([yes('Complete', 'CompletionsReached')])], job)).toEqual([]);
  expect(failedJob([ended([])], job)).toEqual([]);
  expect(failedJob([], job)).toEqual([]);
});

test('events without a last timestamp are in order too', () => {
  const late = { ...warning(`Pod/${POD}`, 'B', 'late'), lastTimestamp: null, eventTime: '2026-03-04T09:59:59.000000Z' };
  expect(warningsAbout([set, pod({}), late, warning(`Pod/${POD}`, 'A', 'early')], DEPLOYMENT)).toEqual(['A: early', 'B: late']);
});

describe('a report with --member', () => {
  const content = [namespaceShop(), orders('v1')];
  const [, workload = orders('v1')] = content;
  const fleet = greenFleet(['west'], content);
  const waiting = objectsOf({
    ...placementAt(fleet, 'Available', 'ResourceNotAvailableYet'),
    bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
    works: [badWork('west', 0, content, workload, no('Available', 'ManifestNotAvailableYet'))],
  });

  async function looked(objects: readonly KubeObject[], read?: MemberReader['read']): Promise<GateReport> {
    const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects }]);
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')] });
    return diagnose({ reader, expectation, ...(read === undefined ? {} : { members: { clusters: new Set(['west']), read } }) });
  }
  const diagnosisIn = ({ placements }: GateReport, id: string): Diagnosis | undefined =>
    placements[0]?.diagnoses.find((entry) => entry.id === id);
  const advice = (report: GateReport): string => diagnosisIn(report, 'workload-not-available')?.remedy.join(' ') ?? '';

  // covers: look-at-the-member
  test('does not advise to add --member', async () => {
    expect(advice(await looked(waiting))).toContain('--member west=CONTEXT');
    expect(advice(await looked(waiting, () => Promise.resolve([])))).not.toContain('--member');
  });

  test('says that an unreachable member is not verified', async () => {
    const report = await looked(waiting, () => Promise.resolve(undefined));
    expect(advice(report)).not.toContain('--member');
    expect(diagnosisIn(report, 'workload-not-available')?.explain).toContain('not verified');
  });

  test('has the name of the missing object in the title', async () => {
    const message = "couldn't find key password in Secret shop/db";
    const report = await looked(waiting, () =>
      Promise.resolve([set, pod(container({ waiting: { reason: 'CreateContainerConfigError', message } }))]),
    );
    expect(diagnosisIn(report, 'workload-config-missing')?.title).toBe('Key password of Secret db does not exist on west');
  });

  describe('about a Job, which the hub does not follow,', () => {
    const job: KubeObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'shop' } };
    const jobs = [namespaceShop(), job];
    const untracked = jobs.map((object, ordinal) => ({
      identifier: {
        ordinal,
        group: ordinal === 1 ? 'batch' : '',
        version: 'v1',
        kind: object.kind,
        namespace: object.metadata.namespace ?? '',
        name: object.metadata.name,
      },
      conditions: [yes('Applied', 'Applied'), yes('Available', ordinal === 1 ? 'NotTrackable' : 'Available')],
    }));
    const conditions = [yes('Applied', 'AllManifestsApplied', 1), yes('Available', 'WorkNotTrackable', 1)];
    const done = (clusters: readonly string[]): Fleet => ({
      ...greenFleet(clusters, jobs),
      works: clusters.map((cluster) => work(cluster, 0, jobs, { conditions, manifestConditions: untracked })),
    });
    const live = (type: string): KubeObject => ({ ...job, status: { conditions: [yes(type, 'BackoffLimitExceeded')] } });

    test('says if it has failed, and passes one that has not', async () => {
      const objects = objectsOf(done(['west']));
      expect((await looked(objects, () => Promise.resolve([live('Failed')]))).outcome).toBe('failed');
      expect((await looked(objects, () => Promise.resolve([live('Complete')]))).outcome).toBe('passed');
      expect((await looked(objects)).outcome).toBe('passed');
    });

    test('reads again what it has dropped', async () => {
      const both = done(['east', 'west']);
      const eastBehind = {
        ...placementAt(both, 'Applied', 'ApplyInProgress'),
        bindings: [bindingAt('east', 0, no('Applied', 'ApplyInProgress', 3)), ...both.bindings.slice(1)],
        works: both.works,
      };
      const memberReader: MemberReader = { clusters: new Set(['west']), read: () => Promise.resolve([live('Failed')]) };
      const { report } = await gate({ options: { settle: 30_000 } }).play(
        [
          { at: 0, objects: objectsOf(eastBehind) },
          { at: 3000, objects: objectsOf(placementAt(greenFleet(['east', 'west'], jobs), 'Applied', 'ApplyInProgress')) },
          { at: 6000, objects: objectsOf(both) },
        ],
        { memberReader },
      );
      expect(report.outcome).toBe('failed');
    });
  });

  test('names a missing address for a Service, not an image', async () => {
    const service: KubeObject = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { type: 'LoadBalancer' },
    };
    const own = [namespaceShop(), service];
    const cause = diagnosisIn(
      await looked(
        objectsOf({
          ...placementAt(greenFleet(['west'], own), 'Available', 'ResourceNotAvailableYet'),
          bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
          works: [badWork('west', 0, own, service, no('Available', 'ManifestNotAvailableYet'))],
        }),
      ),
      'workload-not-available',
    );
    expect(cause?.title).toBe('The Service has no address yet');
    expect(`${cause?.explain ?? ''}${cause?.remedy.join('') ?? ''}`).not.toMatch(/image|pods/);
  });
});
