import { describe, expect, test } from 'vitest';

import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { containerLog } from '../../../src/gates/observations/member/failing-runs.ts';
import type { Diagnosis } from '../../../src/report.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  member,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
} from '../../support/fleets/fleet.ts';
import { ownedObject } from '../../support/fleets/owned-object.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

type Json = Readonly<Record<string, unknown>>;

const POD = 'orders-b-1';
const content = [namespaceShop(), orders('v1')];
const [, workload = orders('v1')] = content;
const fleet = objectsOf({
  ...placementAt(greenFleet(['west'], content), 'Available', 'ResourceNotAvailableYet'),
  bindings: [bindingAt('west', 0, no('Available', 'NotAllWorkAreAvailable', 3))],
  works: [badWork('west', 0, content, workload, no('Available', 'ManifestNotAvailableYet'))],
});

const hub = [...fleet, member('west', 20)].map((object) =>
  object.kind.endsWith('ResourceSnapshot')
    ? { ...object, metadata: { ...object.metadata, creationTimestamp: '2026-03-04T08:59:00Z' } }
    : object,
);

/** What is diagnosed on the member that holds these beside the Deployment and its ReplicaSet. */
async function diagnosed(
  objects: readonly KubeObject[],
  find?: readonly KubeObject[],
  log?: MemberReader['log'],
): Promise<readonly Diagnosis[]> {
  const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: hub }]);
  const members = {
    clusters: new Set(['west']),
    read: () => Promise.resolve([...objects]),
    find: (_cluster: string, _object: ObjectRef) => Promise.resolve(find),
    ...(log === undefined ? {} : { log }),
  };
  const { placements } = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }), members });
  return placements[0]?.diagnoses ?? [];
}

async function causeOf(id: string, objects: readonly KubeObject[]): Promise<Diagnosis> {
  const all = await diagnosed([deployment(), set, ...objects]);
  const found = all.find((diagnosis) => diagnosis.id === id);
  if (found === undefined) throw new Error(`there is only ${all.map((diagnosis) => diagnosis.id).join(', ')}`);
  return found;
}

function textOf({ title, explain, evidence, remedy }: Diagnosis): string {
  return [title, explain, ...evidence, ...remedy].join('\n');
}

function deployment(conditions: readonly Json[] = []): KubeObject {
  return { ...workload, metadata: { ...workload.metadata, generation: 1 }, status: { observedGeneration: 1, conditions } };
}

const set = ownedObject('ReplicaSet', 'orders-b', 'Deployment/orders');

function pod(
  state: Json,
  { list = 'containerStatuses', spec = {}, more = {} }: { list?: string; spec?: Json; more?: Json } = {},
): KubeObject {
  const status = { phase: 'Pending', [list]: [{ name: 'main', image: 'registry.example/orders:v1', ready: false, state, ...more }] };
  return ownedObject('Pod', POD, 'ReplicaSet/orders-b', { spec, status });
}

function warning(reason: string, message: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${reason}.1`, namespace: 'shop' },
    involvedObject: { kind: 'Pod', name: POD },
    type: 'Warning',
    reason,
    message,
    lastTimestamp: '2026-03-04T09:59:00Z',
  };
}

describe('an image that cannot be pulled', () => {
  const backOff = (answer: string): KubeObject =>
    pod({ waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image: ErrImagePull: ${answer}` } });

  test.each([
    ['failed to resolve reference "registry.example/orders:v1": not found', 'The image does not exist in the registry'],
    ['manifest unknown: manifest tagged by "v1" is not found', 'The image does not exist in the registry'],
    ['failed to authorize: failed to fetch anonymous token: 401 Unauthorized', 'The registry refuses the login for the image'],
    ['pull access denied, repository does not exist or may require authorization', 'The registry refuses the login for the image'],
    ['dial tcp: lookup registry.example on 10.0.0.10:53: no such host', 'The name of the registry cannot be resolved'],
    ['429 Too Many Requests - toomanyrequests: You have reached your pull rate limit', 'The registry limits how often images are pulled'],
    [
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
      'The nodes do not trust the certificate of the registry',
    ],
    ['dial tcp 10.1.2.3:443: i/o timeout', 'The registry cannot be reached'],
    ['no match for platform in manifest: not found', 'The image is not built for the architecture of the nodes'],
    ['failed to extract layer: write /var/lib/containerd/x: no space left on device', 'A node has no disk space left for the image'],
    ['something else', 'The image cannot be pulled'],
  ])('%s: %s', async (answer, title) => {
    expect((await causeOf('workload-image-pull', [backOff(answer)])).title).toBe(title);
  });

  test('is explained by the event of an older kubelet, which does not repeat the answer', async () => {
    const waiting = pod({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "registry.example/orders:v1"' } });
    const event = warning('Failed', 'Failed to pull image "registry.example/orders:v1": manifest unknown');
    expect((await causeOf('workload-image-pull', [waiting, event])).title).toBe('The image does not exist in the registry');
  });

  test('is reported with the missing pull secret only if the registry asks for a login', async () => {
    const event = warning('FailedToRetrieveImagePullSecret', 'Unable to retrieve some image pull secrets (acr-pull); attempting …');
    const denied = await causeOf('workload-image-pull', [backOff('401 Unauthorized'), event]);
    expect(denied.title).toBe('The image cannot be pulled: pull secret acr-pull is missing on west');
    expect(textOf(await causeOf('workload-image-pull', [backOff('manifest unknown'), event]))).not.toContain('acr-pull');
  });

  test('is reported with the pull secret that the pod names', async () => {
    const spec = { imagePullSecrets: [{ name: 'team' }] };
    const waiting = pod({ waiting: { reason: 'ImagePullBackOff', message: '403 Forbidden' } }, { spec });
    expect(textOf(await causeOf('workload-image-pull', [waiting]))).toContain('the pod names the pull secret team');
    expect(textOf(await causeOf('workload-image-pull', [backOff('403 Forbidden')]))).toContain('the pod names no pull secret');
  });
});

describe('a container that ends', () => {
  const crash = (terminated: Json, more: Parameters<typeof pod>[1] = {}): KubeObject =>
    pod(
      { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
      { ...more, more: { restartCount: 5, lastState: { terminated: { exitCode: 1, reason: 'Error', ...terminated } } } },
    );
  const limited = { containers: [{ name: 'main', resources: { limits: { memory: '128Mi' } } }] };

  test.each<readonly [string, KubeObject, string]>([
    ['its memory', crash({ reason: 'OOMKilled', exitCode: 137 }, { spec: limited }), 'Container main runs out of memory (limit 128Mi)'],
    ['the memory of the node', crash({ reason: 'OOMKilled', exitCode: 137 }), 'Container main runs out of memory (it sets no limit)'],
    [
      'its architecture',
      crash({ message: 'exec /app: exec format error' }),
      'The program of container main is built for another CPU architecture',
    ],
    [
      'its entry point',
      crash({
        reason: 'StartError',
        exitCode: 128,
        message: 'runc create failed: exec: "/app/run": stat /app/run: no such file or directory',
      }),
      'The command /app/run of container main cannot be run',
    ],
    ['a reason that the runtime does not report', crash({ message: 'config.yaml: no such file or directory' }), 'Container main crashes'],
    [
      'as an init container',
      crash({ message: 'exec format error' }, { list: 'initContainerStatuses' }),
      'The program of init container main is built for another CPU architecture',
    ],
  ])('by %s', async (_what, crashed, title) => {
    expect((await causeOf('workload-crash-loop', [crashed])).title).toBe(title);
  });

  test('is reported between two restarts too, and is not a failure yet', async () => {
    const ended = pod({ terminated: { exitCode: 1, reason: 'Error' } }, { more: { restartCount: 1 } });
    const anew = pod({ running: {} }, { more: { restartCount: 6, lastState: { terminated: { exitCode: 1, reason: 'Error' } } } });
    for (const state of [ended, anew]) expect((await causeOf('workload-crash-loop', [state])).outcome).toBe('suspect');
  });

  test('is not a crash if it has completed its work', async () => {
    const done = pod({ terminated: { exitCode: 0, reason: 'Completed' } }, { list: 'initContainerStatuses' });
    await expect(causeOf('workload-crash-loop', [done])).rejects.toThrow('workload-not-available');
  });

  test('is reported as having a wrong entry point', async () => {
    const message = 'failed to create containerd task: exec: "serve": executable file not found in $PATH: unknown';
    const refused = pod({ waiting: { reason: 'RunContainerError', message } });
    expect((await causeOf('workload-container-refused', [refused])).title).toBe('The command serve of container main cannot be run');
  });

  test.each(['`', "'"])('is reported as having a wrong entry point by crun, which closes the quotation with %s', async (end) => {
    const message = `container create failed: executable file \`serve${end} not found in $PATH: No such file or directory`;
    const refused = pod({ waiting: { reason: 'CreateContainerError', message } });
    expect((await causeOf('workload-container-refused', [refused])).title).toBe('The command serve of container main cannot be run');
  });
});

describe('pods that the API server refuses', () => {
  const step = async (message: string): Promise<Diagnosis> =>
    (await diagnosed([deployment([{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }]), set])).find(
      ({ id }) => id === 'workload-replica-failure',
    ) as Diagnosis;

  test.each([
    [
      'pods "x-" is forbidden: error looking up service account shop/app: serviceaccount "app" not found',
      'ServiceAccount app does not exist on west',
      'get serviceaccounts',
    ],
    [
      'pods "x-" is forbidden: no PriorityClass with name high was found',
      'PriorityClass high does not exist on west',
      'get priorityclasses',
    ],
    [
      'pods "x-" is forbidden: exceeded quota: team, requested: cpu=2, used: cpu=4, limited: cpu=4',
      'Quota team has no room: cpu',
      'describe resourcequotas',
    ],
    [
      'pods "x-" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
      'maximum memory usage per Container is 1Gi',
      'describe limitranges',
    ],
    ['admission webhook "check.example.com" denied the request: no latest', 'no latest', 'get validatingwebhookconfigurations'],
    [
      'pods "x-" is forbidden: violates PodSecurity "restricted:latest": privileged',
      'violates PodSecurity',
      'get namespace shop --show-labels',
    ],
    [
      'pods "x-" is forbidden: failed quota: team: must specify limits.cpu for: main',
      'Quota team requires that the pods set limits.cpu for: main',
      'describe resourcequotas,limitranges',
    ],
    [
      'Internal error occurred: failed calling webhook "inject.example.com": no endpoints available for service "inject"',
      'Webhook inject.example.com does not answer',
      'get validatingwebhookconfigurations',
    ],
    [
      'pods "x-" is forbidden: unable to create new content in namespace shop because it is being terminated',
      'The namespace on the member is being deleted',
      'get namespace shop -o yaml',
    ],
    [
      'Pod "x-1" is invalid: spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      'The pods are invalid: spec.containers[0].resources.requests',
      'describe deployment.apps/',
    ],
  ])('%s', async (message, title, look) => {
    const found = await step(message);
    expect(found.title).toContain(title);
    expect(found.remedy[0]).toContain(look);
  });
});

test('a webhook that does not answer is a suspect, because it may answer later', async () => {
  const message = 'Internal error occurred: failed calling webhook "inject.example.com": connection refused';
  const found = await diagnosed([deployment([{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }]), set]);
  expect(found.find(({ id }) => id === 'workload-replica-failure')?.outcome).toBe('suspect');
});

describe('a volume that cannot be mounted', () => {
  const volumes = [
    { name: 'conf', configMap: { name: 'settings' } },
    { name: 'keys', csi: { driver: 'secrets-store.csi.k8s.io' } },
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
  ];
  const creating = pod({ waiting: { reason: 'ContainerCreating' } }, { spec: { volumes } });
  const at = (time: string, message: string): KubeObject => ({ ...warning('FailedMount', message), lastTimestamp: time });

  test('and is of a ConfigMap is reported with the ConfigMap that lacks the key', async () => {
    const event = warning('FailedMount', 'MountVolume.SetUp failed for volume "conf" : references non-existent config key: app.yaml');
    const found = await causeOf('workload-config-missing', [creating, event]);
    expect(found.title).toBe('Key app.yaml of ConfigMap settings does not exist on west');
  });

  test('and is not a claim is explained at the pod, not at the claims', async () => {
    const event = warning('FailedMount', 'MountVolume.SetUp failed for volume "keys" : SecretProviderClass "kv" not found');
    const found = await causeOf('workload-volume-not-ready', [creating, event]);
    expect(found.title).toBe('Volume keys is not ready');
    expect(found.remedy[0]).toContain(`describe pod ${POD}`);
    expect(textOf(found)).not.toContain('claim');
    const ofClaim = warning('FailedMount', 'MountVolume.SetUp failed for volume "pvc-1" : timeout');
    expect((await causeOf('workload-volume-not-ready', [creating, ofClaim])).remedy[0]).toContain('persistentvolumeclaims');
  });

  test('is not attributed to the Secret that was missing in an earlier attempt', async () => {
    const missing = at('2026-03-04T09:50:00Z', 'MountVolume.SetUp failed for volume "tls" : secret "tls" not found');
    const later = (time: string): KubeObject => ({
      ...at(time, 'Unable to attach or mount volumes: unmounted volumes=[data]'),
      metadata: { name: 'x', namespace: 'shop' },
    });
    expect((await causeOf('workload-volume-not-ready', [creating, missing, later('2026-03-04T09:59:00Z')])).title).toBe(
      'Volume data is not ready',
    );
    expect((await causeOf('workload-config-missing', [creating, missing, later('2026-03-04T09:52:00Z')])).title).toBe(
      'Secret tls does not exist on west',
    );
  });
});

test('a failure with a date of the member has used its grace before the gate starts, but not more than the age of the content', async () => {
  const pending = (lastTransitionTime: string): KubeObject =>
    ownedObject('Pod', POD, 'ReplicaSet/orders-b', {
      status: {
        phase: 'Pending',
        conditions: [
          {
            ...no('PodScheduled', 'Unschedulable', undefined, '0/3 nodes are available: 3 Insufficient cpu.'),
            lastTransitionTime,
          },
        ],
      },
    });
  const look = async (since: string): Promise<Diagnosis> => causeOf('workload-unschedulable', [pending(since)]);
  expect(await look('2026-03-04T09:50:00Z')).toMatchObject({ outcome: 'terminal', since: '2026-03-04T09:50:00Z' });
  expect(await look('2026-03-04T09:58:00Z')).toMatchObject({ outcome: 'suspect', since: '2026-03-04T09:58:00Z' });
  const before = await look('2026-01-01T00:00:00Z');
  expect(before.since).not.toBe('2026-01-01T00:00:00Z');
});

describe('a pod without a sandbox', () => {
  const creating = pod({ waiting: { reason: 'ContainerCreating' } });

  test.each([
    [
      'plugin type="azure-vnet" failed (add): IPAM Invoker Add failed: no available IP addresses',
      'The network of west has no address left for the pod',
    ],
    [
      'plugin type="calico" failed (add): error getting ClusterInformation: connection is unauthorized',
      'The network plugin (CNI) of west fails',
    ],
    ['failed to start sandbox container task: cgroup error', 'The pod sandbox cannot be created'],
  ])('%s', async (message, title) => {
    expect((await causeOf('workload-sandbox-failed', [creating, warning('FailedCreatePodSandBox', message)])).title).toBe(title);
  });
});

describe('a workload that the member does not have', () => {
  test('is reported as missing, not as "not applied"', async () => {
    const found = await diagnosed([], []);
    expect(found.map(({ id, outcome }) => [id, outcome])).toContainEqual(['workload-absent', 'suspect']);
    expect(found.map(textOf).join('\n')).not.toContain('is applied on west');
  });

  test('is not reported as missing if its kind may not be read', async () => {
    expect((await diagnosed([])).map(({ id }) => id)).not.toContain('workload-absent');
  });

  test('is not reported as missing while it exists', async () => {
    expect((await diagnosed([deployment(), set], [])).map(({ id }) => id)).not.toContain('workload-absent');
  });
});

describe('the last lines of a container', () => {
  const terminated = { exitCode: 1, reason: 'Error' };
  const lines = 'starting\nno database at db:5432\n';

  async function logged(state: Json, more: Json, list?: string): Promise<readonly (readonly [string, string | undefined])[]> {
    const asked: string[] = [];
    const log: MemberReader['log'] = (_cluster, { pod: name, container, isPrevious }) => {
      asked.push(`${name} ${container}${isPrevious ? ' previous' : ''}`);
      return Promise.resolve(lines);
    };
    const found = await diagnosed([deployment(), set, pod(state, { more, ...(list === undefined ? {} : { list }) })], undefined, log);
    return found.flatMap((diagnosis) => (diagnosis.log === undefined ? [] : [[asked.join(), diagnosis.log.text] as const]));
  }

  test.each<readonly [string, Json, Json, string]>([
    ['that waits to be started again', { waiting: { reason: 'CrashLoopBackOff' } }, { lastState: { terminated } }, `${POD} main previous`],
    ['that runs again', { running: {} }, { lastState: { terminated } }, `${POD} main previous`],
    ['that has just ended', { terminated }, { lastState: { terminated } }, `${POD} main`],
  ])('%s are of the run that failed', async (_what, state, more, asked) => {
    expect(await logged(state, more)).toEqual([[asked, lines.trimEnd()]]);
  });

  test('of an init container are read too', async () => {
    const found = await logged({ waiting: { reason: 'CrashLoopBackOff' } }, { lastState: { terminated } }, 'initContainerStatuses');
    expect(found).toEqual([[`${POD} main previous`, lines.trimEnd()]]);
  });

  test('are not requested if the container has not written any', async () => {
    expect(await logged({ waiting: { reason: 'ImagePullBackOff', message: 'not found' } }, {})).toEqual([]);
  });

  test('do not start within a private key, and are cut if they are very long', () => {
    const run = { namespace: 'shop', pod: POD, container: 'main', isPrevious: false };
    expect(containerLog(run, 'MIIEvQIBADAN\n-----END PRIVATE KEY-----\nready\n').text).toBe('***\nready');
    expect(containerLog(run, 'x '.repeat(300)).text).toHaveLength(500);
  });
});
