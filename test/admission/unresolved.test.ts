import { describe, expect, it } from 'vitest';

import { clusterPlacement, placement, spelled } from './objects.ts';

describe('values that are not resolved yet', () => {
  it('are never checked', () => {
    const unresolved = ['/metadata/name', '/spec/policy/numberOfClusters', '/spec/policy/placementType', '/spec/resourceSelectors'];
    const object = {
      ...placement({ policy: { placementType: '${TYPE}', numberOfClusters: '${COUNT}' }, resourceSelectors: '${SELECTORS}' }),
      metadata: { name: '${NAME}' },
    };
    expect(spelled(object, 'main', { unresolved })).toEqual([]);
    expect(spelled(object)).toHaveLength(4);
  });

  it('do not hide what is next to them', () => {
    const object = clusterPlacement({ policy: { numberOfClusters: '${COUNT}', affinity: 5 } });
    expect(spelled(object, 'main', { unresolved: ['/spec/policy/numberOfClusters'] })).toEqual(['FieldUndecodable spec.policy.affinity']);
  });

  it('cover everything below them, and no other name with the same start', () => {
    const object = placement({ strategyx: {}, strategy: { bogus: 1 } });
    expect(spelled(object, 'main', { unresolved: ['/spec/strategy'] })).toEqual(['FieldUnknown spec.strategyx']);
  });
});
