/** The causes that a member shows do not depend on who brings the workload, nor on its kind. */
import { describe, expect, test } from 'vitest';

import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { containerLog } from '../../../src/gates/observations/member/failing-runs.ts';
import { pullRefusal } from '../../../src/gates/observations/member/pull-refusal.ts';
import { failedJob, workloadCauses, workloadConditions } from '../../../src/gates/observations/member/workload-causes.ts';
import type { Diagnosis } from '../../../src/report.ts';
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
import { ownedObject } from '../../support/fleets/owned-object.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

type Json = Readonly<Record<string, unknown>>;

const IMAGE = 'registry.example/orders:v1';
const set = ownedObject('ReplicaSet', 'orders-b', 'Deployment/orders');
const waiting = (reason: string, message: string): Json => ({ state: { waiting: { reason, message } } });
const CRASH = { ...waiting('CrashLoopBackOff', 'back-off'), restartCount: 6, lastState: { terminated: { exitCode: 1, reason: 'Error' } } };
const NO_TAG = waiting('ImagePullBackOff', 'manifest unknown');

function pod(statuses: Json, { owner = 'ReplicaSet/orders-b', name = 'orders-b-1', spec = {} } = {}): KubeObject {
  return ownedObject('Pod', name, owner, { spec, status: { phase: 'Pending', ...statuses } });
}

function main(status: Json, name = 'main'): Json {
  return { name, image: IMAGE, ready: false, ...status };
}

async function diagnosed(hub: readonly KubeObject[], onMember: readonly KubeObject[], target = 'crp/shop'): Promise<readonly Diagnosis[]> {
  const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: hub }]);
  const members = { clusters: new Set(['west']), read: () => Promise.resolve([...onMember]) };
  const { placements } = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget(target)] }), members });
  return placements[0]?.diagnoses ?? [];
}

/** The hub on which `workload` is not available on west. */
function unavailable(workload: KubeObject, content = [namespaceShop(), workload]): Fleet {
  return {
    ...placementAt(greenFleet(['west'], content), 'Available', 'ResourceNotAvailableYet'),
    bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
    works: [badWork('west', 0, content, workload, no('Available', 'ManifestNotAvailableYet'))],
  };
}

const ids = (found: readonly Diagnosis[]): readonly string[] => found.map(({ id }) => id);

describe('a cause is found', () => {
  const crashing = [set, pod({ containerStatuses: [main(CRASH)] })];

  test('for a ResourcePlacement', async () => {
    const kinds: Readonly<Record<string, string>> = {
      ClusterResourcePlacement: 'ResourcePlacement',
      ClusterResourceBinding: 'ResourceBinding',
      ClusterResourceSnapshot: 'ResourceSnapshot',
      ClusterSchedulingPolicySnapshot: 'SchedulingPolicySnapshot',
    };
    const workload = orders('v1');
    const selector = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' };
    const fleet = unavailable(workload, [workload]);
    const text = JSON.stringify([
      ...objectsOf({
        ...fleet,
        content: [],
        placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as Json), resourceSelectors: [selector] } },
      }),
      workload,
    ]).replaceAll('ClusterResourcePlacement', 'ResourcePlacement');
    const objects = (JSON.parse(text) as readonly KubeObject[]).map((object): KubeObject => {
      const isNamespaced = object.kind === 'ResourcePlacement' || kinds[object.kind] !== undefined;
      const kind = kinds[object.kind] ?? object.kind;
      const labels = {
        ...object.metadata.labels,
        ...(kind === 'Work' ? { 'kubernetes-fleet.io/parent-placement-namespace': 'shop' } : {}),
      };
      return { ...object, kind, metadata: { ...object.metadata, labels, ...(isNamespaced ? { namespace: 'shop' } : {}) } };
    });

    expect(ids(await diagnosed(objects, crashing, 'rp/shop/shop'))).toContain('workload-crash-loop');
  });

  test('for a workload in an envelope', async () => {
    const workload = orders('v1');
    const envelope: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceEnvelope',
      metadata: { name: 'bundle', namespace: 'shop' },
      data: { 'orders.yaml': workload },
    };
    const fleet = greenFleet(['west'], [namespaceShop(), envelope]);
    const wrapped = badWork('west', 0, [workload], workload, no('Available', 'ManifestNotAvailableYet'));
    const labels = { 'envelope-name': 'bundle', 'envelope-namespace': 'shop', 'envelope-type': 'ResourceEnvelope' };
    const { metadata } = wrapped;
    const own = Object.fromEntries(Object.entries(labels).map(([key, value]) => [`kubernetes-fleet.io/${key}`, value]));
    const found = await diagnosed(
      objectsOf({
        ...placementAt(fleet, 'Available', 'ResourceNotAvailableYet'),
        bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
        works: [
          work('west', 0, [namespaceShop()]),
          { ...wrapped, metadata: { ...metadata, name: 'shop-envelope', labels: { ...metadata.labels, ...own } } },
        ],
      }),
      crashing,
    );
    expect(ids(found)).toContain('workload-crash-loop');
  });

  test.each(['StatefulSet', 'DaemonSet'])('for a %s', async (kind) => {
    const workload = { ...orders('v1'), kind };
    const own = pod({ containerStatuses: [main(NO_TAG)] }, { owner: `${kind}/orders` });
    const found = await diagnosed(objectsOf(unavailable(workload)), [own]);
    expect(found.find(({ id }) => id === 'workload-image-pull')?.title).toBe('The image does not exist in the registry');
  });

  test.each([
    ['StatefulSet', 'controller-revision-hash', 'orders-2', { status: { updateRevision: 'orders-2' } }],
    ['DaemonSet', 'pod-template-generation', '2', { metadata: { annotations: { 'deprecated.daemonset.template.generation': '2' } } }],
  ] as const)('for a %s, and is only a suspect if just the pods of the former revision show it', async (kind, label, newest, more) => {
    const workload = { ...orders('v1'), kind };
    const onMember = { ...workload, ...more, metadata: { ...workload.metadata, ...('metadata' in more ? more.metadata : {}) } };
    const outcome = async (revision: string): Promise<string | undefined> => {
      const own = pod({ containerStatuses: [main(CRASH)] }, { owner: `${kind}/orders` });
      const labelled = { ...own, metadata: { ...own.metadata, labels: { [label]: revision } } };
      const found = await diagnosed(objectsOf(unavailable(workload)), [onMember, labelled]);
      return found.find(({ id }) => id === 'workload-crash-loop')?.outcome;
    };
    expect(await outcome(newest)).toBe('terminal');
    expect(await outcome('1')).toBe('suspect');
  });

  test.each(['StatefulSet', 'DaemonSet'])(
    'for a %s whose pods are refused, only as a suspect, because only an event shows it',
    async (kind) => {
      const workload = { ...orders('v1'), kind };
      const onMember = { ...workload, spec: { replicas: 1 }, status: { desiredNumberScheduled: 1 } };
      const message = 'pods "orders-" is forbidden: exceeded quota: team, requested: cpu=2, used: cpu=4, limited: cpu=4';
      const refused = {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'refused.1', namespace: 'shop' },
        involvedObject: { kind, name: 'orders' },
        type: 'Warning',
        reason: 'FailedCreate',
        message,
        lastTimestamp: '2026-03-04T09:59:00Z',
      };
      const found = (await diagnosed(objectsOf(unavailable(workload)), [onMember, refused])).find(
        ({ id }) => id === 'workload-replica-failure',
      );
      expect(found).toMatchObject({ title: 'Quota team has no room: cpu', outcome: 'suspect' });
    },
  );

  test('and is not taken from the pods of another workload', async () => {
    const other = pod({ containerStatuses: [main(CRASH)] }, { owner: 'ReplicaSet/billing-1', name: 'billing-1-x' });
    const others = [ownedObject('ReplicaSet', 'billing-1', 'Deployment/billing'), other];
    const found = await diagnosed(objectsOf(unavailable(orders('v1'))), [set, pod({ containerStatuses: [main({})] }), ...others]);
    expect(ids(found)).toEqual(['workload-not-available']);
  });

  test('and is not taken from pods of the former revision while the controller has not seen the newest one', async () => {
    const observed = (generation: number): KubeObject => {
      const { metadata, ...workload } = orders('v1');
      return { ...workload, metadata: { ...metadata, generation: 2 }, status: { observedGeneration: generation } };
    };
    const hub = objectsOf(unavailable(orders('v1')));
    expect(ids(await diagnosed(hub, [observed(1), ...crashing]))).toEqual(['workload-not-available']);
    expect(ids(await diagnosed(hub, [observed(2), ...crashing]))).toContain('workload-crash-loop');
  });
});

describe('a workload with several containers', () => {
  const DEPLOYMENT: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
  const causes = (statuses: Json, spec: Json = {}): ReturnType<typeof workloadCauses> =>
    workloadCauses([set, pod(statuses, { spec })], DEPLOYMENT);

  test('has evidence for each container that crashes', () => {
    const [cause, ...more] = causes({ containerStatuses: [main({ ...CRASH, restartCount: 1 }, 'proxy'), main(CRASH)] });
    expect(more).toEqual([]);
    expect(cause).toMatchObject({ container: 'main', isLasting: true });
    expect(cause?.evidence.filter((line) => line.includes('CrashLoopBackOff'))).toHaveLength(2);
  });

  test('has the name of each missing object', () => {
    const missing = (name: string): Json => waiting('CreateContainerConfigError', `configmap "${name}" not found`);
    const statuses = [main(missing('a')), main(missing('b'), 'proxy'), main(missing('a'), 'third')];
    expect(causes({ containerStatuses: statuses }).map((cause) => cause.missing)).toEqual(['ConfigMap a, ConfigMap b']);
  });

  test('does not have a sidecar reported as an init container', () => {
    const spec = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'migrate' }] };
    const which = causes({ initContainerStatuses: [main(CRASH, 'proxy')] }, spec).map(({ words }) => words?.['whichContainer']);
    expect(which).toEqual(['sidecar container proxy']);
  });

  test('has a missing program reported from the line that the runtime wrote into the log', () => {
    const log = (text: string): KubeObject =>
      containerLog({ namespace: 'shop', pod: 'orders-b-1', container: 'main', isPrevious: true }, text);
    const end = (text: string): unknown =>
      workloadCauses([set, pod({ containerStatuses: [main(CRASH)] }), log(text)], DEPLOYMENT).map(({ words }) => words?.['end']);
    expect(end('exec /app/run: exec format error')).toEqual(['architecture']);
    expect(end('exec /app/run: no such file or directory')).toEqual(['entry-point']);
    expect(end('plugin failed: exec /opt/tool: exec format error')).toEqual(['unknown']);
  });
});

describe('a crash', () => {
  const title = async (status: Json, event?: string): Promise<string | undefined> => {
    const killed = { kind: 'Pod', name: 'orders-b-1', fieldPath: 'spec.containers{main}' };
    const warning: KubeObject = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'shop' },
      involvedObject: killed,
      type: 'Warning',
      reason: 'Unhealthy',
      message: event,
    };
    const onMember = [set, pod({ containerStatuses: [main(status)] }), ...(event === undefined ? [] : [warning])];
    const found = await diagnosed(objectsOf(unavailable(orders('v1'))), onMember);
    return found.find(({ id }) => id === 'workload-crash-loop' || id === 'workload-probe-failing')?.title;
  };

  test('is reported with its container, and with the probe for which the kubelet ended it', async () => {
    expect(await title(CRASH)).toBe('Container main crashes');
    expect(await title(CRASH, 'Liveness probe failed: timeout')).toBe('Container main is restarted because its liveness probe fails');
    expect(await title(CRASH, 'Readiness probe failed: timeout')).toBe('Container main crashes');
  });

  test('is not reported as an error of the program if the program ends with exit code 0', async () => {
    const ended = { ...CRASH, lastState: { terminated: { exitCode: 0, reason: 'Completed' } } };
    expect(await title(ended)).toBe('Container main ends without an error and is started again');
  });

  test('is distinguished from a probe that fails while the container runs', async () => {
    const runs = { state: { running: {} } };
    expect(await title(runs, 'Startup probe failed: 503')).toBe('The startup probe of container main fails');
  });
});

test('the name of an image is not read as an answer of its registry', () => {
  expect(pullRefusal('registry.example/certificate-rotator:1.403: not found', 'registry.example/certificate-rotator:1.403')).toBe('absent');
  expect(pullRefusal('Head "https://registry.example/v2/timeout/manifests/401": manifest unknown')).toBe('absent');
});

test('the scheduler is quoted with its numbers, and a volume is reported with its name', async () => {
  const unscheduled = (message: string): KubeObject[] => [
    set,
    pod({ conditions: [no('PodScheduled', 'Unschedulable', undefined, message)] }),
  ];
  const hub = objectsOf(unavailable(orders('v1')));
  const titleOf = async (message: string): Promise<string | undefined> => (await diagnosed(hub, unscheduled(message)))[0]?.title;
  expect(
    await titleOf(
      '0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu. preemption: 0/3 nodes are available: 3 No.',
    ),
  ).toBe('No node can run the pods: 0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu');
  expect(await titleOf('no nodes available to schedule pods')).toBe('No node can run the pods');
  expect(await titleOf('persistentvolumeclaim "data" not found')).toBe('PersistentVolumeClaim data is not ready');
});

describe('a Job that the hub does not follow', () => {
  const job: KubeObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'shop' } };
  const ref: ObjectRef = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' };
  const content = [namespaceShop(), job];
  const conditions = [yes('Applied', 'AllManifestsApplied', 1), yes('Available', 'WorkNotTrackable', 1)];
  const manifestConditions = content.map((object, ordinal) => ({
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
  const hub = objectsOf({ ...greenFleet(['west'], content), works: [work('west', 0, content, { conditions, manifestConditions })] });
  const ofJob = (status: Json): KubeObject => pod({ containerStatuses: [main(status)] }, { owner: 'Job/migrate', name: 'migrate-x' });

  test('is a suspect if its pods do not start', async () => {
    const found = await diagnosed(hub, [job, ofJob(NO_TAG)]);
    expect(found.map(({ id, outcome }) => [id, outcome])).toContainEqual(['workload-image-pull', 'terminal']);
    const missing = await diagnosed(hub, [job, ofJob(waiting('CreateContainerConfigError', 'secret "db" not found'))]);
    expect(missing.map(({ id, outcome }) => [id, outcome])).toContainEqual(['workload-config-missing', 'suspect']);
  });

  test('is a suspect if its pods are refused', async () => {
    const message = 'Error creating: pods "migrate-" is forbidden: exceeded quota: team, requested: pods=1, used: pods=4, limited: pods=4';
    const event: KubeObject = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'shop' },
      involvedObject: { kind: 'Job', name: 'migrate' },
      type: 'Warning',
      reason: 'FailedCreate',
      message,
    };
    const found = await diagnosed(hub, [job, event]);
    expect(found.map(({ id, outcome }) => [id, outcome])).toContainEqual(['workload-replica-failure', 'suspect']);
    const running: KubeObject = { ...job, status: { active: 1 } };
    expect(workloadConditions([running, event], ref)).toEqual([]);
  });

  test('is left to its own retries while its pods fail', async () => {
    expect(ids(await diagnosed(hub, [job, ofJob(CRASH)]))).toEqual(['availability-untrackable']);
  });

  test('is reported with the init container that failed it', () => {
    const failed: KubeObject = { ...job, status: { conditions: [yes('Failed', 'BackoffLimitExceeded')] } };
    const ended = pod(
      { phase: 'Failed', initContainerStatuses: [main({ state: { terminated: { exitCode: 3, reason: 'Error' } } }, 'schema')] },
      { owner: 'Job/migrate', name: 'migrate-x' },
    );
    expect(failedJob([failed, ended], ref).at(-1)).toBe('pod migrate-x, container schema: exit code 3, Error');
  });
});
