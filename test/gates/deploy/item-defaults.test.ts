import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import { asWanted } from '../../../src/gates/deploy/content/comparable.ts';
import { missingFrom } from '../../../src/gates/deploy/content/equal.ts';
import { removedField } from '../../../src/gates/deploy/removed-fields.ts';
import { orders } from '../../support/fleets/fleet.ts';

type Json = Readonly<Record<string, unknown>>;

const main = (more: Json = {}): Json => ({ name: 'main', image: 'app:2', ...more });

/** The object after `kubectl apply` of the manifest and an edit on the hub. */
function after(applied: KubeObject, live: KubeObject): KubeObject {
  return { ...live, metadata: { ...live.metadata, annotations: { [LAST_APPLIED]: JSON.stringify(applied) } } };
}

describe('a field with a known default, in an item of a list that each apply replaces', () => {
  const object = (apiVersion: string, kind: string, content: Json): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name: 'x', namespace: 'shop' },
    ...content,
  });
  const fleet = (kind: string, spec: Json): KubeObject => object('placement.kubernetes-fleet.io/v1beta1', kind, { spec });
  const admission = (kind: string, content: Json): KubeObject => object('admissionregistration.k8s.io/v1', kind, content);
  const ofPod = (spec: Json): KubeObject => orders('', { template: { metadata: {}, spec: { containers: [main()], ...spec } } });
  const sources = (source: Json): KubeObject => ofPod({ volumes: [{ name: 'a', projected: { sources: [source] } }] });
  const matched = (item: Json): Json => ({ spec: { matchConstraints: { resourceRules: [{ resources: ['pods'], ...item }] } } });

  test.each<readonly [string, unknown, unknown, (item: Json) => KubeObject]>([
    ...['ClusterResourcePlacement', 'ResourcePlacement'].flatMap((kind): [string, unknown, unknown, (item: Json) => KubeObject][] => [
      [
        'selectionScope',
        'NamespaceWithResources',
        'NamespaceOnly',
        (item) => fleet(kind, { resourceSelectors: [{ kind: 'Namespace', ...item }] }),
      ],
      ['operator', 'Equal', 'Exists', (item) => fleet(kind, { policy: { tolerations: [{ key: 'a', ...item }] } })],
      ['maxSkew', 1, 5, (item) => fleet(kind, { policy: { topologySpreadConstraints: [{ topologyKey: 'z', ...item }] } })],
      [
        'whenUnsatisfiable',
        'DoNotSchedule',
        'ScheduleAnyway',
        (item) => fleet(kind, { policy: { topologySpreadConstraints: [{ topologyKey: 'z', ...item }] } }),
      ],
    ]),
    [
      'selectionScope',
      'NamespaceWithResources',
      'NamespaceOnly',
      (item) => fleet('ClusterResourceOverride', { clusterResourceSelectors: [{ kind: 'Namespace', ...item }] }),
    ],
    ['overrideType', 'JSONPatch', 'Delete', (item) => fleet('ResourceOverride', { policy: { overrideRules: [item] } })],
    ['maxConcurrency', 1, '100%', (item) => fleet('ClusterStagedUpdateStrategy', { stages: [{ name: 'all', ...item }] })],
    ['maxConcurrency', 1, 0, (item) => fleet('StagedUpdateStrategy', { stages: [{ name: 'all', ...item }] })],
    [
      'protocol',
      'TCP',
      'UDP',
      (item) => object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { ingress: [{ ports: [{ port: 53, ...item }] }] } }),
    ],
    [
      'protocol',
      'TCP',
      'SCTP',
      (item) => object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { egress: [{ ports: [{ port: 53, ...item }] }] } }),
    ],
    ['protocol', 'TCP', 'UDP', (item) => object('discovery.k8s.io/v1', 'EndpointSlice', { ports: [{ port: 53, ...item }] })],
    ['name', '', 'dns', (item) => object('discovery.k8s.io/v1', 'EndpointSlice', { ports: [{ port: 53, ...item }] })],
    ['protocol', 'TCP', 'UDP', (item) => object('v1', 'Endpoints', { subsets: [{ ports: [{ port: 53, ...item }] }] })],
    ['operator', 'Equal', 'Exists', (item) => ofPod({ tolerations: [{ key: 'a', ...item }] })],
    ['tolerationSeconds', null, 0, (item) => ofPod({ tolerations: [{ key: 'a', ...item }] })],
    [
      'operator',
      'Equal',
      'Exists',
      (item) => object('node.k8s.io/v1', 'RuntimeClass', { handler: 'a', scheduling: { tolerations: [{ key: 'a', ...item }] } }),
    ],
    ['expirationSeconds', 3600, 86_400, (item) => sources({ serviceAccountToken: { path: 't', ...item } })],
    ['maxExpirationSeconds', 86_400, 3600, (item) => sources({ podCertificate: { signerName: 'a', ...item } })],
    ['apiVersion', 'v1', 'v2', (item) => sources({ downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'b', ...item } }] } })],
    [
      'divisor',
      '0',
      '1k',
      (item) => sources({ downwardAPI: { items: [{ path: 'a', resourceFieldRef: { resource: 'limits.cpu', ...item } }] } }),
    ],
    ['scope', '*', 'Cluster', (item) => admission('ValidatingAdmissionPolicy', matched(item))],
    [
      'scope',
      '*',
      'Namespaced',
      (item) => admission('ValidatingAdmissionPolicyBinding', { spec: { matchResources: { excludeResourceRules: [item] } } }),
    ],
    ['scope', '*', 'Namespaced', (item) => admission('MutatingWebhookConfiguration', { webhooks: [{ name: 'a', rules: [item] }] })],
    ['scope', '*', 'Cluster', (item) => admission('ValidatingWebhookConfiguration', { webhooks: [{ name: 'a', rules: [item] }] })],
    [
      'status',
      'True',
      'False',
      (item) =>
        object('batch/v1', 'CronJob', {
          spec: { jobTemplate: { spec: { podFailurePolicy: { rules: [{ onPodConditions: [{ type: 'a', ...item }] }] } } } },
        }),
    ],
    [
      'apiGroup',
      'rbac.authorization.k8s.io',
      'x.example',
      (item) => object('rbac.authorization.k8s.io/v1', 'RoleBinding', { subjects: [{ kind: 'User', name: 'a', ...item }] }),
    ],
    ['namespace', '', 'other', (item) => object('rbac.authorization.k8s.io/v1', 'RoleBinding', { subjects: [{ name: 'a', ...item }] })],
    ['volumeMode', 'Filesystem', 'Block', (item) => orders('', { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: item }] })],
    [
      'ready',
      null,
      false,
      (item) => object('discovery.k8s.io/v1', 'EndpointSlice', { endpoints: [{ conditions: { terminating: true, ...item } }] }),
    ],
    [
      'status',
      null,
      { type: 'object' },
      (item) =>
        object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
          spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: { properties: { spec: {}, ...item } } } }] },
        }),
    ],
  ])('may only have its default: %s %j, not %j', (name, byDefault, other, of) => {
    const manifest = of({});
    for (const live of [of({}), of({ [name]: byDefault })]) {
      expect(removedField(live, manifest)).toBeUndefined();
      expect(removedField(after(manifest, live), manifest)).toBeUndefined();
    }
    const edited = of({ [name]: other });
    expect(removedField(edited, manifest)).toMatch(new RegExp(`/${name}$`));
    expect(removedField(after(manifest, edited), manifest)).toMatch(new RegExp(`/${name}$`));
    expect(removedField(edited, edited)).toBeUndefined();
  });

  test('is not compared in the new API, whose defaults are not known', () => {
    const policy = (item: Json): KubeObject =>
      object('placement.kubefleet.dev/v1alpha1', 'ClusterPlacementPolicy', { spec: { clusterSelectors: [{ terms: [], ...item }] } });
    expect(removedField(policy({ count: 1, whenUnfulfilled: 'AddClusterClaim' }), policy({}))).toBeUndefined();
  });
});

describe('an item of a list in any JSON, where the hub has no defaults', () => {
  const envelope = (kind: string, object: Json): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind,
    metadata: { name: 'bundle', namespace: 'shop' },
    data: { 'a.yaml': object },
  });
  const patch = (value: unknown): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ResourceOverride',
    metadata: { name: 'patch', namespace: 'shop' },
    spec: { policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/a', value }] }] } },
  });
  const POD = '/data/a.yaml/spec/template/spec';
  const deployment = (spec: Json): Json => ({ kind: 'Deployment', spec: { template: { spec } } });
  const containers = (more: Json): KubeObject => envelope('ResourceEnvelope', deployment({ containers: [main(more)] }));
  const owned = (live: KubeObject): KubeObject => {
    const fieldsV1 = { 'f:data': { 'f:a.yaml': { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': {} } } } } } };
    const applier = { manager: 'kubectl', operation: 'Apply', apiVersion: live.apiVersion, time: '2026-03-04T09:50:00Z', fieldsV1 };
    return { ...live, metadata: { ...live.metadata, managedFields: [applier] } };
  };

  test.each([
    ['a context', containers({ securityContext: { privileged: true } }), containers({}), `${POD}/containers/0/securityContext`],
    ['an empty context', containers({ securityContext: {} }), containers({}), `${POD}/containers/0/securityContext`],
    ['false', containers({ tty: false }), containers({}), `${POD}/containers/0/tty`],
    ['a command', containers({ command: ['x'] }), containers({}), `${POD}/containers/0/command`],
    [
      'a field of a variable',
      containers({ env: [{ name: 'A', value: '' }] }),
      containers({ env: [{ name: 'A' }] }),
      `${POD}/containers/0/env/0/value`,
    ],
    [
      'the default of a port',
      containers({ ports: [{ containerPort: 1, protocol: 'TCP' }] }),
      containers({ ports: [{ containerPort: 1 }] }),
      `${POD}/containers/0/ports/0/protocol`,
    ],
    [
      'the operator of a toleration',
      envelope('ResourceEnvelope', deployment({ tolerations: [{ key: 'a', operator: 'Equal' }] })),
      envelope('ResourceEnvelope', deployment({ tolerations: [{ key: 'a' }] })),
      `${POD}/tolerations/0/operator`,
    ],
    [
      'names in a rule',
      envelope('ClusterResourceEnvelope', { kind: 'ClusterRole', rules: [{ verbs: ['get'], resourceNames: ['a'] }] }),
      envelope('ClusterResourceEnvelope', { kind: 'ClusterRole', rules: [{ verbs: ['get'] }] }),
      '/data/a.yaml/rules/0/resourceNames',
    ],
    [
      'a field that an override adds',
      patch({ a: 1, b: false }),
      patch({ a: 1 }),
      '/spec/policy/overrideRules/0/jsonPatchOverrides/0/value/b',
    ],
  ])('is found: %s', (_what, live, manifest, pointer) => {
    expect(removedField(live, manifest)).toBe(pointer);
    expect(removedField(after(manifest, live), manifest)).toBe(pointer);
    expect(removedField(owned(live), manifest)).toBe(pointer);
    expect(removedField(live, live)).toBeUndefined();
  });

  test('is not a key that something else added to a map', () => {
    const manifest = containers({});
    const live = envelope('ResourceEnvelope', deployment({ containers: [main()], hostNetwork: true }));
    expect(removedField(after(manifest, live), manifest)).toBeUndefined();
  });
});

describe('the defaults of a LimitRange', () => {
  const limits = (item: Json): KubeObject => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits', namespace: 'shop' },
    spec: { limits: [item] },
  });
  const differsAt = (stored: Json, written: Json): string | undefined =>
    missingFrom(limits(stored), asWanted(limits(written))) ?? removedField(limits(stored), limits(written));
  const AT = '/spec/limits/0';

  test.each<readonly [string, Json, Json, string | undefined]>([
    [
      'from max, default and min',
      {
        type: 'Container',
        max: { cpu: '2' },
        default: { memory: '1Gi', cpu: '2' },
        min: { cpu: '1', pods: '1' },
        defaultRequest: { memory: '1Gi', cpu: '2', pods: '1' },
      },
      { type: 'Container', max: { cpu: '2000m' }, default: { memory: '1024Mi' }, min: { cpu: '1', pods: '1' } },
      undefined,
    ],
    [
      'another value than of max',
      { type: 'Container', max: { cpu: '2' }, default: { cpu: '1' } },
      { type: 'Container', max: { cpu: '2' } },
      `${AT}/default/cpu`,
    ],
    [
      'another value than of default',
      { type: 'Container', default: { cpu: '2' }, defaultRequest: { cpu: '1' } },
      { type: 'Container', default: { cpu: '2' } },
      `${AT}/defaultRequest/cpu`,
    ],
    [
      'another resource',
      { type: 'Container', default: { cpu: '2', memory: '1' }, defaultRequest: { cpu: '2', memory: '1' } },
      { type: 'Container', default: { cpu: '2' } },
      `${AT}/default/memory`,
    ],
    [
      'a maximum',
      { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' }, max: { cpu: '4' } },
      { type: 'Container', default: { cpu: '1' } },
      `${AT}/max`,
    ],
    [
      'a minimum',
      { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '1' }, min: { cpu: '1' } },
      { type: 'Container', default: { cpu: '1' } },
      `${AT}/min`,
    ],
    ['none for pods', { type: 'Pod', max: { cpu: '2' } }, { type: 'Pod', max: { cpu: '2' } }, undefined],
    [
      'a default for claims',
      { type: 'PersistentVolumeClaim', default: { storage: '1' }, max: { storage: '1' } },
      { type: 'PersistentVolumeClaim', max: { storage: '1' } },
      `${AT}/default`,
    ],
    [
      'null',
      { type: 'Container', max: { cpu: '2' }, default: { cpu: '2' }, defaultRequest: { cpu: '2' } },
      { type: 'Container', max: { cpu: '2', memory: null }, default: null },
      undefined,
    ],
  ])('%s', (_what, stored, written, pointer) => {
    expect(differsAt(stored, written)).toBe(pointer);
  });
});
