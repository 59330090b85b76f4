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

function onHub(replicas: number, managedFields?: readonly object[], image = 'v1'): KubeObject {
  const object = orders(image, { replicas });
  return managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
}

function appliedWith(replicas: number, live: KubeObject): KubeObject {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(orders('v1', { replicas })) };
  return { ...live, metadata: { ...live.metadata, annotations } };
}

/** The deploy has 2 replicas; the hub holds `live`, the newest snapshot `held`. */
function look(live: KubeObject, held: KubeObject = live, others: readonly KubeObject[] = [autoscaler]): GatedPlacement | undefined {
  const fleet = greenFleet(['east'], [namespaceShop(), held, ...others]);
  return gate({ manifests: [namespaceShop(), onHub(2), ...others] }).look({ ...fleet, content: [namespaceShop(), live, ...others] })
    .placements[0];
}

describe('replicas that an autoscaler sets on the hub', () => {
  test.each<readonly [string, KubeObject]>([
    ['through the subresource scale', onHub(5, [applier, scale('kube-controller-manager')])],
    ['on an object that does not show its managers', onHub(5)],
    ['on such an object, whose last apply had other replicas', appliedWith(2, onHub(5))],
  ])('are not content of the deploy: %s', (_what, live) => {
    const found = look(live);
    expect(found).toMatchObject({ verdict: 'passed', freshness: 'proven' });
    expect(found?.summary).toContain('HorizontalPodAutoscaler/shop/orders sets the replicas of Deployment orders on the hub');
  });

  test('do not make a snapshot with another replica count an old one', () => {
    expect(look(onHub(7), onHub(5))?.verdict).toBe('passed');
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
});
