import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import { EMPTY_MEMORY } from '../../src/gates/memory.ts';
import type { GateOptions } from '../../src/gates/options.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { badWork, binding, clusterConditions, greenFleet, namespaceShop, no, NOW, objectsOf, orders } from '../support/fleet.ts';
import { memoryHub } from '../support/memory-hub.ts';

const MINUTE = 60_000;
const content = [namespaceShop(), orders('v1')];
const [, workload = orders('v1')] = content;

/** One hub after the other; at each minute given what is seen, last first counted. */
function watched(options: Partial<GateOptions>, ...seen: readonly (readonly [number, readonly KubeObject[]])[]): GateState {
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options });
  let state: GateState | undefined;
  for (const [minute, objects] of seen) state = judge(memoryHub(objects, NOW), expectation, state?.memory ?? EMPTY_MEMORY, minute * MINUTE);
  if (state === undefined) throw new Error('nothing was seen');
  return state;
}

function told(state: GateState): string {
  return [state.outcome, ...state.placements.flatMap((gated) => gated.diagnoses.map((entry) => entry.id))].join(' ');
}

describe('the grace of a suspect', () => {
  const fleet = greenFleet(['east']);
  const available = (reason: string): readonly KubeObject[] =>
    objectsOf({
      ...fleet,
      bindings: [binding('east', 0, [...clusterConditions(3).slice(1, 5), no('Available', 'NotAllWorkAreAvailable', 3)])],
      works: [badWork('east', 0, content, workload, no('Available', reason, 1))],
    });

  test('does not run while the same object only makes one wait', () => {
    const waiting = available('ManifestNotAvailableYet');
    const failed = available('Failed');
    expect(told(watched({}, [0, waiting], [6, failed]))).toBe('waiting availability-error');
    expect(told(watched({}, [0, waiting], [6, failed], [11, failed]))).toBe('failed availability-error');
  });

  test('goes on while the hub falls back to waiting for a moment', () => {
    const waiting = available('ManifestNotAvailableYet');
    const failed = available('Failed');
    expect(told(watched({}, [0, failed], [3, waiting], [5, failed]))).toBe('failed availability-error');
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

  test('is content with some of the clusters', () => {
    expect(told(watched({ allowPartial: true }, [0, found(1, three, ['east'])]))).toBe('passed scheduled-too-few-clusters');
    expect(told(watched({ allowPartial: true }, [0, found(1, fixed, ['east'])]))).toBe('passed scheduled-fixed-clusters-missing');
    expect(told(watched({}, [0, found(1, three, ['east'])], [1, found(1, three, ['east'])]))).toBe('failed scheduled-too-few-clusters');
  });

  test('is what makes a cluster that could not be scheduled beside the picked ones bearable', () => {
    const fleet = greenFleet(['east']);
    const status = fleet.placement['status'] as { readonly placementStatuses: readonly object[] };
    const placementStatuses = [...status.placementStatuses, { conditions: [no('Scheduled', 'ScheduleFailed', 1)] }];
    const objects = objectsOf({ ...fleet, placement: { ...fleet.placement, status: { ...status, placementStatuses } } });
    expect(told(watched({}, [0, objects]))).toBe('waiting');
    expect(told(watched({ allowPartial: true }, [0, objects]))).toBe('passed');
  });

  test('is not content with none, unless that is allowed too', () => {
    const none = found(0, three, []);
    const noneFixed = found(0, { placementType: 'PickFixed', clusterNames: ['nowhere'] }, []);
    expect(told(watched({ allowPartial: true }, [0, none]))).toBe('waiting scheduled-too-few-clusters');
    expect(told(watched({ allowPartial: true }, [0, none], [1, none]))).toBe('failed scheduled-too-few-clusters');
    expect(told(watched({ allowPartial: true }, [0, noneFixed], [1, noneFixed]))).toBe('failed scheduled-fixed-clusters-missing');
    expect(told(watched({ allowPartial: true, allowEmpty: true }, [0, none]))).toBe('passed scheduled-too-few-clusters');
  });
});
