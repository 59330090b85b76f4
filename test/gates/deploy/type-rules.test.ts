import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asWanted } from '../../../src/gates/deploy/content/comparable.ts';
import { missingFrom } from '../../../src/gates/deploy/content/equal.ts';
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

  const pod = (spec: Json): KubeObject => object('v1', 'Pod', spec);
  test.each(['containers', 'env', 'volumes', 'imagePullSecrets'])('does not count in %s of a built-in kind', (list) => {
    expect(differsAt(pod({ [list]: [A, B] }), pod({ [list]: [B, A] }))).toBeUndefined();
  });
  test.each(['httpHeaders', 'options', 'initContainers'])(
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
