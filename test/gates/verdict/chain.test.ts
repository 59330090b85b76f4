import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { chainNames, stopText } from '../../../src/report/facts/gate/chain-text.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import {
  badWork,
  binding,
  bindingAt,
  clusterConditions,
  greenFleet,
  member,
  namespaceShop,
  no,
  orders,
  placementAt,
  work,
} from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const { once } = gate();
const workload = orders('v1');
const content = [namespaceShop(), workload];

/** Each chain in one line, with where it stopped. */
function chains({ placements, at }: GateState): readonly string[] {
  return placements
    .flatMap(({ diagnoses }) => diagnoses)
    .flatMap(({ chain }) => (chain === undefined ? [] : [`${chainNames(chain).join(' → ')}: ${stopText(chain, at)}`]));
}

describe('the path of the content to the place where it stopped', () => {
  test('has placement, binding, Work and object for an object that a member refuses', () => {
    const fleet = placementAt(greenFleet(['east', 'west'], content), 'Applied', 'ApplyFailed');
    const refused = no('Applied', 'ManifestApplyFailed', 1, 'Failed to apply the manifest (error: field is immutable)');
    const works = [badWork('east', 0, content, workload, refused), ...fleet.works.slice(1)];
    const bindings = [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3)), ...fleet.bindings.slice(1)];
    expect(chains(once({ ...fleet, works, bindings }))).toEqual([
      'ClusterResourcePlacement/shop → ClusterResourceBinding/shop-east-0a1b2c3d → Work/fleet-member-east/shop-work → Deployment/shop/orders: ' +
        'stuck at Deployment/shop/orders for 1h00m: not Applied',
    ]);
  });

  test('ends at the binding if overrides fail, because there is no Work yet', () => {
    const fleet = placementAt(greenFleet(), 'Overridden', 'OverriddenFailed');
    const bindings = [bindingAt('east', 0, no('Overridden', 'OverriddenFailed', 3)), ...fleet.bindings.slice(1)];
    expect(chains(once({ ...fleet, bindings }))).toEqual([
      'ClusterResourcePlacement/shop → ClusterResourceBinding/shop-east-0a1b2c3d: ' +
        'stuck at ClusterResourceBinding/shop-east-0a1b2c3d for 1h00m: not Overridden',
    ]);
  });

  test('ends at the placement if that is not scheduled', () => {
    const fleet = placementAt(greenFleet(), 'Scheduled', 'InvalidResourceSelectors');
    expect(chains(once(fleet))).toEqual(['ClusterResourcePlacement/shop: stuck at ClusterResourcePlacement/shop for 1h00m: not Scheduled']);
  });

  test('does not deny a condition of the binding, if a Work has other content', () => {
    const fleet = greenFleet(['east'], content);
    const [shown = ''] = chains(once({ ...fleet, works: [work('east', 0, [namespaceShop(), orders('v2')])] }));
    expect(shown).toContain('stuck at ClusterResourceBinding/shop-east-0a1b2c3d for ');
    expect(shown).not.toContain('not WorkSynchronized');
  });

  test('ends where the object fails, if an object is in it twice', () => {
    const fleet = placementAt(greenFleet(['east'], content), 'Applied', 'ApplyFailed');
    const refused = badWork('east', 0, content, workload, no('Applied', 'Duplicated', 1, 'a duplicate manifest has been found'));
    const second: KubeObject = { ...refused, metadata: { ...refused.metadata, name: 'shop-1' } };
    const bindings = [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))];
    expect(chains(once({ ...fleet, bindings, works: [...fleet.works, second] }))[0]).toContain(
      'Work/fleet-member-east/shop-1 → Deployment/shop/orders: stuck at Deployment/shop/orders for 1h00m: not Applied',
    );
  });

  test('dates a condition that was never written from the step before', () => {
    const fleet = placementAt(greenFleet(['east', 'west'], content), 'Applied', 'ApplyFailed');
    const silent = binding('east', 0, [...clusterConditions(3).slice(1, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 2)]);
    const bindings = [silent, ...fleet.bindings.slice(1)];
    expect(chains(once({ ...fleet, bindings, members: [member('east', 3600), member('west', 10)] }))).toEqual([
      expect.stringMatching(
        /shop-east-0a1b2c3d → MemberCluster\/east: stuck at MemberCluster\/east for 1h00m: The member does not answer$/,
      ),
    ]);
  });
});

test('the chain of a failure that is only informative is empty', () => {
  const { placements } = once(greenFleet());
  expect(placements.flatMap(({ diagnoses }) => diagnoses).filter(({ chain }) => chain !== undefined)).toEqual([]);
});
