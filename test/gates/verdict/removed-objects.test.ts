import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const { look, later } = gate();

describe('an object that the deploy removes', () => {
  test('an object that the deploy removed from the hub must leave the snapshot as well', () => {
    const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
    const held = greenFleet(['east'], [namespaceShop(), orders('v1'), settings]);
    const pruned = { ...held, content: [namespaceShop(), orders('v1')] };
    const first = look(pruned, { manifests: [orders('v1')] });
    expect(first.outcome).toBe('waiting');
    expect(later(greenFleet(['east']), first, 20_000, { manifests: [orders('v1')] }).outcome).toBe('passed');
    const after = later(pruned, first, 60 * MINUTE, { manifests: [orders('v1')] });
    expect(after.outcome).toBe('waiting');
    expect(causesIn(after)).toEqual(['snapshot-not-fresh']);
    expect(after.placements[0]?.summary).toContain('still holds what was removed from the hub: ConfigMap settings');
  });

  test('an object that the selectors no longer match does not pass while the snapshot has it', () => {
    const team: KubeObject = { ...namespaceShop(), metadata: { name: 'team', labels: { 'kubernetes.io/metadata.name': 'team' } } };
    const fleet = greenFleet(['east'], [namespaceShop(), orders('v1'), team]);
    const first = look(fleet, { manifests: [orders('v1')] });
    expect(later(fleet, first, 60 * MINUTE, { manifests: [orders('v1')] }).outcome).toBe('waiting');
    expect(look(greenFleet(['east']), { manifests: [orders('v1')] }).outcome).toBe('passed');
  });

  test('an object that waits on the hub for its finalizer is treated as removed as well', () => {
    const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
    const leaving = { ...settings, metadata: { ...settings.metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    const held = greenFleet(['east'], [namespaceShop(), orders('v1'), settings]);
    const manifests = [orders('v1')];
    const first = look({ ...held, content: [namespaceShop(), orders('v1'), leaving] }, { manifests });
    expect(later({ ...held, content: [namespaceShop(), orders('v1'), leaving] }, first, 60 * MINUTE, { manifests }).outcome).toBe(
      'waiting',
    );
    expect(
      later({ ...greenFleet(['east']), content: [namespaceShop(), orders('v1'), leaving] }, first, MINUTE, { manifests }).outcome,
    ).toBe('passed');
  });

  test('an object that the hub returns in another API version is not a difference', () => {
    const scaler = (apiVersion: string, spec: object): KubeObject => ({
      apiVersion,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'orders', namespace: 'shop' },
      spec,
    });
    const held = scaler('autoscaling/v2', { metrics: [] });
    const deployed = [scaler('autoscaling/v1', { targetCPUUtilizationPercentage: 80 })];
    const fleet = greenFleet(['east'], [namespaceShop(), held]);
    const first = look(fleet, { manifests: deployed });
    expect(first.outcome).toBe('waiting');
    const after = later(fleet, first, MINUTE, { manifests: deployed });
    expect(after.outcome).toBe('passed');
    expect(after.placements[0]?.freshness).toBe('assumed');
  });

  test('an object of the deploy that is removed again is superseded if it does not return', () => {
    const manifests = [orders('v1')];
    const removed = { ...greenFleet(), content: [namespaceShop()] };
    const first = look(greenFleet(), { manifests });
    const gone = later(removed, first, 1000, { manifests });
    expect(gone.outcome).toBe('waiting');
    expect(later(greenFleet(), gone, 5000, { manifests }).outcome).toBe('passed');
    const state = later(removed, gone, 61_000, { manifests });
    expect(state.outcome).toBe('superseded');
    expect(causesIn(state)).toContain('superseded');
  });
});
