/** What a dry run sends, and what its answer says; `test/hub/ready.test.ts` holds the same against real API servers. */
import { describe, expect, it } from 'vitest';
import { warningTexts } from '../../src/gates/hub/dry-run/warning-texts.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { applyPatch } from '../../src/ready/dry-run/apply-patch.ts';
import { dryRunRequest } from '../../src/ready/dry-run/dry-run-request.ts';
import { dryRunReasons, type DryRunResult } from '../../src/ready/dry-run/dry-run-results.ts';
import { dryRunRole, isGuarded } from '../../src/ready/dry-run/guard.ts';
import { judgeAnswer } from '../../src/ready/dry-run/judge-answer.ts';
import { podOfTemplate } from '../../src/ready/dry-run/pod-of-template.ts';
import { quotaShortages } from '../../src/ready/dry-run/quota-room.ts';

const PLACEMENT = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const CONFIG: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { a: '2' } };
const OURS = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'AppliedWork', name: 'shop-work', uid: '1' };
const THEIRS = { ...OURS, name: 'other-work' };
const CONTROLLER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: '2' };

function live(owners: readonly object[] = [OURS], more: object = {}): KubeObject {
  return { ...CONFIG, data: { a: '1' }, metadata: { ...CONFIG.metadata, ownerReferences: owners, ...more } };
}

function sent(object: KubeObject | undefined, strategy: object = {}, orphaned: readonly string[] = []): string {
  const applying = { placement: PLACEMENT, strategy: strategy as never, orphaned: new Set(orphaned) };
  const request = dryRunRequest(CONFIG, object, applying);
  return request.kind === 'send'
    ? `${request.method} ${request.contentType}${request.force ? ' force' : ''}`
    : `${request.kind}: ${request.why}`;
}

describe('the request', () => {
  const SSA = { type: 'ServerSideApply' };
  it.each([
    ['an absent object is created', undefined, {}, 'POST application/json'],
    ['an absent object is created by either strategy', undefined, SSA, 'POST application/json'],
    ['a built-in kind gets a strategic patch', live(), {}, 'PATCH application/strategic-merge-patch+json'],
    [
      'server-side apply does not force',
      live([OURS], { managedFields: [{ manager: 'kubectl' }] }),
      SSA,
      'PATCH application/apply-patch+yaml',
    ],
    [
      'it forces if asked',
      live([OURS], { managedFields: [{ manager: 'x' }] }),
      { ...SSA, serverSideApplyConfig: { force: true } },
      'PATCH application/apply-patch+yaml force',
    ],
    [
      'it forces its own fields',
      live([OURS], { managedFields: [{ manager: 'work-api-agent' }] }),
      SSA,
      'PATCH application/apply-patch+yaml force',
    ],
    ['an object without an owner is taken over', live([]), {}, 'PATCH application/strategic-merge-patch+json'],
    ['IfNoDiff compares by a forced apply', live([]), { whenToTakeOver: 'IfNoDiff' }, 'PATCH application/apply-patch+yaml force'],
    ['an AppliedWork that is gone does not own', live([THEIRS]), {}, 'PATCH application/strategic-merge-patch+json', ['other-work']],
    [
      'shared ownership may be allowed',
      live([OURS, CONTROLLER]),
      { allowCoOwnership: true },
      'PATCH application/strategic-merge-patch+json',
    ],
  ])('%s', (_, object, strategy, expected, orphaned: readonly string[] = []) => {
    expect(sent(object, strategy, orphaned)).toBe(expected);
  });

  it.each([
    ['Never takes nothing over', live([]), { whenToTakeOver: 'Never' }, /^refused: .*whenToTakeOver is Never/],
    ['another placement owns it', live([THEIRS]), {}, /^refused: another placement owns it there \(AppliedWork other-work\)/],
    ['a controller owns it', live([CONTROLLER]), {}, /^refused: ReplicaSet web-1 owns it there/],
    ['it is ours, with a second owner', live([OURS, CONTROLLER]), {}, /^refused: ReplicaSet web-1 owns it there/],
    ['ReportDiff applies nothing', live(), { type: 'ReportDiff' }, /^notTried: its placement only reports differences/],
  ])('%s', (_, object, strategy, expected) => {
    expect(sent(object, strategy)).toMatch(expected);
  });

  it('with annotations over the limit is a server-side apply without force', () => {
    const large = { ...CONFIG, data: { a: 'x'.repeat(270_000) } };
    const request = dryRunRequest(large, live(), { placement: PLACEMENT, strategy: undefined });
    expect(request).toMatchObject({ contentType: 'application/apply-patch+yaml', force: false });
  });

  it.each([{}, { type: 'ServerSideApply' }])('keeps the owner and the hash that the agent has written (%j)', (strategy) => {
    const hash = { 'kubernetes-fleet.io/spec-hash': 'abc' };
    const sentWith = {
      'kubernetes-fleet.io/last-applied-configuration': JSON.stringify({ metadata: { ownerReferences: [OURS], annotations: hash } }),
    };
    const request = dryRunRequest(CONFIG, live([OURS], { annotations: { ...hash, ...sentWith } }), { placement: PLACEMENT, strategy });
    expect(request).toMatchObject({ body: { metadata: { ownerReferences: [OURS], annotations: hash } } });
  });

  it('of a new object has neither', () => {
    expect(dryRunRequest(CONFIG, undefined, { placement: PLACEMENT, strategy: undefined })).toMatchObject({ body: CONFIG });
  });

  it('of a custom kind is a JSON merge patch, which removes what the last one had', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { size: 1 } } as KubeObject;
    const note = { 'kubernetes-fleet.io/last-applied-configuration': JSON.stringify({ ...widget, spec: { size: 2, old: true } }) };
    const before = { ...widget, metadata: { name: 'a', annotations: note, ownerReferences: [OURS] } } as KubeObject;
    const request = dryRunRequest(widget, before, { placement: PLACEMENT, strategy: undefined });
    expect(request).toMatchObject({ contentType: 'application/merge-patch+json', body: { spec: { size: 1, old: null } } });
  });
});

it('a patch removes fields and keyed items, and replaces other lists', () => {
  const before = {
    spec: { old: 1, containers: [{ name: 'a', image: '1', tty: true }, { name: 'b' }], args: ['x'], ports: [{ port: 80 }] },
  };
  const wanted = { spec: { containers: [{ name: 'a', image: '2' }], args: ['y'], ports: [{ port: 81 }] } };
  expect(applyPatch(before, wanted, true)).toEqual({
    spec: {
      containers: [
        { name: 'a', image: '2', tty: null },
        { $patch: 'delete', name: 'b' },
      ],
      args: ['y'],
      ports: [{ port: 81 }, { $patch: 'delete', port: 80 }],
      old: null,
    },
  });
  expect(applyPatch(before, wanted, false)).toEqual({ spec: { ...wanted.spec, old: null } });
});

describe('the answer', () => {
  const refused = (status: number, message: string): string => judgeAnswer({ kind: 'refused', status, reason: '', message }).kind;
  it.each([
    [403, 'pods "a" is forbidden: exceeded quota: small, requested: pods=1', 'refused'],
    [422, 'Deployment.apps "a" is invalid: spec.selector: field is immutable', 'refused'],
    [409, 'Apply failed with 1 conflict: conflict with "team": .data.a', 'refused'],
    [500, 'failed to create typed patch object: .spec.x: field not declared in schema', 'refused'],
    [404, 'namespaces "shop" not found', 'refused'],
    [403, 'configmaps is forbidden: User "ci" cannot create resource "configmaps" in API group ""', 'notTried'],
    [403, 'roles.rbac "a" is forbidden: user "ci" is attempting to grant RBAC permissions not currently held', 'notTried'],
    [400, 'admission webhook "a" does not support dry run', 'notTried'],
    [500, 'Internal error occurred: failed calling webhook "a": connection refused', 'notTried'],
    [503, 'the server is currently unable to handle the request', 'notTried'],
    [409, 'configmaps "a" already exists', 'notTried'],
  ])('%i %s: %s', (status, message, expected) => {
    expect(refused(status, message)).toBe(expected);
  });

  it('has warnings in its headers', () => {
    expect(warningTexts(String.raw`299 - "unknown field \"spec.x\"", 299 - "would violate PodSecurity"`)).toEqual([
      'unknown field "spec.x"',
      'would violate PodSecurity',
    ]);
    expect(warningTexts(undefined)).toEqual([]);
  });
});

function deployment(replicas: number, image: string, more: object = {}): KubeObject {
  const pod = { containers: [{ name: 'a', image, resources: { requests: { cpu: '200m' } } }], ...more };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { replicas, template: { metadata: { labels: { app: 'web' } }, spec: pod } },
  };
}

describe('quotas', () => {
  const quota = (used: string, more: object = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'small', namespace: 'shop' },
    spec: more,
    status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': used } },
  });
  const short = (used: string, ...workloads: Parameters<typeof quotaShortages>[1]): unknown =>
    quotaShortages([quota(used)], workloads).map(({ wanted, left }) => `${wanted} of ${left}`);

  it('are summed over the workloads, which a dry run does not do', () => {
    const one = { object: deployment(3, 'a:1'), live: undefined };
    expect(short('0', one)).toEqual([]);
    expect(short('0', one, one)).toEqual(['1200m of 1']);
  });

  it('have room for a workload that only changes, and its surge', () => {
    expect(short('600m', { object: deployment(3, 'a:1'), live: deployment(3, 'a:1') })).toEqual([]);
    expect(short('900m', { object: deployment(3, 'a:2'), live: deployment(3, 'a:1') })).toEqual(['200m of 100m']);
    expect(short('600m', { object: deployment(6, 'a:1'), live: deployment(3, 'a:1') })).toEqual(['600m of 400m']);
  });

  it('with scopes are left out', () => {
    expect(quotaShortages([quota('1', { scopes: ['BestEffort'] })], [{ object: deployment(3, 'a:1'), live: undefined }])).toEqual([]);
  });
});

it('a Pod has the template of its workload, and the claims of a StatefulSet', () => {
  expect(podOfTemplate(CONFIG)).toBeUndefined();
  expect(podOfTemplate(deployment(1, 'a:1'))).toMatchObject({ kind: 'Pod', metadata: { name: 'web-dry-run', labels: { app: 'web' } } });
  const set: KubeObject = { ...deployment(1, 'a:1'), kind: 'StatefulSet' };
  const claims = { volumeClaimTemplates: [{ metadata: { name: 'data' } }] };
  expect(podOfTemplate({ ...set, spec: { ...(set['spec'] as object), ...claims } })).toMatchObject({
    spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-0' } }] },
  });
});

it('equal results of several clusters are one reason', () => {
  const result = (cluster: string, outcome: DryRunResult['outcome'], isPod = false): DryRunResult => ({
    cluster,
    placement: PLACEMENT,
    object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' },
    isPod,
    outcome,
  });
  const no = { kind: 'refused', message: 'no such name.' } as const;
  const { reasons, notChecked } = dryRunReasons(
    [
      result('m1', no),
      result('m2', no),
      result('m1', { kind: 'refused', message: 'quota', mayPass: true }, true),
      result('m2', { kind: 'notTried', why: 'its kind comes with this change' }),
    ],
    [],
  );
  expect(reasons.map(({ effect, message }) => `${effect} ${message}`)).toEqual([
    'blocks ConfigMap/shop/a would be refused on m1, m2: no such name.',
    'warns A Pod of ConfigMap/shop/a would be refused on m1: quota; an update can only succeed after another Pod is removed.',
  ]);
  expect(notChecked.map(({ message }) => message)).toEqual(['ConfigMap/shop/a was not tried on m2: its kind comes with this change.']);
});

describe('the guard', () => {
  it('is proven only by the denial of the policy', () => {
    const denied = `configmaps "fleet-gate-guard-probe" is forbidden: ValidatingAdmissionPolicy 'fleet-gate-dry-run-only' with binding 'fleet-gate-dry-run-only' denied request: fleet-gate: only dry runs are allowed`;
    expect(isGuarded({ kind: 'refused', message: denied })).toBe(true);
    expect(isGuarded({ kind: 'accepted' })).toBe(false);
    expect(isGuarded({ kind: 'refused', message: 'configmaps is forbidden: User "ci" cannot create resource "configmaps"' })).toBe(false);
    expect(isGuarded({ kind: 'none', message: 'no answer' })).toBe(false);
  });

  it('prints rights for the kinds of the change, and none on policies', () => {
    const role = dryRunRole([deployment(1, 'a:1'), CONFIG], 'ci');
    expect(role).toContain('resources: [deployments]\n    verbs: [get, create, patch]');
    expect(role).toContain('resources: [configmaps, pods]\n    verbs: [create]');
    expect(role).not.toContain('admissionregistration');
  });
});
