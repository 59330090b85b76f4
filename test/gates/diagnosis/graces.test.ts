import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, binding, clusterConditions, greenFleet, namespaceShop, no, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { gate, toldBy } from '../../support/gate/gate.ts';

const { watched } = gate();
const content = [namespaceShop(), orders('v1')];
const [, workload = orders('v1')] = content;

describe('the grace of a suspect', () => {
  const fleet = greenFleet(['east']);
  const available = (reason: string): readonly KubeObject[] =>
    objectsOf({
      ...fleet,
      bindings: [binding('east', 0, [...clusterConditions(3).slice(1, 5), no('Available', 'NotAllWorkAreAvailable', 3)])],
      works: [badWork('east', 0, content, workload, no('Available', reason, 1))],
    });

  test('does not run while the object is only being waited for', () => {
    const waiting = available('ManifestNotAvailableYet');
    const failed = available('Failed');
    expect(
      toldBy(
        watched([
          [0, waiting],
          [6, failed],
        ]),
      ),
    ).toBe('waiting availability-error');
    expect(
      toldBy(
        watched([
          [0, waiting],
          [6, failed],
          [11, failed],
        ]),
      ),
    ).toBe('failed availability-error');
  });

  test('keeps running if the hub falls back to waiting for a moment', () => {
    const waiting = available('ManifestNotAvailableYet');
    const failed = available('Failed');
    expect(
      toldBy(
        watched([
          [0, failed],
          [3, waiting],
          [5, failed],
        ]),
      ),
    ).toBe('failed availability-error');
  });
});

describe('--allow-partial', () => {
  const found = (count: number, policy: object, clusters: readonly string[]): readonly KubeObject[] => {
    const { placement, ...rest } = greenFleet(clusters);
    const message = `could not find all clusters needed as specified by the scheduling policy, found ${String(count)} cluster(s) instead`;
    const scheduled = no('ClusterResourcePlacementScheduled', 'SchedulingPolicyUnfulfilled', 1, message);
    const status = placement['status'] as { readonly conditions: readonly object[] };
    const conditions = count === 0 ? [scheduled] : [scheduled, ...status.conditions.slice(1)];
    const spec = { ...(placement['spec'] as object), policy };
    return objectsOf({ ...rest, placement: { ...placement, spec, status: { ...status, conditions } } });
  };
  const three = { placementType: 'PickN', numberOfClusters: 3 };
  const fixed = { placementType: 'PickFixed', clusterNames: ['east', 'nowhere'] };

  // covers: nothing-propagates-when-unscheduled
  test('passes with some of the clusters', () => {
    expect(toldBy(watched([[0, found(1, three, ['east'])]], { options: { allowPartial: true } }))).toBe(
      'passed scheduled-too-few-clusters',
    );
    expect(toldBy(watched([[0, found(1, fixed, ['east'])]], { options: { allowPartial: true } }))).toBe(
      'passed scheduled-fixed-clusters-missing',
    );
    expect(
      toldBy(
        watched([
          [0, found(1, three, ['east'])],
          [1, found(1, three, ['east'])],
        ]),
      ),
    ).toBe('failed scheduled-too-few-clusters');
  });

  // covers: unfulfilled-policy-stops
  test('passes if a cluster beside the picked ones could not be scheduled', () => {
    const fleet = greenFleet(['east']);
    const status = fleet.placement['status'] as { readonly placementStatuses: readonly object[] };
    const placementStatuses = [...status.placementStatuses, { conditions: [no('Scheduled', 'ScheduleFailed', 1)] }];
    const objects = objectsOf({ ...fleet, placement: { ...fleet.placement, status: { ...status, placementStatuses } } });
    expect(toldBy(watched([[0, objects]]))).toBe('waiting');
    expect(toldBy(watched([[0, objects]], { options: { allowPartial: true } }))).toBe('passed');
  });

  test('does not pass without any cluster, unless --allow-empty allows that too', () => {
    const none = found(0, three, []);
    const noneFixed = found(0, { placementType: 'PickFixed', clusterNames: ['nowhere'] }, []);
    expect(toldBy(watched([[0, none]], { options: { allowPartial: true } }))).toBe('waiting scheduled-too-few-clusters');
    expect(
      toldBy(
        watched(
          [
            [0, none],
            [1, none],
          ],
          { options: { allowPartial: true } },
        ),
      ),
    ).toBe('failed scheduled-too-few-clusters');
    expect(
      toldBy(
        watched(
          [
            [0, noneFixed],
            [1, noneFixed],
          ],
          { options: { allowPartial: true } },
        ),
      ),
    ).toBe('failed scheduled-fixed-clusters-missing');
    expect(toldBy(watched([[0, none]], { options: { allowPartial: true, allowEmpty: true } }))).toBe('passed scheduled-too-few-clusters');
  });
});
