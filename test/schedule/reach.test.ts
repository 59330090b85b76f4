import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { placementPolicy } from '../../src/fleet/kubefleet/placement-policy.ts';
import { coverageByPolicies } from '../../src/schedule/reach/policy-coverage.ts';
import { implies } from '../../src/schedule/reach/label-logic.ts';
import { reachIndex, type Reach } from '../../src/schedule/reach/reach-index.ts';
import { canShareCluster } from '../../src/schedule/reach/share-cluster.ts';
import { termMatcher } from '../../src/schedule/plugins/cluster-affinity.ts';
import { schedule } from '../../src/schedule/schedule.ts';
import { fleets, member, NOW, placement, policies, required } from './fleets.ts';

const expressions = fc.array(
  fc.oneof(
    fc.record({
      key: fc.constantFrom('a', 'b'),
      operator: fc.constantFrom('In', 'NotIn'),
      values: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 }),
    }),
    fc.record({ key: fc.constantFrom('a', 'b'), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
  ),
  { maxLength: 3 },
);
const values = [undefined, '1', '2', '3', '4'];
/** Every way the two keys can be labelled, one value outside the selectors' included. */
const everyLabelling = values.flatMap((a) =>
  values.map((b) => member('c', { labels: { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) } })),
);

describe('canShareCluster', () => {
  it('returns false exactly if no labels satisfy both', () => {
    fc.assert(
      fc.property(expressions, expressions, (one, other) => {
        const [a, b] = [withLabels(one), withLabels(other)];
        const possible = everyLabelling.some((cluster) => picks(a, cluster) && picks(b, cluster));
        expect(canShareCluster(a, b, undefined)).toBe(possible);
      }),
    );
  });

  it('never contradicts the scheduler, and is symmetric', () => {
    fc.assert(
      fc.property(fleets, policies, policies, (clusters, one, other) => {
        const [a, b] = [placement(one), placement(other)];
        const taken = new Set(schedule({ placement: a, clusters, now: NOW }).picked);
        const shared = schedule({ placement: b, clusters, now: NOW }).picked.some((name) => taken.has(name));
        if (shared) expect([canShareCluster(a, b, clusters), canShareCluster(a, b, undefined)]).toEqual([true, true]);
        expect(canShareCluster(a, b, clusters)).toBe(canShareCluster(b, a, clusters));
      }),
    );
  });

  it('uses names, numbers and members', () => {
    const [ab, cd] = [fixed('a', 'b'), fixed('c', 'd')];
    expect(canShareCluster(ab, cd, undefined)).toBe(false);
    expect(canShareCluster(ab, fixed('b'), undefined)).toBe(true);
    expect(canShareCluster(placement({ placementType: 'PickN', numberOfClusters: 0 }), placement(undefined), undefined)).toBe(false);
    const prod = placement(required({ labelSelector: { matchLabels: { env: 'prod' } } }));
    expect(canShareCluster(ab, prod, undefined)).toBe(true);
    expect(canShareCluster(ab, prod, [member('a', { labels: { env: 'dev' } }), member('x', { labels: { env: 'prod' } })])).toBe(false);
    expect(canShareCluster(ab, prod, [member('a', { labels: { env: 'prod' }, joined: false })])).toBe(true);
  });
});

describe('reachIndex', () => {
  const labels = expressions.map(withLabels);
  const anyPolicy = fc.oneof(
    policies.map(placement),
    labels,
    fc.subarray(['m1', 'm2', 'm3']).map((names) => fixed(...names)),
  );

  it('finds for each placement exactly those of canShareCluster', () => {
    fc.assert(
      fc.property(fc.array(anyPolicy, { maxLength: 12 }), fc.option(fleets, { nil: undefined }), (placements, clusters) => {
        const index = reachIndex(placements, clusters);
        for (const one of placements) {
          const reach = index.of(one);
          const found = reach === undefined ? undefined : index.sharing(reach);
          const expected = placements.map((other) => canShareCluster(one, other, clusters));
          expect(placements.map((other) => found?.has(index.of(other) ?? unknown))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('treats placements that differ in tolerations and numbers as one', () => {
    const [three, four] = [
      placement({ placementType: 'PickN', numberOfClusters: 3 }),
      placement({ placementType: 'PickN', numberOfClusters: 4 }),
    ];
    const index = reachIndex([three, four], undefined);
    expect(index.of(three)).toBe(index.of(four));
    expect(index.of(placement(undefined))).toBeUndefined();
  });
});

const unknown: Reach = { policy: placementPolicy(undefined), clusters: undefined };

describe('coverageByPolicies', () => {
  const east = required({ labelSelector: { matchLabels: { region: 'east' } } });
  const eastOrWest = required({ labelSelector: { matchExpressions: [{ key: 'region', operator: 'In', values: ['east', 'west'] }] } });

  it('states only what follows from the policies if the fleet is not known', () => {
    expect(kind(placement(east), [placement(undefined)])).toBe('covered');
    expect(kind(placement(east), [placement(eastOrWest)])).toBe('covered');
    expect(kind(placement(eastOrWest), [placement(east)])).toBe('unknown');
    expect(
      kind(placement({ placementType: 'PickN', numberOfClusters: 2 }), [placement({ placementType: 'PickN', numberOfClusters: 2 })]),
    ).toBe('unknown');
    expect(kind(placement(east), [placement(east)])).toBe('covered');
    expect(kind(placement(undefined), [placement({ placementType: 'PickN', numberOfClusters: 2 })])).toBe('unknown');
    expect(kind(placement({ ...east, tolerations: [{ key: 'gpu', operator: 'Exists' }] }), [placement(undefined)])).toBe('unknown');
    expect(kind(placement(required({ labelSelector: { matchLabels: { region: 'west' } } })), [placement(east)])).toBe('notCovered');
    expect(coverageByPolicies(fixed('a', 'b'), [fixed('b', 'c')])).toEqual({ kind: 'notCovered', clusters: ['a'] });
    expect(kind(fixed('a', 'b'), [fixed('b'), fixed('a')])).toBe('covered');
    expect(kind(fixed('a'), [placement(undefined)])).toBe('unknown');
    expect(kind(placement(undefined), [])).toBe('notCovered');
  });

  it('implication of terms holds for every labelling', () => {
    fc.assert(
      fc.property(expressions, expressions, (one, other) => {
        const [a, b] = [term(one), term(other)];
        if (implies(a, b)) {
          const [inA, inB] = [termMatcher(a), termMatcher(b)];
          expect(everyLabelling.filter((cluster) => inA(cluster) && !inB(cluster))).toEqual([]);
        }
      }),
    );
  });
});

function withLabels(matchExpressions: readonly object[]): ReturnType<typeof placement> {
  return placement(required({ labelSelector: { matchExpressions } }));
}

function picks(object: ReturnType<typeof placement>, cluster: ReturnType<typeof member>): boolean {
  return schedule({ placement: object, clusters: [cluster], now: NOW }).picked.length > 0;
}

function term(matchExpressions: readonly object[]): Parameters<typeof implies>[0] {
  const [first] = placementPolicy(required({ labelSelector: { matchExpressions } })).required;
  if (first === undefined) throw new Error('a term was expected');
  return first;
}

function fixed(...clusterNames: readonly string[]): ReturnType<typeof placement> {
  return placement({ placementType: 'PickFixed', clusterNames });
}

function kind(...[one, others]: [Parameters<typeof coverageByPolicies>[0], Parameters<typeof coverageByPolicies>[1]]): string {
  return coverageByPolicies(one, others).kind;
}
