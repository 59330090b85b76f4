import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import { removedField } from '../../../src/gates/deploy/removed-fields.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const settings = (content: Json, metadata: Json = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'shop', ...metadata },
  ...content,
});
const workload = (containers: readonly Json[], more: Json = {}): KubeObject =>
  orders('', { template: { metadata: { labels: { app: 'orders' } }, spec: { containers } }, ...more });
const main = (more: Json = {}): Json => ({ name: 'main', image: 'app:2', ...more });

/** The object after `kubectl apply` of another manifest, whose content it still has unless given. */
function after(applied: KubeObject, live: KubeObject = applied): KubeObject {
  const annotations = { ...live.metadata.annotations, [LAST_APPLIED]: JSON.stringify(applied) };
  return { ...live, metadata: { ...live.metadata, annotations } };
}

const policy = (from: readonly Json[]): KubeObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'closed', namespace: 'shop' },
  spec: { podSelector: {}, ingress: [{ from }] },
});
const FROM = '/spec/ingress/0/from';

const ENV = [{ name: 'A', value: '1' }];
const [A, B] = [
  { name: 'a', image: 'x' },
  { name: 'b', image: 'x' },
];

describe('a field that the last client-side apply set and the deploy lacks', () => {
  test.each([
    ['a key', after(settings({ data: { a: '1', b: '2' } })), settings({ data: { a: '1' } }), '/data/b'],
    ['all data', after(settings({ data: { a: '1' } })), settings({}), '/data'],
    ['a key that null removes', after(settings({ data: { a: '1', b: '2' } })), settings({ data: { a: '1', b: null } }), '/data/b'],
    ['the variables of a container', after(workload([main({ env: ENV })])), workload([main()]), '/spec/template/spec/containers/0/env'],
    [
      'an annotation of the pods',
      after(orders('x', { template: { metadata: { annotations: { a: 'b' } } } })),
      orders('x', { template: { metadata: {} } }),
      '/spec/template/metadata/annotations',
    ],
    [
      'an empty selector',
      after(policy([{ podSelector: {}, namespaceSelector: {} }])),
      policy([{ podSelector: {} }]),
      `${FROM}/0/namespaceSelector`,
    ],
    ['an empty list', after(settings({ spec: { hosts: [] } })), settings({ spec: {} }), '/spec/hosts'],
    ['replicas', after(orders('x', { replicas: 3 })), orders('x', { replicas: undefined }), undefined],
    ['the order of named items', after(workload([A, B])), workload([B, A]), '/spec/template/spec/containers'],
  ])('is found: %s', (_what, live, manifest, pointer) => {
    expect(removedField(live, manifest)).toBe(pointer);
  });

  test.each([
    ['an API server adds the empty map', after(workload([main({ resources: {} })])), workload([main()])],
    ['the same was applied', after(settings({ data: { a: '1' } })), settings({ data: { a: '1' } })],
    [
      'a default was not applied',
      after(settings({ data: { a: '1' } }), settings({ data: { a: '1', b: '2' } })),
      settings({ data: { a: '1' } }),
    ],
    [
      'the hub has it no more',
      after(settings({ data: { a: '1', b: '2' } }), settings({ data: { a: '1' } })),
      settings({ data: { a: '1' } }),
    ],
    [
      'another tool has written the object since',
      after(settings({ data: { a: '0', b: '2' } }), settings({ data: { a: '1', b: '2' } })),
      settings({ data: { a: '1' } }),
    ],
    ['it is left out of the comparison', after(settings({ data: { a: '1', b: '2' } })), settings({ data: { a: '1', b: undefined } })],
    [
      'it tracks the object',
      after(settings({ data: { a: '1' } }, { labels: { 'app.kubernetes.io/instance': 'x' } })),
      settings({ data: { a: '1' } }),
    ],
    ['the annotation is not JSON', { ...settings({}), metadata: { name: 'settings', annotations: { [LAST_APPLIED]: '{' } } }, settings({})],
    [
      'another version was applied',
      after({ ...settings({ data: { a: '1' } }), apiVersion: 'v0' }, settings({ data: { a: '1' } })),
      settings({}),
    ],
    ['the hub keeps another order than was applied', after(workload([A, B]), workload([B, A])), workload([B, A])],
    ['nothing shows what was applied', settings({ data: { a: '1', b: '2' } }), settings({ data: { a: '1' } })],
  ])('is not found if %s', (_why, live, manifest) => {
    expect(removedField(live, manifest)).toBeUndefined();
  });
});

describe('a field that only the manager of a server-side apply owns, and the deploy lacks', () => {
  const manager = (fieldsV1: Json | undefined, more: Json = {}): Json => ({
    manager: 'kustomize-controller',
    operation: 'Apply',
    apiVersion: 'v1',
    time: '2026-03-04T09:50:00Z',
    fieldsV1,
    ...more,
  });
  const other = (fieldsV1: Json | undefined): Json => manager(fieldsV1, { manager: 'someone', operation: 'Update' });
  const data = (...keys: readonly string[]): Json => ({
    'f:data': { '.': {}, ...Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
  });
  const live = (...managedFields: readonly Json[]): KubeObject => settings({ data: { a: '1', b: '2' } }, { managedFields });
  const wanted = settings({ data: { a: '1' } });
  const containers = (item: Json): Json => ({
    'f:spec': { 'f:replicas': {}, 'f:selector': {}, 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': item } } } },
  });

  const fieldsOf = (object: Json): Json => Object.fromEntries(Object.keys(object).map((key) => [`f:${key}`, {}]));

  test('is found', () => {
    expect(removedField(live(manager(data('a', 'b'))), wanted)).toBe('/data/b');
    expect(removedField(live(manager(data('a', 'b')), other({ 'f:metadata': {} })), wanted)).toBe('/data/b');
    expect(removedField(live(manager(data('a', 'b'))), settings({}))).toBe('/data');
    const owned = manager(containers({ 'f:name': {}, 'f:image': {}, 'f:env': {} }), { apiVersion: 'apps/v1' });
    const held = workload([main({ env: ENV })]);
    const object = { ...held, metadata: { ...held.metadata, managedFields: [owned] } };
    expect(removedField(object, workload([main()]))).toBe('/spec/template/spec/containers/0/env');
    expect(removedField(object, workload([main({ env: ENV })]))).toBeUndefined();
  });

  const whole = (object: KubeObject, fields: Json, ...more: readonly Json[]): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, managedFields: [manager(fields, { apiVersion: object.apiVersion }), ...more] },
  });
  const INGRESS = { 'f:spec': { 'f:podSelector': {}, 'f:ingress': {} } };

  test.each([
    ['a selector', { podSelector: {}, namespaceSelector: { matchLabels: { a: 'b' } } }, { podSelector: {} }, `${FROM}/0/namespaceSelector`],
    ['an empty selector', { podSelector: {}, namespaceSelector: {} }, { podSelector: {} }, `${FROM}/0/namespaceSelector`],
    ['exceptions', { ipBlock: { cidr: 'a', except: ['b'] } }, { ipBlock: { cidr: 'a' } }, `${FROM}/0/ipBlock/except`],
    ['nothing but a default', { ports: [{ port: 1, protocol: 'TCP' }] }, { ports: [{ port: 1 }] }, undefined],
  ])('is found in an item of a list that it owns as a whole: %s', (_what, held, deployed, pointer) => {
    expect(removedField(whole(policy([held]), INGRESS), policy([deployed]))).toBe(pointer);
    // Whoever else writes the list: an apply replaces it, or stops with a conflict.
    expect(removedField(whole(policy([held]), INGRESS, other(INGRESS)), policy([deployed]))).toBe(pointer);
  });

  test('is not found in a list of a definition whose defaults are not known', () => {
    const route = (rule: Json): KubeObject => ({
      ...settings({ spec: { rules: [rule] } }),
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
    });
    expect(removedField(whole(route({ name: 'a', weight: 1 }), { 'f:spec': { 'f:rules': {} } }), route({ name: 'a' }))).toBeUndefined();
  });

  test('is not found in another item of the same name', () => {
    const mounts = [
      { name: 'data', mountPath: '/a' },
      { name: 'data', mountPath: '/b', subPath: 'b' },
    ];
    const keys = Object.fromEntries(mounts.map((mount) => [`k:{"mountPath":"${mount.mountPath}"}`, fieldsOf(mount)]));
    const owned = manager(containers({ 'f:name': {}, 'f:image': {}, 'f:volumeMounts': keys }), { apiVersion: 'apps/v1' });
    const held = workload([main({ volumeMounts: mounts })]);
    expect(removedField({ ...held, metadata: { ...held.metadata, managedFields: [owned] } }, held)).toBeUndefined();
  });

  test.each([
    ['another manager has set it too', [manager(data('a', 'b')), other(data('b'))]],
    ['another manager may have set it', [manager(data('a', 'b')), other(undefined)]],
    ['the manager does not apply this content', [manager(data('b')), other(data('a'))]],
    ['the manager does not own it', [manager(data('a')), other(data('b'))]],
    ['the manager does not apply', [other(data('a', 'b'))]],
    ['its fields are named in another version', [manager(data('a', 'b'), { apiVersion: 'v2' })]],
  ])('is not found if %s', (_why, managers) => {
    expect(removedField(live(...managers), wanted)).toBeUndefined();
  });
});

describe('a field that only Helm owns, and the chart no longer has', () => {
  /** As in `fieldsV1`; items of lists are named by their names. */
  const fieldsOf = (value: unknown): Json => {
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).filter((item) => typeof item === 'object');
      return Object.fromEntries(items.map((item) => [`k:${JSON.stringify({ name: item['name'] })}`, { '.': {}, ...fieldsOf(item) }]));
    }
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [`f:${key}`, fieldsOf(held)]));
  };
  const owned = (live: KubeObject, manager = 'helm', more: readonly Json[] = []): KubeObject => {
    const { metadata, apiVersion, kind: _kind, ...content } = live;
    const { labels } = metadata;
    const fieldsV1 = fieldsOf({ ...content, metadata: { labels } });
    const managedFields = [{ manager, operation: 'Update', apiVersion, time: '2026-03-04T09:50:00Z', fieldsV1 }, ...more];
    return { ...live, metadata: { ...metadata, managedFields } };
  };
  const POD = '/spec/template/spec';
  const [container, pod] = [
    { terminationMessagePath: '/dev/termination-log', imagePullPolicy: 'IfNotPresent', resources: {} },
    { dnsPolicy: 'ClusterFirst' },
  ];
  /** The workload as an API server stores it. */
  const stored = (item: Json = {}, ofPod: Json = {}, spec: Json = {}): KubeObject => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };
    const template = { metadata: { labels: { app: 'orders' } }, spec: { containers: [main({ ...container, ...item })], ...pod, ...ofPod } };
    return orders('', { template, strategy, revisionHistoryLimit: 10, ...spec });
  };

  test.each<readonly [string, KubeObject, KubeObject, string | undefined]>([
    ['only defaults', stored(), workload([main()]), undefined],
    ['a command', stored({ command: ['x'] }), workload([main()]), `${POD}/containers/0/command`],
    ['a probe', stored({ livenessProbe: { tcpSocket: { port: 1 } } }), workload([main()]), `${POD}/containers/0/livenessProbe`],
    [
      'limits, in a map that may be a default',
      stored({ resources: { limits: { cpu: '1' } } }),
      workload([main()]),
      `${POD}/containers/0/resources/limits`,
    ],
    ['a value that is not the default', stored({}, { dnsPolicy: 'Default' }), workload([main()]), `${POD}/dnsPolicy`],
    ['a node selector', stored({}, { nodeSelector: { a: 'b' } }), workload([main()]), `${POD}/nodeSelector`],
    ['the network of the host', stored({}, { hostNetwork: true }), workload([main()]), `${POD}/hostNetwork`],
    ['a number', stored({}, {}, { minReadySeconds: 5 }), workload([main()]), '/spec/minReadySeconds'],
    ['a number that may be a default', stored({}, {}, { revisionHistoryLimit: 3 }), workload([main()]), undefined],
    ['a key', settings({ data: { a: '1', b: '2' } }), settings({ data: { a: '1' } }), '/data/b'],
    ['a label', settings({ data: { a: '1' } }, { labels: { a: 'b' } }), settings({ data: { a: '1' } }), '/metadata/labels/a'],
    [
      'a field of a definition whose defaults are not known',
      { ...settings({ spec: { a: 1, b: 2 } }), apiVersion: 'example.com/v1' },
      { ...settings({ spec: { a: 1 } }), apiVersion: 'example.com/v1' },
      undefined,
    ],
  ])('%s', (_what, live, manifest, pointer) => {
    expect(removedField(owned(live), manifest)).toBe(pointer);
    const isLabel = pointer?.startsWith('/metadata/') === true;
    expect(removedField(owned(live, 'helm-controller'), manifest)).toBe(isLabel ? undefined : pointer);
    expect(removedField(owned(live), live)).toBeUndefined();
  });

  test('is not found if another writer has set it too, or the writer is not Helm', () => {
    const [live, manifest] = [settings({ data: { a: '1', b: '2' } }), settings({ data: { a: '1' } })];
    const other = {
      manager: 'someone',
      operation: 'Update',
      apiVersion: 'v1',
      time: '2026-03-04T09:50:00Z',
      fieldsV1: fieldsOf({ data: { b: '' } }),
    };
    expect(removedField(owned(live, 'helm', [other]), manifest)).toBeUndefined();
    expect(removedField(owned(live, 'helmsman'), manifest)).toBeUndefined();
  });

  test('is waited for', () => {
    const [live, manifest] = [settings({ data: { a: '1', b: '2' } }), settings({ data: { a: '1' } })];
    const fleet = greenFleet(['east'], [namespaceShop(), live]);
    const state = gate({ manifests: [namespaceShop(), manifest] }).once({ ...fleet, content: [namespaceShop(), owned(live)] });
    expect([state.outcome, diagnosesIn(state)[0]?.id]).toEqual(['waiting', 'content-not-synced']);
  });
});

describe('a label or annotation of the object itself that the deploy lacks', () => {
  const labelled = (labels: Json | undefined, annotations?: Json): KubeObject => settings({ data: { a: '1' } }, { labels, annotations });
  const ARGO = { manager: 'argocd-controller', operation: 'Update', apiVersion: 'v1', time: '2026-03-04T09:50:00Z' };
  const ofArgo = (live: KubeObject): KubeObject => {
    const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } } };
    return { ...live, metadata: { ...live.metadata, managedFields: [{ ...ARGO, fieldsV1 }] } };
  };

  test.each<readonly [string, KubeObject, KubeObject, string | undefined]>([
    ['a label', after(labelled({ a: 'b' })), labelled(undefined), '/metadata/labels/a'],
    ['a label without a value', after(labelled({ a: '' })), labelled(undefined), '/metadata/labels/a'],
    ['a label of an emptied map', after(labelled({ 'x.example/a': 'b' })), labelled({}), '/metadata/labels/x.example~1a'],
    ['one of two labels', after(labelled({ a: 'b', c: 'd' })), labelled({ c: 'd' }), '/metadata/labels/a'],
    ['an annotation', after(labelled({}, { a: '' })), labelled({}, {}), '/metadata/annotations/a'],
    ['a label that another writer set', after(labelled({}), labelled({ a: 'b' })), labelled({}), undefined],
    ['a label that the hub no longer has', after(labelled({ a: 'b' }), labelled({})), labelled({}), undefined],
    ['a key that tools add', after(labelled({ 'app.kubernetes.io/managed-by': 'Helm' })), labelled({}), undefined],
    ['a key that a GitOps controller applied', ofArgo(after(labelled({ team: 'a' }))), labelled({}), undefined],
  ])('%s', (_what, live, manifest, pointer) => {
    expect(removedField(live, manifest)).toBe(pointer);
  });

  test('is found if only the manager of a server-side apply owns it', () => {
    const owned = (manager: string, ...more: readonly Json[]): KubeObject => {
      const fieldsV1 = { 'f:data': { 'f:a': {} }, 'f:metadata': { 'f:labels': { 'f:a': {} } } };
      const applier = { manager, operation: 'Apply', apiVersion: 'v1', time: '2026-03-04T09:50:00Z', fieldsV1 };
      return settings({ data: { a: '1' } }, { labels: { a: '' }, managedFields: [applier, ...more] });
    };
    const other = { ...ARGO, manager: 'someone', fieldsV1: { 'f:metadata': { 'f:labels': { 'f:a': {} } } } };
    expect(removedField(owned('kubectl'), labelled({}))).toBe('/metadata/labels/a');
    expect(removedField(owned('kubectl'), labelled({ a: '' }))).toBeUndefined();
    expect(removedField(owned('kubectl', other), labelled({}))).toBeUndefined();
    expect(removedField(owned('kustomize-controller'), labelled({}))).toBeUndefined();
  });

  test('is waited for on the hub and in the snapshot', () => {
    const look = (held: KubeObject, live: KubeObject): string => {
      const fleet = greenFleet(['east'], [namespaceShop(), held]);
      return gate({ manifests: [namespaceShop(), labelled({})] }).once({ ...fleet, content: [namespaceShop(), live] }).outcome;
    };
    expect(look(labelled({ a: '' }), after(labelled({ a: '' })))).toBe('waiting');
    expect(look(labelled({ a: '' }), after(labelled({})))).toBe('waiting');
    expect(look(labelled({}), after(labelled({})))).toBe('passed');
  });
});

describe('a deploy that only removes a field', () => {
  const before = settings({ data: { a: '1', b: '2' } });
  const wanted = settings({ data: { a: '1' } });
  const look = (held: KubeObject, live: KubeObject): ReturnType<ReturnType<typeof gate>['look']> => {
    const fleet = greenFleet(['east'], [namespaceShop(), held]);
    return gate({ manifests: [namespaceShop(), wanted] }).once({ ...fleet, content: [namespaceShop(), live] });
  };

  test('waits until the hub no longer has it', () => {
    const state = look(before, after(before));
    expect(state.outcome).toBe('waiting');
    const found = diagnosesIn(state).find(({ id }) => id === 'content-not-synced');
    expect(found?.explain).toContain('The hub has ConfigMap/shop/settings with /data/b, and your files do not.');
    expect(found?.evidence[0]).toBe("the hub's object still has /data/b, which the deploy lacks");
  });

  test('waits until the snapshot no longer has it, then passes', () => {
    expect(look(before, after(wanted)).outcome).toBe('waiting');
    expect(look(wanted, after(wanted)).outcome).toBe('passed');
  });

  test('is replaced if the hub was without it before', () => {
    const fleet = greenFleet(['east'], [namespaceShop(), wanted]);
    const state = gate({ manifests: [namespaceShop(), wanted] }).once({ ...fleet, content: [namespaceShop(), after(before)] });
    expect(state.outcome).toBe('superseded');
  });
});

describe('an edit on the hub of an item of a list that each apply replaces', () => {
  const edited = (live: KubeObject, manifest: KubeObject): string | undefined => removedField(after(manifest, live), manifest);
  const role = (more: Json = {}): KubeObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'shop' },
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'], ...more }],
  });
  const ingress = (more: Json = {}): KubeObject => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', ...more }] } }] },
  });
  const limits = (more: Json): KubeObject => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits', namespace: 'shop' },
    spec: { limits: [{ type: 'Container', ...more }] },
  });
  const pod = (more: Json): KubeObject => orders('', { template: { metadata: { labels: { app: 'orders' } }, spec: more } });
  const web = { podSelector: { matchLabels: { app: 'web' } } };

  test.each([
    [
      'another namespace of a peer',
      policy([{ ...web, namespaceSelector: { matchLabels: { a: 'b' } } }]),
      policy([web]),
      `${FROM}/0/namespaceSelector`,
    ],
    ['all namespaces of a peer', policy([{ ...web, namespaceSelector: {} }]), policy([web]), `${FROM}/0/namespaceSelector`],
    ['a limit', limits({ max: { cpu: '2', memory: '1Gi' } }), limits({ max: { cpu: '2' } }), '/spec/limits/0/max/memory'],
    ['names in a rule of a role', role({ resourceNames: ['a'] }), role(), '/rules/0/resourceNames'],
    ['a field below the item', ingress({ backend: { service: { name: 'b' } } }), ingress(), '/spec/rules/0/http/paths/0/backend'],
    [
      'a field of a toleration',
      pod({ containers: [main()], tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }] }),
      pod({ containers: [main()], tolerations: [{ key: 'a', operator: 'Exists' }] }),
      '/spec/template/spec/tolerations/0/effect',
    ],
    [
      'a list in a container that has another place',
      pod({ containers: [{ name: 'side' }, main({ envFrom: [{ configMapRef: { name: 'a' }, prefix: 'P' }] })] }),
      pod({ containers: [main({ envFrom: [{ configMapRef: { name: 'a' } }] }), { name: 'side' }] }),
      '/spec/template/spec/containers/1/envFrom/0/prefix',
    ],
  ])('is found: %s', (_, live, manifest, pointer) => {
    expect(edited(live, manifest)).toBe(pointer);
    expect(removedField(live, manifest)).toBe(pointer);
  });

  test.each([
    [
      'the default of a port',
      { ...policy([]), spec: { podSelector: {}, ingress: [{ ports: [{ port: 80, protocol: 'TCP' }] }], policyTypes: ['Ingress'] } },
      { ...policy([]), spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] } },
    ],
    [
      'a default of a key in a projected volume',
      pod({ volumes: [{ name: 'a', projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }] } }] }),
      pod({ volumes: [{ name: 'a', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] }),
    ],
    [
      'what kubectl leaves in an item with a key',
      workload([main({ resources: { limits: { cpu: '1' } }, ports: [{ containerPort: 80, name: 'a' }] })]),
      workload([main({ ports: [{ containerPort: 80 }] })]),
    ],
    [
      'a volume that was given another source',
      pod({ volumes: [{ name: 'a', emptyDir: { medium: 'Memory' } }] }),
      pod({ volumes: [{ name: 'a', emptyDir: {} }] }),
    ],
    [
      'what the API server adds to templates of volumes',
      orders('', {
        volumeClaimTemplates: [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'd', creationTimestamp: null },
            spec: { volumeMode: 'Filesystem' },
            status: { phase: 'Pending' },
          },
        ],
      }),
      orders('', { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }] }),
    ],
    [
      'the limits that a LimitRange gets from its maximum',
      limits({ default: { memory: '512Mi', cpu: '2' }, defaultRequest: { memory: '512Mi', cpu: '2' }, max: { cpu: '2' } }),
      limits({ default: { memory: '512Mi' }, max: { cpu: '2' } }),
    ],
    [
      'a field of a custom resource, which may be a default',
      { apiVersion: 'example.com/v1', kind: 'Queue', metadata: { name: 'q' }, spec: { rules: [{ a: 1, b: 2 }] } },
      { apiVersion: 'example.com/v1', kind: 'Queue', metadata: { name: 'q' }, spec: { rules: [{ a: 1 }] } },
    ],
  ])('is not: %s', (_, live: KubeObject, manifest: KubeObject) => {
    expect(edited(live, manifest)).toBeUndefined();
  });

  test('the gate waits for the apply that takes it back', () => {
    const manifest = policy([web]);
    const live = after(manifest, policy([{ ...web, namespaceSelector: {} }]));
    const fleet = greenFleet(['east'], [namespaceShop(), live]);
    const state = gate({ manifests: [namespaceShop(), manifest] }).once({ ...fleet, content: [namespaceShop(), live] });
    expect(state.outcome).toBe('waiting');
    const found = diagnosesIn(state).find(({ id }) => id === 'content-not-synced');
    expect(found?.evidence[0]).toContain(`still has ${FROM}/0/namespaceSelector, which the deploy lacks`);
  });
});
