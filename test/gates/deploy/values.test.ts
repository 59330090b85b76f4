import { assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { asSnapshotted, asWanted, asWantedInSnapshot } from '../../../src/gates/deploy/content/comparable.ts';
import { copyDiffers, uncopiedFrom } from '../../../src/gates/deploy/content/copied.ts';
import { differsFrom, missingFrom } from '../../../src/gates/deploy/content/equal.ts';
import { sameQuantity } from '../../../src/gates/deploy/content/quantity.ts';
import { isLeftBehind, isTaken, selectsOf, surroundingsOf } from '../../../src/gates/deploy/selection.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { envelopeIn } from '../../../src/gates/view/envelope.ts';

describe('parseTarget', () => {
  test.each([
    ['crp/web', { kind: 'ClusterResourcePlacement', name: 'web' }],
    ['ClusterResourcePlacement/web', { kind: 'ClusterResourcePlacement', name: 'web' }],
    ['clusterresourceplacements.placement.kubernetes-fleet.io/web', { kind: 'ClusterResourcePlacement', name: 'web' }],
    ['RP/shop/web', { kind: 'ResourcePlacement', namespace: 'shop', name: 'web' }],
    ['rp/web', { kind: 'ResourcePlacement', namespace: 'here', name: 'web' }],
    ['csur/v1', { kind: 'ClusterStagedUpdateRun', name: 'v1' }],
    ['stagedupdaterun/shop/v1', { kind: 'StagedUpdateRun', namespace: 'shop', name: 'v1' }],
  ])('%s', (text, target) => {
    expect(parseTarget(text, 'here')).toEqual(target);
  });

  test.each(['', 'web', 'crp', 'crp/a/b', 'rp/a/b/c', 'deployment/web', 'crp/'])('refuses %j in one line', (text) => {
    expect(() => parseTarget(text)).toThrow(/^[^\n]+$/);
  });

  // covers: namespace-in-commands names-of-namespaced-kinds
  test('a namespaced target needs a namespace', () => {
    expect(() => parseTarget('rp/web')).toThrow('--namespace');
  });
});

describe('expectationOf', () => {
  const placement: KubeObject = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', metadata: { name: 'web' } };

  test('finds targets among the manifests, in the namespaces where they were applied', () => {
    expect(expectationOf({ targets: [], manifests: [placement], namespace: 'shop' }).targets).toEqual([
      { kind: 'ResourcePlacement', namespace: 'shop', name: 'web' },
    ]);
  });

  test('says so if there is nothing to follow', () => {
    expect(() => expectationOf({ targets: [], manifests: [] })).toThrow('nothing to wait for');
  });
});

describe('copyDiffers', () => {
  const named = (...names: readonly string[]): readonly { readonly name: string }[] => names.map((name) => ({ name }));

  test.each([
    [
      'init containers in another order',
      { initContainers: named('a', 'b') },
      { initContainers: named('b', 'a') },
      '/initContainers/0/name',
    ],
    ['the same order', { l: named('a', 'b') }, { l: named('a', 'b') }, undefined],
    ['an empty map that was added', { spec: {} }, { spec: { deny: {} } }, '/spec/deny'],
    ['one empty map instead of another', { spec: { allow: {} } }, { spec: { deny: {} } }, '/spec/deny'],
    ['an empty list that was added', { spec: {} }, { spec: { rules: [] } }, '/spec/rules'],
    ['an emptied list', { l: [1] }, { l: [] }, '/l'],
    ['a quantity spelled otherwise', { limits: { cpu: '1' } }, { limits: { cpu: '1000m' } }, '/limits/cpu'],
    ['an empty text', { spec: {} }, { spec: { protocol: '' } }, '/spec/protocol'],
    ['null for a time that is not set', { metadata: { creationTimestamp: null } }, { metadata: {} }, undefined],
  ])('%s', (_what, a, b, pointer) => {
    expect(copyDiffers(a, b)).toBe(pointer);
    expect(copyDiffers(b, a) === undefined).toBe(pointer === undefined);
  });

  test('equal values do not differ, and a larger one holds the smaller one', () => {
    assert(property(jsonValue(), (value) => copyDiffers(value, structuredClone(value)) === undefined));
    assert(
      property(dictionary(string(), jsonValue()), string(), (map, key) => uncopiedFrom({ ...map, [key]: 1 }, { [key]: 1 }) === undefined),
    );
  });
});

describe('missingFrom', () => {
  test.each([
    ['defaults on the hub', { a: 1, b: 2 }, { a: 1 }, undefined],
    ['another value', { a: 1 }, { a: 2 }, '/a'],
    ['null asks for the default', { a: 1 }, { a: null }, undefined],
    ['an empty map that is not there', {}, { a: {} }, '/a'],
    ['an empty map with defaults', { a: { b: 1 } }, { a: {} }, undefined],
    ['one choice instead of another', { v: [{ hostPath: { path: '/' } }] }, { v: [{ emptyDir: {} }] }, '/v/0/emptyDir'],
    ['a map of Kubernetes is not stored if it is empty', {}, { data: {}, metadata: { labels: {} }, resources: { limits: {} } }, undefined],
    ['a text for an empty map', { data: 'x' }, { data: {} }, '/data'],
    ['a list without items', { ingress: [{}] }, { ingress: [] }, '/ingress'],
    ['an empty list is not stored', {}, { ingress: [] }, undefined],
    ['an empty list that the API server fills in', { policyTypes: ['Ingress'] }, { policyTypes: [] }, undefined],
    ['more than it fills in', { policyTypes: ['Ingress', 'Egress'] }, { policyTypes: [] }, '/policyTypes'],
    ['less than it fills in', { policyTypes: ['Ingress'], egress: [{}] }, { policyTypes: [], egress: [{}] }, '/policyTypes'],
    ['as much as it fills in', { policyTypes: ['Ingress', 'Egress'], egress: [{}] }, { policyTypes: [], egress: [{}] }, undefined],
    [
      'another metric than it fills in',
      { metrics: [{ type: 'Resource', resource: { name: 'memory' } }] },
      { metrics: [] },
      '/metrics/0/resource/name',
    ],
    ['addresses that it chooses', { clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'] }, { clusterIPs: [], ipFamilies: [] }, undefined],
    ['another mode than it fills in', { volumeLifecycleModes: ['Ephemeral'] }, { volumeLifecycleModes: [] }, '/volumeLifecycleModes/0'],
    [
      'pods of one label less',
      { podSelector: { matchLabels: { a: 'b', c: 'd' } } },
      { podSelector: { matchLabels: { a: 'b' } } },
      '/podSelector/matchLabels/c',
    ],
    ['a Service of one label less', { selector: { a: 'b', c: 'd' } }, { selector: { a: 'b' } }, undefined],
    ['every pod instead of none', { spec: {} }, { spec: { selector: {} } }, '/spec/selector'],
    ['a finalizer', { metadata: { finalizers: ['a/b'] } }, { metadata: { finalizers: ['c/d'] } }, '/metadata/finalizers/0'],
    ['a finalizer among others', { metadata: { finalizers: ['a/b', 'c/d'] } }, { metadata: { finalizers: ['c/d'] } }, undefined],
    [
      'an owner that was created again',
      { metadata: { ownerReferences: [{ name: 'a', uid: '1' }] } },
      { metadata: { ownerReferences: [{ name: 'a', uid: '2' }] } },
      '/metadata/ownerReferences/0',
    ],
    ['one item less', { l: [1, 2] }, { l: [1] }, '/l'],
    ['named items in another order', { l: [{ name: 'b' }, { name: 'a', x: 1 }] }, { l: [{ name: 'a' }, { name: 'b' }] }, undefined],
    [
      'init containers in another order',
      { initContainers: [{ name: 'b' }, { name: 'a' }] },
      { initContainers: [{ name: 'a' }, { name: 'b' }] },
      '/initContainers',
    ],
    ['one of them changed', { l: [{ name: 'b', x: 1 }, { name: 'a' }] }, { l: [{ name: 'a' }, { name: 'b', x: 2 }] }, '/l/1/x'],
    ['a slash in a key', { m: { 'a/b': '1' } }, { m: { 'a/b': '2' } }, '/m/a~1b'],
    ['a quantity spelled otherwise', { limits: { cpu: '500m' } }, { limits: { cpu: 0.5 } }, undefined],
    ['the same text as data is another value', { data: { cpu: '500m' } }, { data: { cpu: '0.5' } }, '/data/cpu'],
    ['a number is not a string', { port: '80' }, { port: 80 }, '/port'],
    ['an empty value of a variable is not stored', { env: [{ name: 'A' }] }, { env: [{ name: 'A', value: '' }] }, undefined],
    ['emptying a variable is a change', { env: [{ name: 'A', value: 'x' }] }, { env: [{ name: 'A', value: '' }] }, '/env/0/value'],
    ['an empty string is data', {}, { data: { note: '' } }, '/data/note'],
    ['false is not stored', {}, { hostNetwork: false }, undefined],
    ['turning it off is a change', { hostNetwork: true }, { hostNetwork: false }, '/hostNetwork'],
    ['an empty key is data, whatever its name', { data: {} }, { data: { host: '' } }, '/data/host'],
    ['an empty label is a label', { labels: {} }, { labels: { value: '' } }, '/labels/value'],
    ['a class that is not the default', { value: 10 }, { value: 10, globalDefault: false }, undefined],
    ['an empty path is the root', { httpGet: { path: '/', port: 80 } }, { httpGet: { path: '', port: 80, host: '' } }, undefined],
    ['a probe with zeros has the defaults', { periodSeconds: 10 }, { periodSeconds: 0 }, undefined],
    ['a class of storage left empty is one', { spec: {} }, { spec: { storageClassName: '' } }, '/spec/storageClassName'],
    ['zero replicas are stored', {}, { replicas: 0 }, '/replicas'],
    ['less than a thousandth is rounded up', { limits: { cpu: '1m' } }, { limits: { cpu: '0.0001' } }, undefined],
    ['every resource is rounded up', { requests: { memory: '104857600m' } }, { requests: { memory: '0.1Mi' } }, undefined],
    ['a resource is rounded to the next thousandth', { hard: { cpu: '1001m' } }, { hard: { cpu: '1.0002' } }, undefined],
    ['a resource is not rounded further', { hard: { cpu: '1002m' } }, { hard: { cpu: '1.0002' } }, '/hard/cpu'],
    ['a size that is not a resource is not rounded', { sizeLimit: '1m' }, { sizeLimit: '100u' }, '/sizeLimit'],
    ['a byte is a byte', { limits: { memory: '1000000000001' } }, { limits: { memory: '1000000000002' } }, '/limits/memory'],
    ['a metric to scale by', { target: { value: '10k' } }, { target: { value: '10000' } }, undefined],
    ['back to the default is a change', { type: 'NodePort' }, { type: '' }, '/type'],
    ['back to the defaults of a probe too', { periodSeconds: 5 }, { periodSeconds: 0 }, '/periodSeconds'],
    ['every pod instead of some', { podSelector: { matchLabels: { a: 'b' } } }, { podSelector: {} }, '/podSelector'],
    [
      'pods of every namespace',
      { from: [{ podSelector: {} }] },
      { from: [{ podSelector: {}, namespaceSelector: {} }] },
      '/from/0/namespaceSelector',
    ],
    ['every monitor instead of none', { spec: {} }, { spec: { serviceMonitorSelector: {} } }, '/spec/serviceMonitorSelector'],
    ['no node selector', { spec: {} }, { spec: { nodeSelector: {} } }, undefined],
    ['every peer instead of one', { ingress: [{ from: [{ ipBlock: { cidr: '::/0' } }] }] }, { ingress: [{}] }, '/ingress/0'],
    ['an address left to the API server', { clusterIP: '10.0.0.1' }, { clusterIP: '' }, undefined],
  ])('%s', (_what, live, wanted, pointer) => {
    expect(missingFrom(live, wanted)).toBe(pointer);
  });

  test('does not find a difference between equal values', () => {
    assert(property(jsonValue(), (value) => missingFrom(value, value) === undefined && differsFrom(value, value) === undefined));
  });

  test('never misses an added field of the larger value', () => {
    assert(
      property(
        dictionary(string(), jsonValue()),
        string(),
        (map, key) => missingFrom({ ...map, [key]: 1 }, { ...map, [key]: 1 }) === undefined,
      ),
    );
  });

  test('quantities with the same suffix differ by their number', () => {
    assert(property(constantFrom('m', '', 'k', 'Mi', 'Gi'), (suffix) => !sameQuantity(`1${suffix}`, `2${suffix}`, '/requests/cpu')));
  });
});

describe('objects in snapshots', () => {
  test('do not have fields of one cluster', () => {
    const service = (spec: object): KubeObject => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', uid: '1' }, spec });
    const live = service({ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, nodePort: 30_000 }] });
    expect(differsFrom(asSnapshotted(live), asSnapshotted(service({ ports: [{ port: 80 }] })))).toBeUndefined();
    expect(differsFrom(asSnapshotted(service({ clusterIP: 'None' })), asSnapshotted(service({})))).toBe('/spec/clusterIP');
  });

  test('need not have a fixed port or address, but all other fields', () => {
    const service = (spec: object): KubeObject => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec });
    const manifest = service({ clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30_080 }] });
    expect(missingFrom(asSnapshotted(manifest), asWantedInSnapshot(manifest))).toBeUndefined();
    expect(missingFrom(asSnapshotted(service({ ports: [{ port: 81 }] })), asWantedInSnapshot(manifest))).toBe('/spec/ports/0/port');
  });

  test('have the ports that the API server chooses for a zero', () => {
    const service = (port: object, more: object = {}): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'a' },
      spec: { ports: [{ port: 80, ...port }], ...more },
    });
    const differs = (live: KubeObject, manifest: KubeObject): string | undefined => missingFrom(live, asWanted(manifest));
    const live = service({ nodePort: 30_000, targetPort: 80 }, { healthCheckNodePort: 30_001 });
    expect(differs(live, service({ nodePort: 0, targetPort: 0 }, { healthCheckNodePort: 0 }))).toBeUndefined();
    expect(differs(live, service({ targetPort: '' }))).toBeUndefined();
    expect(differs(service({ targetPort: 80 }), service({ nodePort: 0 }))).toBeUndefined();
    expect(differs(service({ targetPort: 8080 }), service({ targetPort: 0 }))).toBe('/spec/ports/0/targetPort');
    expect(differs(service({ targetPort: 8080 }), service({ targetPort: '' }))).toBe('/spec/ports/0/targetPort');
    expect(differs(live, service({ nodePort: 30_005 }))).toBe('/spec/ports/0/nodePort');
  });

  test('have stringData as data, and base64 in one line', () => {
    const manifest: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, stringData: { key: 'väl' } };
    expect(missingFrom({ metadata: {}, data: { key: 'dsOkbA==' } }, asWanted(manifest))).toBeUndefined();
    const both: KubeObject = { ...manifest, data: { key: 'b2xk' } };
    expect(missingFrom({ metadata: {}, data: { key: 'dsOkbA==' } }, asWanted(both))).toBeUndefined();
    expect(missingFrom({ metadata: {}, data: { key: 'b2xk' } }, asWanted(both))).toBe('/data/key');
    const wrapped: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { key: 'dsOk\nbA==\n', other: null } };
    expect(missingFrom({ metadata: {}, data: { key: 'dsOkbA==' } }, asWanted(wrapped))).toBeUndefined();
    const bytes: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, binaryData: { key: 'dsOk\nbA==\n' } };
    expect(missingFrom({ metadata: {}, binaryData: { key: 'dsOkbA==' } }, asWanted(bytes))).toBeUndefined();
    const text: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { key: 'dsOk\nbA==\n' } };
    expect(missingFrom({ metadata: {}, data: { key: 'dsOkbA==' } }, asWanted(text))).toBe('/data/key');
  });
});

describe('the effect of a deploy on a placement', () => {
  const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'a' } } };
  const config: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop', labels: { tier: 'gold' } },
  };
  const hub = memoryHub([namespace], new Date('2026-01-01T12:00:00Z'));
  const crp = (...resourceSelectors: readonly object[]): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'p' },
    spec: { resourceSelectors },
  });
  const rp = (...resourceSelectors: readonly object[]): KubeObject => ({
    ...crp(...resourceSelectors),
    kind: 'ResourcePlacement',
    metadata: { name: 'p', namespace: 'shop' },
  });
  const whole = { group: '', version: 'v1', kind: 'Namespace' };

  test.each([
    ['a namespace by name', crp({ ...whole, name: 'shop' }), namespace, 'selected'],
    ['an object in it', crp({ ...whole, name: 'shop' }), config, 'selected'],
    [
      'an object in it, selected by the label of the namespace',
      crp({ ...whole, labelSelector: { matchLabels: { team: 'a' } } }),
      config,
      'selected',
    ],
    ['the namespace only', crp({ ...whole, name: 'shop', selectionScope: 'NamespaceOnly' }), config, 'foreign'],
    ['another namespace', crp({ ...whole, name: 'shopp' }), namespace, 'missed'],
    ['an object in another namespace', crp({ ...whole, name: 'shopp' }), config, 'foreign'],
    ['another kind', crp({ group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' }), namespace, 'foreign'],
    [
      'by label',
      rp({
        group: '',
        version: 'v1',
        kind: 'ConfigMap',
        labelSelector: { matchExpressions: [{ key: 'tier', operator: 'In', values: ['gold'] }] },
      }),
      config,
      'selected',
    ],
    [
      'by a label it lacks',
      rp({ group: '', version: 'v1', kind: 'ConfigMap', labelSelector: { matchLabels: { tier: 'tin' } } }),
      config,
      'missed',
    ],
    [
      'a placement of another namespace',
      { ...rp({ group: '', version: 'v1', kind: 'ConfigMap' }), metadata: { name: 'p', namespace: 'x' } },
      config,
      'foreign',
    ],
    [
      'an object that KubeFleet never places',
      crp({ ...whole, name: 'shop' }),
      { ...config, metadata: { name: 'kube-root-ca.crt', namespace: 'shop' } },
      'foreign',
    ],
    [
      'an object that KubeFleet never places, and that has no use on a hub',
      crp({ ...whole, name: 'shop' }),
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } },
      'leftOut',
    ],
    [
      'the token of an account',
      crp({ ...whole, name: 'shop' }),
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'api', namespace: 'shop' },
        type: 'kubernetes.io/service-account-token',
      },
      'leftOut',
    ],
    [
      'the same object in a namespace without a placement',
      crp({ ...whole, name: 'other' }),
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } },
      'foreign',
    ],
  ] as const)('%s', (_what, placement, object, selection) => {
    const answer = selectsOf(placement, surroundingsOf(hub, []))(object);
    const other = isLeftBehind(answer, object) ? 'leftOut' : answer.kind === 'missed' ? 'missed' : 'foreign';
    expect(isTaken(answer) ? 'selected' : other).toBe(selection);
  });
});

describe('envelopeIn', () => {
  test.each([
    ['a cluster scope object a (b) has been wrapped in a resource envelope shop/bundle', 'ResourceEnvelope shop/bundle'],
    ['a namespaced object a (b) has been wrapped in a cluster resource envelope rbac', 'ClusterResourceEnvelope /rbac'],
    ['has been wrapped in a resource envelope from another namespace (shop/bundle)', 'ResourceEnvelope shop/bundle'],
    ['failed to parse the wrapped manifest data (manifestKey=a,envelopeObjRef=shop/bundle): x', 'ResourceEnvelope shop/bundle'],
    ['2 work objects found for the same envelope shop/bundle, only one expected', 'ResourceEnvelope shop/bundle'],
  ])('%s', (message, envelope) => {
    const found = envelopeIn(message);
    expect(`${found?.kind ?? ''} ${found?.namespace ?? ''}/${found?.name ?? ''}`).toBe(envelope);
  });
});
