/** Objects of the deploy that are being deleted on the hub: KubeFleet leaves them out, so no snapshot with this deploy will follow. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const { look, once, later } = gate();
const envelope: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'bundle', namespace: 'shop' },
  data: { 'settings.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { a: '1' } } },
};

function deleted(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
}

describe('an object of the deploy that is being deleted on the hub', () => {
  test.each<readonly [string, KubeObject, readonly KubeObject[], string]>([
    ['itself', orders('v1'), [namespaceShop(), deleted(orders('v1')), envelope], 'Deployment/shop/orders'],
    ['with its namespace', orders('v1'), [deleted(namespaceShop()), orders('v1'), envelope], 'Namespace/shop'],
    ['as the namespace that is deployed', namespaceShop(), [deleted(namespaceShop()), orders('v1'), envelope], 'Namespace/shop'],
    ['as an envelope', envelope, [namespaceShop(), orders('v1'), deleted(envelope)], 'ResourceEnvelope/shop/bundle'],
  ])('is named while a snapshot still holds it: %s', (_, deployed, content, leaving) => {
    const hub = { ...greenFleet(['east'], [namespaceShop(), orders('v1'), envelope]), content };
    for (const state of [look(hub, { manifests: [deployed] }), once(hub, { manifests: [deployed] })]) {
      expect(state.outcome).toBe('waiting');
      const [found, ...others] = diagnosesIn(state);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ id: 'superseded', outcome: 'suspect', title: 'An object of this deploy is being deleted on the hub' });
      expect(found?.evidence[0]).toBe(`${leaving} is being deleted since 2026-03-04T09:59:00Z`);
      expect(textOf(found)).not.toMatch(/No action is needed|\{/);
    }
  });

  test('is named if the newest snapshot does not hold it any more', () => {
    const hub = { ...greenFleet(['east'], [namespaceShop()]), content: [namespaceShop(), deleted(orders('v1'))] };
    const manifests = [orders('v1')];
    const state = later(hub, look(hub, { manifests }), 60_000, { manifests });
    const [found] = diagnosesIn(state);
    expect([state.outcome, found?.id]).toEqual(['failed', 'content-not-selected']);
    expect(found?.title).toBe('An object of the deploy is being deleted on the hub, so it is not selected');
    expect(found?.evidence).toContain('Deployment/shop/orders is being deleted since 2026-03-04T09:59:00Z');
    expect(textOf(found)).not.toContain('Compare the selectors');
  });

  test('is not suspected because of another object that the deploy removes', () => {
    const hub = {
      ...greenFleet(['east'], [namespaceShop(), orders('v1'), envelope]),
      content: [namespaceShop(), orders('v1'), deleted(envelope)],
    };
    const state = look(hub, { manifests: [orders('v1')] });
    expect(diagnosesIn(state).map(({ id }) => id)).toEqual(['snapshot-not-fresh']);
    expect(state.placements[0]?.summary).toContain('still holds what is being deleted on the hub: ResourceEnvelope bundle');
  });
});

function textOf(found: Diagnosis | undefined): string {
  return [found?.explain ?? '', ...(found?.remedy ?? [])].join('\n');
}
