import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { badWork, greenFleet, namespaceShop, no, objectsOf, orders, yes } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const content = [namespaceShop(), orders('v1')] as const;
const MINUTE = 60_000;
const { look, later, once } = gate({ manifests: content });

function reported(state: GateState): readonly string[] {
  return diagnosesIn(state).map(({ id, outcome, cluster = '-' }) => `${id} ${outcome} ${cluster}`);
}

describe('a status that is not mirrored into its namespace', () => {
  const fleet = greenFleet();
  const unmirrored = (generation: number): readonly KubeObject[] => {
    const { placement } = fleet;
    const status = placement['status'] as { readonly conditions: readonly unknown[] };
    const synced = no(
      'ClusterResourcePlacementStatusSynced',
      'StatusSyncFailed',
      generation,
      'Failed to create: namespaces "shop" not found',
    );
    return objectsOf({ ...fleet, placement: { ...placement, status: { ...status, conditions: [...status.conditions, synced] } } });
  };

  test('is reported, and the placement passes', () => {
    const state = look(unmirrored(1));
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.verdict).toBe('passed');
    expect(reported(state)).toEqual(['status-sync-failed info -']);
    expect(state.placements[0]?.diagnoses[0]?.evidence).toEqual([
      'StatusSynced False StatusSyncFailed: Failed to create: namespaces "shop" not found',
    ]);
    expect(state.placements[0]?.diagnoses[0]?.remedy[0]).toContain(' get namespaces shop`');
  });

  test('is not reported for an earlier generation', () => {
    expect(reported(look(unmirrored(0)))).toEqual([]);
  });
});

describe('a drift detection that failed after the apply', () => {
  const fleet = greenFleet();
  const uncompared = (): readonly KubeObject[] => {
    const object = content[1];
    const condition = yes('Applied', 'AppliedWithFailedDriftDetection');
    const found = badWork('west', 0, content, object, condition);
    const status = fleet.works[1]?.['status'] as { readonly conditions: readonly unknown[] };
    const entries = (found['status'] as { readonly manifestConditions: readonly unknown[] }).manifestConditions;
    const work = { ...found, status: { ...status, manifestConditions: entries } };
    return objectsOf({ ...fleet, works: [...fleet.works.slice(0, 1), work] });
  };

  test('is reported, and does not change the verdict', () => {
    const state = look(uncompared());
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.clusters.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
    expect(reported(state)).toEqual(['drift-detection-failed info west']);
  });

  test('does not pass as "no drift" if drift fails the gate, and fails after it has lasted', () => {
    const first = look(uncompared(), { options: { failOnDrift: true } });
    expect(first.outcome).toBe('waiting');
    const soon = later(uncompared(), first, 4 * MINUTE, { options: { failOnDrift: true } });
    expect(soon.outcome).toBe('waiting');
    expect(reported(soon)).toEqual(['drift-detection-failed suspect west']);
    expect(soon.placements[0]?.clusters.map(({ verdict }) => verdict)).toEqual(['passed', 'waiting']);
    expect(later(uncompared(), soon, 5 * MINUTE, { options: { failOnDrift: true } }).outcome).toBe('failed');
  });

  test('passes if a later comparison finds no drift', () => {
    const first = look(uncompared(), { options: { failOnDrift: true } });
    expect(later(objectsOf(fleet), first, 4 * MINUTE, { options: { failOnDrift: true } }).outcome).toBe('passed');
  });

  test('cannot be timed by a single check, because the condition keeps its time when its reason changes', () => {
    const state = once(uncompared(), { options: { failOnDrift: true } });
    expect(state.outcome).toBe('waiting');
    expect(reported(state)).toEqual(['drift-detection-failed suspect west']);
  });
});
