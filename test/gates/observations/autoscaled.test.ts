import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GatedPlacement } from '../../../src/report.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const applier = {
  manager: 'kubectl',
  operation: 'Apply',
  time: '2026-03-04T09:50:00Z',
  fieldsV1: { 'f:spec': { 'f:template': {} } },
};
const scale = (manager: string): object => ({
  manager,
  operation: 'Update',
  subresource: 'scale',
  time: '2026-03-04T09:55:00Z',
  fieldsV1: { 'f:spec': { 'f:replicas': {} } },
});

const autoscaler: KubeObject = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'orders', namespace: 'shop' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'orders' }, minReplicas: 2, maxReplicas: 9 },
};

/** The autoscaler with other values in its spec, which keeps its target. */
const scaler = (spec: object, changes: object = {}): KubeObject => {
  const { scaleTargetRef } = autoscaler['spec'] as { readonly scaleTargetRef: object };
  return { ...autoscaler, ...changes, spec: { scaleTargetRef, ...spec } };
};
const keda = (spec: object, annotations: object = {}): KubeObject =>
  scaler(spec, { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: { ...autoscaler.metadata, annotations } });

function onHub(replicas: number | null, managedFields?: readonly object[], image = 'v1'): KubeObject {
  const object = orders(image, { replicas });
  return managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
}

function appliedWith(replicas: number, live: KubeObject): KubeObject {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(orders('v1', { replicas })) };
  return { ...live, metadata: { ...live.metadata, annotations } };
}

/** The deploy has 2 replicas; the hub holds `live`, the newest snapshot `held`. */
function look(
  live: KubeObject,
  held: KubeObject = live,
  others: readonly KubeObject[] = [autoscaler],
  deployed: number | null = 2,
): GatedPlacement | undefined {
  const fleet = greenFleet(['east'], [namespaceShop(), held, ...others]);
  return gate({ manifests: [namespaceShop(), onHub(deployed), ...others] }).look({ ...fleet, content: [namespaceShop(), live, ...others] })
    .placements[0];
}

describe('replicas that an autoscaler sets on the hub', () => {
  test.each<readonly [string, KubeObject]>([
    ['through the subresource scale', onHub(5, [applier, scale('kube-controller-manager')])],
    ['on an object that does not show its managers', onHub(5)],
    ['on such an object, whose last apply had other replicas', appliedWith(2, onHub(5))],
  ])('are not content of the deploy: %s', (_what, live) => {
    const found = look(live);
    expect(found).toMatchObject({ verdict: 'passed', freshness: 'proven', isAdjusted: true });
    expect(found?.summary).toContain('HorizontalPodAutoscaler/shop/orders sets the replicas of Deployment orders on the hub');
  });

  test('do not make a snapshot with another replica count an old one', () => {
    expect(look(onHub(7), onHub(5))?.verdict).toBe('passed');
    expect(look(onHub(2))).not.toHaveProperty('isAdjusted');
  });

  test.each<readonly [string, GatedPlacement | undefined]>([
    [
      'another deploy set them together with its pods',
      look(onHub(5, [{ ...applier, fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:template': {} } } }])),
    ],
    ['its last apply had them', look(appliedWith(5, onHub(5)))],
    ['there is no autoscaler', look(onHub(5), onHub(5), [])],
    ['the image differs as well', look(onHub(5, undefined, 'v2'))],
  ])('are a difference if %s', (_what, found) => {
    expect(found?.verdict).not.toBe('passed');
  });

  const asController = [applier, scale('kube-controller-manager')];
  test.each<readonly [string, number | null, KubeObject, KubeObject]>([
    ['the lowest number of the range', 3, onHub(2), autoscaler],
    ['the highest number of the range', 3, onHub(9), autoscaler],
    ['the default instead of null', null, onHub(2), autoscaler],
    ['the default minimum', 3, onHub(1), scaler({ maxReplicas: 9 })],
    ['any number if the autoscaler shows no maximum', 2, onHub(40), scaler({ minReplicas: 2 })],
    ['a workload that the manifests stop, if the minimum is 0', 0, onHub(4), scaler({ minReplicas: 0, maxReplicas: 9 })],
    ['none, if the minimum is 0', 2, onHub(0, asController), scaler({ minReplicas: 0, maxReplicas: 9 })],
    ['a workload that the manifests stop, with KEDA', 0, onHub(4), keda({ maxReplicaCount: 5 })],
    ['none, with KEDA', 3, onHub(0), keda({})],
    ['none, with KEDA and a number for idle workloads', 3, onHub(0), keda({ minReplicaCount: 2, idleReplicaCount: 0 })],
    ['the number at which KEDA is paused', 3, onHub(200), keda({}, { 'autoscaling.keda.sh/paused-replicas': '200' })],
  ])('are those that it can set: %s', (_what, deployed, live, by) => {
    const found = look(live, undefined, [by], deployed);
    expect(found).toMatchObject({ verdict: 'passed', freshness: 'proven' });
    expect(found?.summary).toContain('sets the replicas of Deployment orders on the hub');
  });

  test.each<readonly [string, number, KubeObject, KubeObject]>([
    ['an autoscaler that does nothing for 0 replicas', 0, onHub(2), autoscaler],
    ['such an autoscaler, although its minimum is the default', 0, onHub(2), scaler({ maxReplicas: 9 })],
    ['such an autoscaler, although a scale wrote them', 0, onHub(2, asController), autoscaler],
    ['a number above the maximum', 3, onHub(10), autoscaler],
    ['a number above the maximum that a scale wrote', 3, onHub(10, [applier, scale('kubectl')]), autoscaler],
    ['a number below the minimum', 3, onHub(1), autoscaler],
    ['none', 3, onHub(0), autoscaler],
    ['a number above the maximum of KEDA', 3, onHub(6), keda({ maxReplicaCount: 5 })],
    ["a number above KEDA's default maximum", 3, onHub(101), keda({})],
    ['a number below the minimum of KEDA', 3, onHub(1), keda({ minReplicaCount: 2 })],
  ])('are a difference if it cannot set them: %s', (_what, deployed, live, by) => {
    expect(look(live, undefined, [by], deployed)?.verdict).toBe('waiting');
  });

  test('make a snapshot an old one if neither the deploy nor the autoscaler has its number', () => {
    expect(look(onHub(5), onHub(0))?.verdict).toBe('waiting');
    expect(look(onHub(5), onHub(1))?.verdict).toBe('waiting');
    expect(look(onHub(5), onHub(1), [autoscaler], 1)?.verdict).toBe('passed');
    expect(look(onHub(5), onHub(1), [autoscaler], null)?.verdict).toBe('passed');
  });
});
