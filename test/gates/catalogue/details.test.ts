import { describe, expect, test } from 'vitest';

import { withoutGoPrint } from '../../../src/fleet/kubernetes/go-print.ts';
import type { ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { matches } from '../../../src/gates/catalogue/failure.ts';
import type { Details } from '../../../src/gates/catalogue/failure.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { envelopeFault } from '../../../src/gates/catalogue/envelope-fault.ts';
import { policyName, policySentence } from '../../../src/gates/catalogue/policy-sentence.ts';
import type { Observation } from '../../../src/gates/observations/observation.ts';

const CREATE = 'failed to apply the manifest: failed to create manifest object: error returned by the API server: ';

function detailsOf(text: string, object?: ObjectRef): Details | undefined {
  const condition = {
    type: 'Applied',
    status: 'False',
    reason: 'ManifestApplyFailed',
    message: `Failed to apply the manifest (error: ${text})`,
  } as const;
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const about = object ?? target;
  const observation: Observation = { scope: 'manifest', step: 'Applied', target, object: about, cluster: 'm1', condition, evidence: [] };
  const failure = FAILURES.find((candidate) => matches(candidate, observation));
  return failure?.details?.(observation);
}

describe('the details of a message beyond its id', () => {
  test.each([
    [
      'works.placement.kubernetes-fleet.io is forbidden: User "system:serviceaccount:fleet-system:hub-agent-sa" cannot create resource "works"',
      'The hub agent does not have the right to write the Works',
    ],
    ['etcdserver: request is too large', 'The content is too large for a Work'],
    ['admission webhook "guard.example.com" denied the request: no Works on Fridays', 'no Works on Fridays'],
    ['etcdserver: leader changed', undefined],
  ])('name why Works cannot be written: %s', (message, title) => {
    const condition = { type: 'WorkSynchronized', status: 'False', reason: 'SyncWorkFailed', message } as const;
    const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
    const seen: Observation = { scope: 'cluster', step: 'WorkSynchronized', target, cluster: 'm1', condition, evidence: [] };
    const failure = FAILURES.find((candidate) => matches(candidate, seen));
    expect([failure?.id, failure?.details?.(seen).title]).toEqual(['work-sync-error', title]);
    if (title !== 'The content is too large for a Work')
      expect([failure?.explain, ...(failure?.details?.(seen).remedy ?? failure?.remedy ?? [])].join(' ')).not.toContain('too large');
  });

  test.each([
    [
      'FailedToTakeOver, error: failed to take over a pre-existing object: the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [])',
      'The comparison cannot take an object over',
      /whenToTakeOver .* to Never/,
    ],
    [
      'DecodingErred, error: no matches for kind "Widget" in version "lab.example/v1"',
      'The member does not serve a kind that is compared',
      /CRD/,
    ],
    ['Unknown, error: the server is currently unable to handle the request', undefined, undefined],
  ])('name why a comparison cannot finish: %s', (error, title, step) => {
    const message = `An error blocks the diff reporting process (${error})`;
    const condition = { type: 'DiffReported', status: 'False', reason: 'FailedToReportDiff', message } as const;
    const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
    const seen: Observation = { scope: 'manifest', step: 'DiffReported', target, object: target, cluster: 'm1', condition, evidence: [] };
    const details = FAILURES.find((candidate) => matches(candidate, seen))?.details?.(seen);
    expect(details?.title).toBe(title);
    if (step !== undefined) expect(details?.remedy?.join(' ')).toMatch(step);
  });

  test.each([
    [
      'Operation cannot be fulfilled on deployments.apps "x": the object has been modified; please apply your changes to the latest version',
      'Another writer changes the object at the same time',
      '--show-managed-fields',
    ],
    [
      'failed calling webhook "guard.example.com": connection refused',
      'Webhook guard.example.com of the member does not answer',
      undefined,
    ],
    ['dial tcp 10.0.0.1:443: i/o timeout', undefined, undefined],
  ])('name why a write fails temporarily: %s', (text, title, step) => {
    const details = detailsOf(text);
    expect(details?.title).toBe(title);
    expect(details?.remedy?.[0] ?? '').toContain(step ?? '');
  });

  test.each([
    ['admission webhook "guard.example.com" denied the request: use a (private) registry', 'use a (private) registry'],
    ['admission webhook "guard.example.com" denied the request: \n\nblocked by:\n  labels: missing\n', 'blocked by: labels: missing'],
    ['admission webhook "guard.example.com" denied the request without explanation', undefined],
    [
      `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: not in this region`,
      'not in this region',
    ],
    [
      'pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
      'violates PodSecurity "restricted:latest": runAsNonRoot != true',
    ],
    ['pods "x" is forbidden: no PriorityClass with name high was found', 'no PriorityClass with name high was found'],
    ['Internal error occurred: failed calling webhook "guard.example.com": no endpoints available', undefined],
  ])('have the sentence of a policy: %s', (answer, sentence) => {
    expect(policySentence(`Failed to apply the manifest (error: ${CREATE}${answer})`)).toBe(sentence);
  });

  test.each([
    ['admission webhook "guard.example.com" denied the request: no', 'admission webhook guard.example.com'],
    [`configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`, 'ValidatingAdmissionPolicy p'],
    ['pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true', 'Pod Security admission'],
    ['pods "x" is forbidden: no PriorityClass with name high was found', undefined],
  ])('have the name of a policy: %s', (answer, name) => {
    expect(policyName(`Failed to apply the manifest (error: ${CREATE}${answer})`)).toBe(name);
  });

  test.each([
    [
      'a cluster scope object role.yaml (reader) has been wrapped in a resource envelope ledger/bundle',
      'A ResourceEnvelope holds a cluster-scoped object: entry role.yaml (reader)',
    ],
    [
      'a namespaced object settings.yaml (ledger/extra) has been wrapped in a cluster resource envelope bundle',
      'A ClusterResourceEnvelope holds a namespaced object: entry settings.yaml (ledger/extra)',
    ],
    [
      'a namespaced object quota.yaml (ledger-eu/limits) in has been wrapped in a resource envelope from another namespace (ledger/bundle)',
      'An envelope holds an object of another namespace: entry quota.yaml (ledger-eu/limits)',
    ],
    [
      "failed to parse the wrapped manifest data to a Kubernetes runtime object (manifestKey=a.yaml,envelopeObjRef=ledger/bundle): Object 'Kind' is missing in '{}'",
      "Entry a.yaml of an envelope is not a Kubernetes object: Object 'Kind' is missing in '{}'",
    ],
    ['failed to parse manifest from envelope in words of another version', undefined],
  ])('have the entry of an envelope: %s', (message, title) => {
    expect(envelopeFault(`Failed to synchronize the work to the latest: ${message}`).title).toBe(title);
  });

  test('are the title of the cause, cut if a policy answers with all its rules', () => {
    expect(detailsOf(`${CREATE}admission webhook "g" denied the request: no`)?.title).toBe('no');
    expect(detailsOf(`${CREATE}admission webhook "g" denied the request: ${'no '.repeat(200)}`)?.title).toHaveLength(240);
    const url = `${'no '.repeat(70)}at https://deploy:Vq7mZk2LxR9tBn4Wd@git.example.com/x.git`;
    expect(detailsOf(`${CREATE}admission webhook "g" denied the request: ${url}`)?.title, 'a password is not cut').not.toContain('deploy:');
  });

  test('have a quota by its resources', () => {
    const said =
      'configmaps "a" is forbidden: exceeded quota: team, requested: cpu=2,memory=1Gi, used: cpu=3,memory=2Gi, limited: cpu=4,memory=2Gi';
    expect(detailsOf(`${CREATE}${said}`)).toEqual({
      title: 'Quota team has no room: cpu, memory',
      evidence: ['quota team: cpu: 2 more requested, 3 of 4 used', 'quota team: memory: 1Gi more requested, 2Gi of 2Gi used'],
    });
    expect(detailsOf(`${CREATE}pods "a" is forbidden: failed quota: team: must specify limits.cpu for: main`)).toMatchObject({
      title: 'Quota team requires that the object sets limits.cpu for: main',
    });
  });

  test('have the other manager and its field', () => {
    const apply =
      'failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: Apply failed with ';
    expect(
      detailsOf(`${apply}1 conflict: conflict with "hpa" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z: .spec.replicas`),
    ).toEqual({
      evidence: ['conflict with hpa over .spec.replicas'],
      words: { managers: 'hpa' },
      isFoundBefore: false,
    });
    const several = detailsOf(
      `${apply}3 conflicts: conflicts with "work-api-agent" using apps/v1:\n- .spec.replicas\n- .spec.template.spec.containers[name="main"].image\nconflicts with "rotator":\n- .metadata.labels.a`,
    );
    expect(several?.words).toEqual({ managers: 'work-api-agent and rotator' });
    expect(several?.evidence).toEqual([
      'conflict with work-api-agent over .spec.replicas, .spec.template.spec.containers[name="main"].image',
      'conflict with rotator over .metadata.labels.a',
      expect.stringContaining("KubeFleet's own member agent"),
    ]);
  });

  describe('steps for a conflict over fields', () => {
    const IMAGE = '.spec.template.spec.containers[name="main"].image';
    const own = `conflicts with "work-api-agent" using apps/v1:\n- .metadata.annotations.kubernetes-fleet.io/spec-hash\n- ${IMAGE}`;
    const steps = (conflicts: string): string =>
      detailsOf(
        `failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: Apply failed with 3 conflicts: ${conflicts}`,
      )?.remedy?.join('\n') ?? 'the general ones';

    test("do not ask to remove fields of KubeFleet's own agent, which a manifest cannot leave out", () => {
      expect(steps(own)).not.toContain('remove');
      expect(steps(own)).toContain('serverSideApplyConfig.force of {target} to true');
      expect(steps(own)).toContain('ClientSideApply');
    });

    test('ask to remove only the fields of the other manager, if there is one', () => {
      expect(steps(`conflicts with "hpa":\n- .spec.replicas\n${own}`)).toContain('not the fields of work-api-agent');
    });

    test.each([IMAGE, '.spec.selector', '.spec.selector.matchLabels.app', '.spec.ports[port=80,protocol="TCP"].port'])(
      'do not ask to remove a required field: %s',
      (path) => {
        expect(steps(`conflicts with "kubectl-edit":\n- ${path}\n- .spec.replicas`)).not.toContain('remove');
      },
    );

    test.each(['.spec.replicas', '.data.selector-of', '.metadata.labels.a'])('ask to remove another: %s', (path) => {
      expect(steps(`conflict with "rotator" using v1: ${path}`)).toBe('the general ones');
    });
  });

  describe('a Job that is applied server-side a second time', () => {
    const apply = 'failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: ';
    const job = { apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' };
    const conflict = `${apply}Apply failed with 1 conflict: conflict with "work-api-agent" using batch/v1: .spec.selector`;
    const forced = `${apply}Job.batch "migrate" is invalid: spec.selector: Invalid value: {}: field is immutable`;
    const title = 'Server-side apply asks for an empty selector of the Job';

    test.each([conflict, forced])('is reported as such: %s', (text) => {
      expect(detailsOf(text, job)).toMatchObject({ title, isFoundBefore: false, remedy: [expect.stringContaining('ClientSideApply')] });
    });

    test.each([
      ['another kind', conflict, { ...job, apiVersion: 'apps/v1', kind: 'Deployment' }],
      ['another field', conflict.replace('.spec.selector', '.spec.parallelism'), job],
      ['another manager', conflict.replace('work-api-agent', 'kueue'), job],
      ['a selector that the manifest has', forced.replace('{}', '{"matchLabels":{"a":"b"}}'), job],
    ])('is not reported for other messages: %s', (_, text, object) => {
      expect(detailsOf(text, object)).toBeDefined();
      expect(detailsOf(text, object)?.title).not.toBe(title);
    });
  });

  test('name lint only if lint can have found the case', () => {
    const conflict = 'Apply failed with 1 conflict: conflict with "a" using v1: .spec.replicas';
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
    const apply = `failed to apply the manifest: failed to apply the manifest object: an error is returned by the API server: ${conflict}`;
    expect(detailsOf(apply, deployment)?.isFoundBefore).toBe(true);
    expect(detailsOf(apply)?.isFoundBefore).toBe(false);
    expect(detailsOf(`${CREATE}Deployment.apps "a" is invalid: spec.selector: Invalid value: {}: field is immutable`)?.isFoundBefore).toBe(
      true,
    );
    expect(detailsOf(`${CREATE}Widget "a" is invalid: spec: Invalid value: {}: failed rule: self == oldSelf`)?.isFoundBefore).toBe(false);
  });

  test.each([
    ['taint &{Key:dedicated Value:gpu Effect:NoSchedule} cannot be tolerated', 'taint dedicated=gpu:NoSchedule cannot be tolerated'],
    ['taint {Key:example.com/drain Value: Effect:NoExecute} cannot be tolerated', 'taint example.com/drain:NoExecute cannot be tolerated'],
    [
      'disallowed (existingOwnerRefs: [{APIVersion:v1 Kind:ConfigMap Name:op UID:3 Controller:0xb84 BlockOwnerDeletion:<nil>} {APIVersion:apps/v1 Kind:Deployment Name:web UID:4 Controller:<nil> BlockOwnerDeletion:0xc0}])',
      'disallowed (existingOwnerRefs: ConfigMap op, Deployment web)',
    ],
    ['replicas: Invalid value: {"a":[{"b":1}]}', 'replicas: Invalid value: {"a":[{"b":1}]}'],
  ])('do not have output that only Go prints: %s', (text, readable) => {
    expect(withoutGoPrint(text)).toBe(readable);
  });
});
