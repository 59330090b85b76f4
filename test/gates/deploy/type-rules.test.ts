import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asWanted } from '../../../src/gates/deploy/content/comparable.ts';
import { missingFrom } from '../../../src/gates/deploy/content/equal.ts';
import { holdsOverride } from '../../../src/gates/deploy/override.ts';
import { typeRules } from '../../../src/gates/deploy/content/type-rules.ts';

type Json = Readonly<Record<string, unknown>>;

const object = (apiVersion: string, kind: string, spec: Json, fieldsV1?: Json): KubeObject => ({
  apiVersion,
  kind,
  metadata: {
    name: 'w',
    namespace: 'shop',
    ...(fieldsV1 && { managedFields: [{ manager: 'kubectl', operation: 'Apply', apiVersion, time: '2026-03-04T09:50:00Z', fieldsV1 }] }),
  },
  spec,
});
const differsAt = (live: KubeObject, manifest: KubeObject): string | undefined =>
  missingFrom(live, asWanted(manifest), '', typeRules(live));

const [A, B] = [
  { name: 'a', x: 1 },
  { name: 'b', x: 2 },
];
const KEYS = { 'k:{"name":"a"}': {}, 'k:{"name":"b"}': {} };

describe('the order of named items', () => {
  const routes = (rules: readonly Json[], fields?: Json): KubeObject =>
    object('gateway.networking.k8s.io/v1', 'HTTPRoute', { rules }, fields);

  test.each([
    ['managedFields show an atomic list', { 'f:spec': { 'f:rules': {} } }],
    ['nothing shows the type of the list', undefined],
    ['another list has keys', { 'f:spec': { 'f:rules': {}, 'f:parents': KEYS } }],
  ])('counts in a custom resource if %s', (_why, fields) => {
    expect(differsAt(routes([A, B], fields), routes([B, A]))).toBe('/spec/rules');
    expect(differsAt(routes([A, B], fields), routes([A, B]))).toBeUndefined();
    expect(differsAt(routes([A, B], fields), routes([A, { ...B, x: 3 }]))).toBe('/spec/rules/1/x');
  });

  test('does not count in a list whose items have keys in managedFields', () => {
    const fields = { 'f:spec': { 'f:rules': KEYS } };
    expect(differsAt(routes([A, B], fields), routes([B, A]))).toBeUndefined();
    expect(differsAt(routes([A, B], fields), routes([B, { ...A, x: 3 }]))).toBe('/spec/rules/1/x');
    const nested = { 'f:spec': { 'f:rules': { 'k:{"name":"a"}': { 'f:inner': KEYS } } } };
    expect(differsAt(routes([{ name: 'a', inner: [A, B] }], nested), routes([{ name: 'a', inner: [B, A] }]))).toBeUndefined();
  });

  test.each(['containers', 'initContainers'])('counts in %s of a custom resource, although they have keys', (list) => {
    const job = (items: readonly Json[]): KubeObject =>
      object('batch.acme.io/v1', 'JobSet', { [list]: items }, { 'f:spec': { [`f:${list}`]: KEYS } });
    expect(differsAt(job([A, B]), job([B, A]))).toBe(`/spec/${list}`);
    expect(differsAt(job([A, B]), job([A, B]))).toBeUndefined();
  });

  test('counts in the value that an override puts into an object, whatever its path', () => {
    const override = (value: readonly Json[]): KubeObject =>
      object('placement.kubernetes-fleet.io/v1beta1', 'ResourceOverride', {
        policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'replace', path: '/spec/template/spec/initContainers', value }] }] },
      });
    const snapshot = (value: readonly Json[]): KubeObject =>
      object('placement.kubernetes-fleet.io/v1beta1', 'ResourceOverrideSnapshot', { overrideSpec: override(value)['spec'] });
    expect(holdsOverride(snapshot([A, B]), override([B, A]))).toBe(false);
    expect(holdsOverride(snapshot([A, B]), override([A, B]))).toBe(true);
  });

  const pod = (spec: Json): KubeObject => object('v1', 'Pod', spec);
  test.each(['ephemeralContainers', 'env', 'volumes', 'imagePullSecrets'])('does not count in %s of a built-in kind', (list) => {
    expect(differsAt(pod({ [list]: [A, B] }), pod({ [list]: [B, A] }))).toBeUndefined();
  });

  const variables = (...env: readonly (readonly [string, string])[]): KubeObject =>
    object('apps/v1', 'Deployment', { containers: [{ name: 'main', env: env.map(([name, value]) => ({ name, value })) }] });
  test('counts in env if the value of a variable depends on it', () => {
    const first = ['HOST', 'db'] as const;
    const second = ['URL', 'http://$(HOST)/x'] as const;
    const other = ['Z', '1'] as const;
    expect(differsAt(variables(second, first, other), variables(first, second, other))).toBe('/spec/containers/0/env');
    expect(differsAt(variables(first, second, other), variables(second, first, other))).toBe('/spec/containers/0/env');
    expect(differsAt(variables(other, first, second), variables(first, second, other))).toBeUndefined();
    expect(differsAt(variables(first, second), variables(first, second))).toBeUndefined();
  });
  test.each(['$$(HOST)', '$(OTHER)', 'HOST', '$HOST'])('does not count in env for %s, which refers to none of them', (value) => {
    expect(differsAt(variables(['URL', value], ['HOST', 'db']), variables(['HOST', 'db'], ['URL', value]))).toBeUndefined();
  });

  test.each(['httpHeaders', 'options', 'initContainers', 'containers'])(
    'counts in %s of a built-in kind, which apply replaces or which run in order',
    (list) => {
      expect(differsAt(pod({ [list]: [A, B] }), pod({ [list]: [B, A] }))).toBe(`/spec/${list}`);
    },
  );
});

describe('null', () => {
  const pod = (spec: Json): KubeObject => object('v1', 'Pod', spec);
  test('removes a key of a map with keys of its author', () => {
    expect(differsAt(pod({ nodeSelector: { a: '1' } }), pod({ nodeSelector: { a: null } }))).toBe('/spec/nodeSelector/a');
    expect(differsAt(pod({ nodeSelector: { a: '' } }), pod({ nodeSelector: { a: null } }))).toBeUndefined();
    expect(differsAt(pod({ nodeSelector: {} }), pod({ nodeSelector: { a: null } }))).toBeUndefined();
  });
  test('asks for the default elsewhere', () => {
    expect(differsAt(pod({ restartPolicy: 'Always' }), pod({ restartPolicy: null }))).toBeUndefined();
  });
});

describe('quantities in a custom resource', () => {
  const limits = (value: Json): KubeObject => object('argoproj.io/v1alpha1', 'Rollout', { limits: value });
  test('are known by the name of a resource', () => {
    expect(differsAt(limits({ version: '1.1' }), limits({ version: '1.10' }))).toBe('/spec/limits/version');
    expect(differsAt(limits({ cpu: '1' }), limits({ cpu: '1000m' }))).toBeUndefined();
    expect(differsAt(limits({ 'nvidia.com/gpu': '1' }), limits({ 'nvidia.com/gpu': '1000m' }))).toBeUndefined();
  });
  test('are all values of the map in a built-in kind', () => {
    const quota = (hard: Json): KubeObject => object('v1', 'ResourceQuota', { hard });
    expect(differsAt(quota({ 'count/x': '1' }), quota({ 'count/x': '1000m' }))).toBeUndefined();
  });
});

const cpu = (averageUtilization: number): Json => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

/** The empty value of the manifest, and a hub that has something else: none, or what Kubernetes' own types have in its place. */
const EMPTY_VALUES: readonly (readonly [string, Json, Json])[] = [
  ['hostNetwork: false', {}, { hostNetwork: false }],
  ['value: ""', {}, { value: '' }],
  ['hostPort: 0', {}, { hostPort: 0 }],
  ['resources: {}', {}, { resources: {} }],
  ['tolerations: []', {}, { tolerations: [] }],
  ['clusterIP: ""', { clusterIP: 'None' }, { clusterIP: '' }],
  ['timeoutSeconds: 0', { timeoutSeconds: 30 }, { timeoutSeconds: 0 }],
  ['restartPolicy: ""', { restartPolicy: 'Always' }, { restartPolicy: '' }],
  ['metrics: []', { metrics: [cpu(80)] }, { metrics: [] }],
  ['sizeLimit: 1k', { sizeLimit: '1000' }, { sizeLimit: '1k' }],
];

describe.each(EMPTY_VALUES)('the value of the manifest %s', (_what, has, wants) => {
  const key = Object.keys(wants)[0] ?? '';
  const release = (values: Json, fieldsV1?: Json): KubeObject => object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { values }, fieldsV1);
  const pod = (spec: Json): KubeObject => object('v1', 'Pod', spec);
  const envelope = (spec: Json): KubeObject => ({
    ...object('placement.kubernetes-fleet.io/v1beta1', 'ResourceEnvelope', {}),
    data: { 'web.yaml': pod(spec) },
  });
  const override = (value: Json): KubeObject =>
    object('placement.kubernetes-fleet.io/v1beta1', 'ResourceOverride', {
      policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/spec', value }] }] },
    });

  test('is stored as the other in a built-in kind', () => {
    expect(differsAt(pod(has), pod(wants))).toBeUndefined();
  });
  test.each([
    ['a custom resource', release, '/spec/values'],
    ['an object in an envelope', envelope, '/data/web.yaml/spec'],
    ['the value of an override', override, '/spec/policy/overrideRules/0/jsonPatchOverrides/0/value'],
  ])('is kept in %s', (_where, make, at) => {
    expect(differsAt(make(has), make(wants))).toBe(`${at}/${key}`);
    expect(differsAt(make(wants), make(wants))).toBeUndefined();
  });

  const isGone = !Object.hasOwn(has, key);
  test.runIf(isGone)('may be missing in a custom resource of which the last apply had it', () => {
    const live = release(has);
    const note = (values: Json): KubeObject => ({
      ...live,
      metadata: { ...live.metadata, annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(release(values)) } },
    });
    expect(differsAt(note(wants), release(wants))).toBeUndefined();
    expect(differsAt(note(has), release(wants))).toBe(`/spec/values/${key}`);
    const owned = { 'f:spec': { 'f:values': { [`f:${key}`]: {} } } };
    expect(differsAt(release(has, owned), release(wants))).toBeUndefined();
    expect(differsAt(release(has, { 'f:spec': { 'f:values': {} } }), release(wants))).toBe(`/spec/values/${key}`);
  });
});
