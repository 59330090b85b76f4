/** Whether a rolling update has a step that it may take now. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { refOf } from '../../src/fleet/kubernetes/object.ts';
import { viewPlacement } from '../../src/gates/view/placement.ts';
import type { ChangedPlacement } from '../../src/ready/changed-placement.ts';
import { type StepAnswer, updateStep } from '../../src/ready/update-step.ts';
import { bindingAt, greenFleet, no, NOW, objectsOf } from '../support/fleets/fleet.ts';
import { memoryHub } from '../support/hubs/memory-hub.ts';

const CLUSTERS = ['a', 'b', 'c', 'd'];

function step(maxUnavailable: unknown, bindings: readonly KubeObject[] = [], more: Partial<ChangedPlacement> = {}): StepAnswer {
  const fleet = greenFleet(CLUSTERS);
  const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } } };
  const object = { ...fleet.placement, spec };
  const names = new Set(bindings.map(({ metadata }) => metadata.name));
  const kept = objectsOf(fleet).filter(({ metadata }) => !names.has(metadata.name));
  const placement = { ref: refOf(object), object, live: object, clusters: CLUSTERS, leftOut: [], doubts: [], isChanged: true, ...more };
  return updateStep(placement, viewPlacement(memoryHub([...kept, ...bindings], NOW), object));
}

const messages = ({ reasons }: StepAnswer): readonly string[] => reasons.map(({ effect, message }) => `${effect}: ${message}`);
/** Applied, and not available yet: neither ready nor failed. */
const pending = (cluster: string): KubeObject => bindingAt(cluster, 0, { ...no('Available', 'Pending', 3), status: 'Unknown' });

describe('an update of four ready clusters', () => {
  it.each([1, '25%', '1%', 4])('has a step with maxUnavailable %j', (maxUnavailable) => {
    expect(step(maxUnavailable).reasons).toEqual([]);
  });

  it.each([0, '0%'])('has none with maxUnavailable %j', (maxUnavailable) => {
    expect(messages(step(maxUnavailable))).toEqual([
      `blocks: No cluster of ClusterResourcePlacement/shop can be updated: 4 of 4 clusters are ready, and with maxUnavailable ${maxUnavailable} at most 0 may be unavailable.`,
    ]);
  });
});

describe('an update with clusters that are not ready', () => {
  it('has no step if they use the budget up', () => {
    expect(messages(step(1, [pending('a')]))).toEqual([expect.stringContaining('3 of 4 clusters are ready, and with maxUnavailable 1')]);
  });

  it('has a step if the budget is larger', () => {
    expect(step(2, [pending('a')]).reasons).toEqual([]);
  });

  it('has a step if one has failed, which is updated outside of the budget', () => {
    expect(step(1, [pending('a'), bindingAt('b', 0, no('Available', 'NotAvailable', 3))]).reasons).toEqual([]);
  });

  it('is not blocked if the content does not change', () => {
    expect(step(0, [], { isChanged: false }).reasons).toEqual([]);
  });
});

describe('an update by another policy', () => {
  const asks = (policy: object, clusters: readonly string[]): Partial<ChangedPlacement> => {
    const { placement } = greenFleet(CLUSTERS);
    const spec = { ...(placement['spec'] as object), policy, strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } };
    return { object: { ...placement, spec }, clusters };
  };
  const two = [pending('a'), pending('b')];

  it.each([
    ['fewer clusters', { placementType: 'PickN', numberOfClusters: 2 }, ['c', 'd']],
    ['fewer fixed clusters', { placementType: 'PickFixed', clusterNames: ['c'] }, ['c']],
    ['fewer clusters of all', { placementType: 'PickAll' }, ['c']],
    ['more clusters, which are added first', { placementType: 'PickN', numberOfClusters: 6 }, [...CLUSTERS, 'e', 'f']],
  ])('has a step for %s', (_, policy, clusters) => {
    expect(step(1, two, asks(policy, clusters)).reasons).toEqual([]);
  });

  it('has none for as many clusters', () => {
    expect(step(1, two, asks({ placementType: 'PickN', numberOfClusters: 4 }, CLUSTERS)).reasons).toHaveLength(1);
  });
});
