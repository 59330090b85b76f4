import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Existing } from '../../src/schedule/existing.ts';
import type { Scheduling } from '../../src/schedule/outcome.ts';
import { schedule } from '../../src/schedule/schedule.ts';
import { fleets, NOW, placement, policies } from './fleets.ts';

describe('scheduler invariants', () => {
  it('the order in which clusters are listed does not matter', () => {
    const shuffled = fleets.chain((clusters) =>
      fc.tuple(fc.constant(clusters), fc.shuffledSubarray(clusters, { minLength: clusters.length })),
    );
    fc.assert(
      fc.property(shuffled, policies, ([clusters, again], policy) => {
        expect(written(run(policy, again))).toEqual(written(run(policy, clusters)));
      }),
    );
  });

  it('a second run with the same policy keeps every cluster and adds none', () => {
    fc.assert(
      fc.property(fleets, policies, (clusters, policy) => {
        const first = run(policy, clusters);
        const second = run(policy, clusters, held(policy, first));
        expect(second.picked.toSorted()).toEqual(first.picked.toSorted());
        expect([second.outcome, second.message]).toEqual([first.outcome, first.message]);
      }),
    );
  });

  it('one more required label never adds a cluster to the eligible ones', () => {
    fc.assert(
      fc.property(fleets, policies, fc.constantFrom('east', 'west'), (clusters, policy, region) => {
        const all = { placementType: 'PickAll', affinity: policy.affinity, tolerations: policy.tolerations };
        const narrow = run(narrowed(all, region), clusters);
        const wide = new Set(run(all, clusters).picked);
        expect(narrow.picked.filter((name) => !wide.has(name))).toEqual([]);
      }),
    );
  });

  it('PickN never picks more than allowed, and every cluster is picked, not picked or not examined', () => {
    fc.assert(
      fc.property(fleets, policies, (clusters, policy) => {
        const { picked, unpicked } = run(policy, clusters);
        if ('numberOfClusters' in policy) expect(picked.length).toBeLessThanOrEqual(policy.numberOfClusters);
        const named = [...picked, ...unpicked.map(({ cluster }) => cluster)];
        expect(new Set(named).size).toBe(named.length);
        if (unpicked.length > 0) expect(named.toSorted()).toEqual(clusters.map(({ name }) => name).toSorted());
      }),
    );
  });

  it('scaling down keeps a part of the picked clusters, scaling up keeps all of them', () => {
    fc.assert(
      fc.property(fleets, policies, fc.integer({ min: 0, max: 12 }), (clusters, policy, number) => {
        if (!('numberOfClusters' in policy)) return;
        const before = run(policy, clusters);
        const after = run({ ...policy, numberOfClusters: number }, clusters, held(policy, before));
        const [less, more] = before.picked.length >= number ? [after.picked, before.picked] : [before.picked, after.picked];
        expect(less.filter((name) => !more.includes(name))).toEqual([]);
      }),
    );
  });
});

function run(policy: object, clusters: Parameters<typeof schedule>[0]['clusters'], existing?: Existing): Scheduling {
  return schedule({ placement: placement(policy), clusters, now: NOW, existing });
}

function written(scheduling: Scheduling): object {
  return { ...scheduling, decisions: scheduling.decisions() };
}

function held(policy: object, { bindings }: Scheduling): Existing {
  return { policy, numberOfClusters: undefined, bindings };
}

function narrowed(policy: { readonly affinity: { readonly clusterAffinity: object } }, region: string): object {
  const { clusterAffinity } = policy.affinity;
  const known = 'requiredDuringSchedulingIgnoredDuringExecution' in clusterAffinity ? clusterAffinity : undefined;
  const terms = (known?.requiredDuringSchedulingIgnoredDuringExecution as { clusterSelectorTerms: Term[] } | undefined)
    ?.clusterSelectorTerms ?? [{}];
  const clusterSelectorTerms = terms.map(({ labelSelector = {}, ...term }) => ({
    ...term,
    labelSelector: {
      ...labelSelector,
      matchExpressions: [...(labelSelector.matchExpressions ?? []), { key: 'region', operator: 'In', values: [region] }],
    },
  }));
  return {
    ...policy,
    affinity: { clusterAffinity: { ...clusterAffinity, requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } } },
  };
}

interface Term {
  readonly labelSelector?: { readonly matchExpressions?: readonly object[] };
}
