/** What a member's quotas, limit ranges and other built-in admission plugins refuse, on objects and on the pods of workloads. */
import { describe, expect, test } from 'vitest';
import { matches } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

type Way = readonly [name: string, type: 'Applied' | 'ReplicaFailure', status: 'True' | 'False', reason: string, where: string];

const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const WAYS: readonly Way[] = [
  ['object', 'Applied', 'False', 'ManifestApplyFailed', '{object}'],
  ['pods of a workload', 'ReplicaFailure', 'True', 'FailedCreate', 'the pod template of {object}'],
];

function told([, type, status, reason]: Way, answer: string, kind = 'Deployment') {
  const applying = 'failed to apply the manifest: failed to create manifest object: error returned by the API server: ';
  const message = type === 'Applied' ? `Failed to apply the manifest (error: ${applying}${answer})` : answer;
  const condition = { type, status, reason, message } as const;
  const object = { apiVersion: 'apps/v1', kind, namespace: 'shop', name: 'x' };
  const seen: Observation = { scope: 'manifest', step: 'Applied', target, object, cluster: 'm2', condition, evidence: [] };
  const failure = FAILURES.find((candidate) => matches(candidate, seen));
  const details = failure?.details?.(seen) ?? {};
  const { title = '', explain = failure?.explain ?? '', remedy = failure?.remedy ?? [] } = details;
  return { id: failure?.id, title, explain, first: remedy[0] ?? '', steps: remedy.join('\n') };
}

describe.each(WAYS)('%s', (...way) => {
  const [, type, , , where] = way;
  const ofAmount = type === 'Applied' ? 'apply-quota-exceeded' : 'workload-replica-failure';

  test.each([
    ['minimum storage usage per PersistentVolumeClaim is 2Gi, but request is 1Gi', /raise the request or limit .* to the minimum/, /lower/],
    ['minimum cpu usage per Container is 100m.  No request is specified', /set a request of the minimum/, /lower|raise/],
    ['minimum cpu usage per Container is 100m, but limit is 50m', /raise the request or limit .* to the minimum/, /lower/],
    ['maximum cpu usage per Pod is 1, but limit is 2', /lower the request or limit .* to the maximum/, /raise/],
    ['maximum memory usage per Container is 1Gi.  No limit is specified', /set a limit of the maximum/, /lower|raise/],
    [
      'cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000',
      /raise the request or lower the limit/,
      /minimum|maximum/,
    ],
    [
      'memory max limit to request ratio per Pod is 2, but no request is specified or request is 0',
      /set both the request and the limit/,
      /raise|lower/,
    ],
  ])('a limit range: %s', (said, right, wrong) => {
    const found = told(way, `pods "x" is forbidden: ${said}`);
    expect(found.id).toBe(ofAmount);
    expect(found.title).toBe(said.replace('  ', ' '));
    expect(found.first).toContain('describe limitranges {namespaceArgs}');
    const step = found.steps.split('\n')[1] ?? '';
    expect(step).toMatch(right);
    expect(step).not.toMatch(wrong);
    expect(step.startsWith(`In ${where}, `)).toBe(true);
    expect(found.steps).not.toMatch(/Raise the quota|ask for less|free what is used/);
  });

  test('a limit range with two faults has a step for each', () => {
    const found = told(
      way,
      'pods "x" is forbidden: [minimum cpu usage per Container is 100m, but request is 50m, maximum memory usage per Container is 1Gi, but limit is 2Gi]',
    );
    expect(found.steps).toMatch(/to the minimum or more.*\n.*to the maximum or less/);
  });

  test('a quota that needs requests is no quota without room', () => {
    const found = told(way, 'pods "x" is forbidden: failed quota: team: must specify limits.cpu for: main; requests.cpu for: main');
    expect(found.id).toBe(ofAmount);
    expect(found.title).toMatch(/^Quota team requires that the (?:pods set|object sets) limits\.cpu for: main; requests\.cpu for: main$/);
    expect(found.steps).toContain(`Set them in ${where}, or create a LimitRange with defaults`);
    expect(found.steps).not.toMatch(/Raise the quota|ask for less/);
  });

  test('a quota that was not counted yet passes by itself', () => {
    const found = told(way, 'pods "x" is forbidden: status unknown for quota: team, resources: cpu');
    expect(found.title).toBe('Quota team has not been counted yet');
    expect(found.explain).toContain('usually passes');
    expect(found.steps).not.toContain('Raise the quota');
  });

  test('a quota without room keeps its steps', () => {
    const found = told(way, 'pods "x" is forbidden: exceeded quota: team, requested: cpu=2, used: cpu=4, limited: cpu=4');
    expect(found.title).toBe('Quota team has no room: cpu');
    expect(found.steps).toContain('Raise the quota');
  });

  test.each([
    ['error looking up service account shop/app: serviceaccount "app" not found', 'ServiceAccount app does not exist on m2'],
    ['no PriorityClass with name high was found', 'PriorityClass high does not exist on m2'],
    ['pod rejected: RuntimeClass "gvisor" not found', 'RuntimeClass gvisor does not exist on m2'],
  ])('an object that is missing on the member: %s', (said, title) => {
    const found = told(way, `pods "x" is forbidden: ${said}`);
    expect(found.title).toBe(title);
    expect(found.steps).toContain('Place {missing} together with {object}');
    expect(found.steps).not.toContain('webhook');
  });

  test.each([
    'pod node label selector conflicts with its namespace node label selector',
    'unable to validate against any security context constraint: []',
    'insufficient quota to match these scopes: [{PriorityClass In [high]}]',
    "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>",
  ])('a plugin of the API server is not called a policy or a webhook: %s', (said) => {
    const found = told(way, `pods "x" is forbidden: ${said}`);
    expect(found.title).toBe(said);
    expect(`${found.explain} ${found.steps}`).not.toMatch(
      /(?:policy or webhook|admission webhook|owners of the policy|webhookconfigurations)/,
    );
  });

  test.each([
    ['admission webhook "g.example.com" denied the request: no', 'webhookconfigurations'],
    [`pods "x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`, 'validatingadmissionpolicy/{policyName}'],
    ['pods "x" is forbidden: violates PodSecurity "restricted:latest": privileged', 'get namespace {namespace} --show-labels'],
  ])('a policy is shown: %s', (answer, look) => {
    expect(told(way, answer).steps).toContain(look);
  });
});

test('a claim that its StorageClass does not resize is not refused by a policy', () => {
  const said = 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  const found = told(
    ['object', 'Applied', 'False', 'ManifestApplyFailed', ''],
    `persistentvolumeclaims "x" is forbidden: ${said}`,
    'PersistentVolumeClaim',
  );
  expect(found.id).toBe('apply-denied-by-policy');
  expect(found.title).toBe('The StorageClass of the claim does not allow a resize');
  expect(found.first).toContain('get storageclasses');
  expect(found.steps).toContain('allowVolumeExpansion: true');
  expect(found.steps).not.toMatch(/policy|webhook/);
});
