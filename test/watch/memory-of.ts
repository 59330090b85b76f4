import type { Remembered, WatchMemory } from '../../src/watch/memory.ts';

export const SHOP = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
export const ORDERS = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', namespace: 'web', name: 'orders' };

export function badNow(object: Remembered['object'], more: Partial<NonNullable<Remembered['bad']>> = {}): Remembered {
  const bad = { cause: 'The quota is exceeded on east', failure: 'apply-quota-exceeded', told: '2026-11-21T03:00:00.000Z', ...more };
  return { object, state: 'bad', since: '2026-11-21T02:30:00.000Z', bad };
}

export function goodNow(object: Remembered['object']): Remembered {
  return { object, state: 'good', since: '2026-11-21T02:30:00.000Z' };
}

export function memoryOf(...objects: readonly Remembered[]): WatchMemory {
  const named = objects.map((each) => [[each.object.kind, each.object.namespace, each.object.name].filter(Boolean).join('/'), each]);
  return { hub: 'a1b2', at: '2026-11-21T03:00:00.000Z', objects: Object.fromEntries(named) as WatchMemory['objects'] };
}
