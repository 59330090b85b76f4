/** What an apply of null leaves on the hub, as a real API server showed for `kubectl apply`, client-side and server-side. */
import { describe, expect, test } from 'vitest';

import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { deployedObjects } from '../../../src/gates/deploy/deployed-object.ts';
import { EMPTY_MEMORY } from '../../../src/gates/memory.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';

type Json = Readonly<Record<string, unknown>>;

const object = (apiVersion: string, kind: string, content: Json, metadata: Json = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'shop', ...metadata },
  ...content,
});
const deployment = (spec: Json, container: Json = {}): KubeObject =>
  orders('x', {
    ...spec,
    template: { metadata: { labels: { app: 'orders' } }, spec: { containers: [{ name: 'main', image: 'x:1', ...container }] } },
  });
const service = (spec: Json): KubeObject => object('v1', 'Service', { spec: { ports: [{ port: 80 }], ...spec } });
const placement = (spec: Json, metadata: Json = {}): KubeObject =>
  object(
    'placement.kubernetes-fleet.io/v1beta1',
    'ClusterResourcePlacement',
    { spec: { resourceSelectors: [], ...spec } },
    { namespace: undefined, ...metadata },
  );
const route = (spec: Json): KubeObject => object('gateway.networking.k8s.io/v1', 'HTTPRoute', { spec });

/** The object after a client-side apply of a manifest. */
const applied = (manifest: KubeObject, live: KubeObject): KubeObject => ({
  ...live,
  metadata: { ...live.metadata, annotations: { ...live.metadata.annotations, [LAST_APPLIED]: JSON.stringify(manifest) } },
});

function found(live: KubeObject, manifest: KubeObject): string | undefined {
  const [deployed] = deployedObjects(memoryHub([live], NOW), [manifest], EMPTY_MEMORY);
  if (deployed?.uncomparedAt !== undefined) return `not compared: ${deployed.uncomparedAt.join(' ')}`;
  return deployed?.state === 'arrived' ? undefined : deployed?.differsAt;
}

describe('null of the manifest, beside the value of the hub', () => {
  test.each<readonly [string, KubeObject, KubeObject, string | undefined]>([
    ['a number with another default', deployment({ replicas: 5 }), deployment({ replicas: null }), '/spec/replicas'],
    ['the default', deployment({ replicas: 1 }), deployment({ replicas: null }), undefined],
    [
      'a default of the pods',
      deployment({}, { imagePullPolicy: 'Never' }),
      deployment({}, { imagePullPolicy: null }),
      '/spec/template/spec/containers/0/imagePullPolicy',
    ],
    ['a structure with defaults', deployment({ strategy: { type: 'Recreate' } }), deployment({ strategy: null }), '/spec/strategy/type'],
    [
      'a structure of defaults',
      deployment({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } } }),
      deployment({ strategy: null }),
      undefined,
    ],
    ['a field without a default', deployment({ minReadySeconds: 5 }), deployment({ minReadySeconds: null }), '/spec/minReadySeconds'],
    ['a list', deployment({}, { env: [{ name: 'A', value: 'b' }] }), deployment({}, { env: null }), '/spec/template/spec/containers/0/env'],
    [
      'a value of a variable',
      deployment({}, { env: [{ name: 'A', value: 'b' }] }),
      deployment({}, { env: [{ name: 'A', value: null }] }),
      '/spec/template/spec/containers/0/env/0/value',
    ],
    ['a switch', deployment({ paused: true }), deployment({ paused: null }), '/spec/paused'],
    ['all data', object('v1', 'ConfigMap', { data: { a: '1' } }), object('v1', 'ConfigMap', { data: null }), '/data'],
    ['a key', object('v1', 'ConfigMap', { data: { a: '1' } }), object('v1', 'ConfigMap', { data: { a: null } }), '/data/a'],
    [
      'a key that the API server stored without a value',
      object('v1', 'ConfigMap', { data: { a: '' } }),
      object('v1', 'ConfigMap', { data: { a: null } }),
      undefined,
    ],
    ['a type', service({ type: 'NodePort' }), service({ type: null }), '/spec/type'],
    ['an address that the API server gives', service({ clusterIP: '10.0.0.1' }), service({ clusterIP: null }), undefined],
    [
      'a label',
      object('v1', 'ConfigMap', {}, { labels: { a: 'b' } }),
      object('v1', 'ConfigMap', {}, { labels: { a: null } }),
      '/metadata/labels/a',
    ],
    ['all labels', object('v1', 'ConfigMap', {}, { labels: { a: 'b' } }), object('v1', 'ConfigMap', {}, { labels: null }), undefined],
    [
      'a time that a generator writes',
      deployment({}),
      orders('x', {
        template: {
          metadata: { labels: { app: 'orders' }, creationTimestamp: null },
          spec: { containers: [{ name: 'main', image: 'x:1' }] },
        },
      }),
      undefined,
    ],
    [
      'a value that a controller or the server may have filled in',
      object('v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'fast' } }),
      object('v1', 'PersistentVolumeClaim', { spec: { storageClassName: null } }),
      'not compared: /spec/storageClassName',
    ],
    [
      'a number of a placement',
      placement({ revisionHistoryLimit: 5 }),
      placement({ revisionHistoryLimit: null }),
      '/spec/revisionHistoryLimit',
    ],
    [
      'a default of a placement',
      placement({ revisionHistoryLimit: 10, policy: { placementType: 'PickAll' } }),
      placement({ revisionHistoryLimit: null, policy: null }),
      undefined,
    ],
    ['a policy', placement({ policy: { placementType: 'PickN', numberOfClusters: 2 } }), placement({ policy: null }), '/spec/policy'],
    ['a label of a placement', placement({}, { labels: { a: 'b' } }), placement({}, { labels: { a: null } }), '/metadata/labels/a'],
    ['finalizers of the hub agent', placement({}, { finalizers: ['x'] }), placement({}, { finalizers: null }), undefined],
    ['a field of a definition that is not known', route({ weight: 3 }), route({ weight: null }), 'not compared: /spec/weight'],
    ['a field of it that the last apply set', applied(route({ weight: 3 }), route({ weight: 3 })), route({ weight: null }), '/spec/weight'],
  ])('%s', (_what, live, manifest, expected) => {
    expect(found(live, manifest)).toBe(expected);
  });

  test('leaves the value of another writer in a custom resource if the last client-side apply had null too', () => {
    const manifest = placement({ revisionHistoryLimit: null });
    expect(found(applied(manifest, placement({ revisionHistoryLimit: 5 })), manifest)).toBeUndefined();
    expect(found(applied(placement({}), placement({ revisionHistoryLimit: 5 })), manifest)).toBe('/spec/revisionHistoryLimit');
  });

  test('removes the value of another writer in a kind of Kubernetes, also then', () => {
    const manifest = deployment({ replicas: null });
    expect(found(applied(manifest, deployment({ replicas: 5 })), manifest)).toBe('/spec/replicas');
  });

  test('is held by the default, also if the manager of a server-side apply owns the field', () => {
    const fields = { 'f:spec': { 'f:replicas': {}, 'f:selector': {}, 'f:template': { 'f:metadata': {}, 'f:spec': {} } } };
    const owned = (live: KubeObject, fieldsV1: Json): KubeObject => ({
      ...live,
      metadata: {
        ...live.metadata,
        managedFields: [{ manager: 'kubectl', operation: 'Apply', apiVersion: live.apiVersion, time: '2026-03-04T09:50:00Z', fieldsV1 }],
      },
    });
    expect(found(owned(deployment({ replicas: 1 }), fields), deployment({ replicas: null }))).toBeUndefined();
    expect(found(owned(deployment({ replicas: 4 }), fields), deployment({ replicas: null }))).toBe('/spec/replicas');
    const limits = { 'f:spec': { 'f:resourceSelectors': {}, 'f:revisionHistoryLimit': {} } };
    expect(found(owned(placement({ revisionHistoryLimit: 10 }), limits), placement({ revisionHistoryLimit: null }))).toBeUndefined();
    expect(found(owned(placement({ revisionHistoryLimit: 4 }), limits), placement({ revisionHistoryLimit: null }))).toBe(
      '/spec/revisionHistoryLimit',
    );
  });

  test('does not wait for a field that the last apply set to the default', () => {
    expect(found(applied(deployment({ replicas: 1 }), deployment({ replicas: 1 })), deployment({ replicas: null }))).toBeUndefined();
  });
});

describe('a deploy with null', () => {
  const look = (live: KubeObject, manifest: KubeObject, others: readonly KubeObject[] = []): ReturnType<ReturnType<typeof gate>['once']> =>
    gate({ manifests: [namespaceShop(), manifest] }).once([...objectsOf(greenFleet(['east'], [namespaceShop(), live])), ...others]);

  test('waits until hub and snapshot have the default, and passes then', () => {
    expect(look(orders('x', { replicas: 5 }), orders('x', { replicas: null })).outcome).toBe('waiting');
    expect(look(orders('x', { replicas: 1 }), orders('x', { replicas: null })).outcome).toBe('passed');
  });

  test('does not wait for replicas that an autoscaler sets', () => {
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'orders' }, maxReplicas: 9 },
    });
    expect(look(orders('x', { replicas: 5 }), orders('x', { replicas: null }), [scaler]).outcome).toBe('passed');
  });

  test('says what it did not compare', () => {
    const claim = (name: string | null): KubeObject => object('v1', 'PersistentVolumeClaim', { spec: { storageClassName: name } });
    const state = look(claim('fast'), claim(null));
    expect(state.placements[0]?.freshness).toBe('assumed');
    expect(JSON.stringify(state)).toContain(
      '/spec/storageClassName of PersistentVolumeClaim/shop/a is null in your manifests, and whether the hub has the default was not compared',
    );
  });
});
