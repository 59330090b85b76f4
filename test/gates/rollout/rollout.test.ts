import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, binding, clusterConditions, greenFleet, no, objectsOf, orders, type Fleet } from '../../support/fleets/fleet.ts';
import { idsIn, gate } from '../../support/gate/gate.ts';
import { fresh, halfway, old } from '../../support/fleets/run-fleet.ts';

const { look, later } = gate({ manifests: [orders('v2')] });

describe('rollout budget', () => {
  test('a rollout with two of three requested clusters and 25 % can never continue', () => {
    expect(idsIn(look(objectsOf(halfway(['east', 'west'], [], { placementType: 'PickN', numberOfClusters: 3 }))))).toContain(
      'rollout-deadlocked',
    );
  });

  test('a rollout with three of three may move one cluster, and only needs time', () => {
    const state = look(objectsOf(halfway(['east', 'west', 'south'], ['east'], { placementType: 'PickN', numberOfClusters: 3 })));
    expect(state.outcome).toBe('waiting');
    expect(idsIn(state)).toEqual(['rollout-blocked', 'rollout-blocked']);
  });

  test('untrackable content frees the budget by time only, and is not a deadlock', () => {
    const state = look(
      objectsOf(halfway(['east', 'west', 'south'], ['east'], { placementType: 'PickAll' }, 'NotAllWorkAreAvailabilityTrackable')),
    );
    expect(state.outcome).toBe('waiting');
  });

  test('a cluster that keeps older content on which it failed is never moved by itself', () => {
    const [, workload = orders('v1')] = old;
    const fleet = halfway(['east', 'west', 'south'], [], { placementType: 'PickAll' });
    const held = [no('RolloutStarted', 'RolloutNotStartedYet', 3), ...clusterConditions(3).slice(2, 4)];
    const denied = { ...no('Applied', 'ManifestApplyFailed', 1), message: 'field is immutable' };
    const hub = (condition: ReturnType<typeof no>): readonly KubeObject[] =>
      objectsOf({
        ...fleet,
        bindings: [binding('east', 0, [...held, condition]), ...fleet.bindings.slice(1)],
        works: [badWork('east', 0, old, workload, denied), ...fleet.works.slice(1)],
      });
    const stuck = hub(no('Applied', 'NotAllWorkHaveBeenApplied', 3));
    const first = look(stuck);
    expect(first.outcome).toBe('waiting');
    const after = later(stuck, first, 5 * 60_000);
    expect(after.outcome).toBe('failed');
    expect(idsIn(after)).toContain('apply-immutable-field');
    const applying = hub(no('Applied', 'ApplyInProgress', 3));
    expect(later(applying, look(applying), 5 * 60_000).outcome).toBe('waiting');
  });

  test('a rollout in which all clusters were moved is not a deadlock', () => {
    expect(look(objectsOf(halfway(['east', 'west'], ['east', 'west'], { placementType: 'PickN', numberOfClusters: 3 }))).outcome).toBe(
      'passed',
    );
  });
});

describe('drift and differences', () => {
  const drifted = (type: 'driftedPlacements' | 'diffedPlacements'): Fleet => {
    const fleet = { ...greenFleet(['east'], fresh) };
    const [only] = fleet.bindings;
    const entry = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
    return { ...fleet, bindings: only === undefined ? [] : [{ ...only, status: { ...(only['status'] as object), [type]: [entry] } }] };
  };

  test('drift is information, and fails if that is requested', () => {
    const objects = objectsOf(drifted('driftedPlacements'));
    expect(look(objects)).toMatchObject({ outcome: 'passed' });
    expect(idsIn(look(objects))).toEqual(['drift-found']);
    expect(look(objects, { options: { failOnDrift: true } }).outcome).toBe('failed');
  });
});
