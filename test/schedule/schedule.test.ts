/** Cases of the scheduler that random tests rarely reach. The facts are from KubeFleet's code and integration tests. */
import { describe, expect, it } from 'vitest';

import type { Binding } from '../../src/schedule/binding.ts';
import type { Existing } from '../../src/schedule/existing.ts';
import { schedule } from '../../src/schedule/schedule.ts';
import { member, memberObject, NOW, placement, required } from './fleets.ts';
import { memberCluster, type MemberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';

describe('scores', () => {
  const clusters = [member('a', { cost: '0' }), member('b', { cost: '1' }), member('c', { cost: '2' })];

  it('round halves away from zero', () => {
    expect(affinityScores(clusters, sorted(-5, 'Descending'))).toEqual({ a: 0, b: -3, c: -5 });
    expect(affinityScores(clusters, sorted(5, 'Ascending'))).toEqual({ a: 5, b: 3, c: 0 });
  });

  it('ignore a term of weight 0, but use the property by which it sorts', () => {
    expect(affinityScores(clusters, sorted(0, 'Sideways'))).toEqual({ a: 0, b: 0, c: 0 });
    expect(run([...clusters, member('d', { cost: 'dear' })], pickN(1, sorted(0, 'Ascending'))).outcome).toBe('Stuck');
    expect(run(clusters, pickN(1, sorted(1, 'Sideways')))).toMatchObject({
      outcome: 'Stuck',
      message: expect.stringContaining('sort order Sideways is invalid') as string,
    });
  });

  it('use the extremes over all clusters, also those that cannot be picked', () => {
    const fleet = [...clusters, member('z', { cost: '4', joined: false })];
    expect(affinityScores(fleet, sorted(100, 'Descending'))).toEqual({ a: 0, b: 25, c: 50 });
  });

  it('prefer an earlier pick to a later name, and nothing else', () => {
    const fleet = [member('a'), member('b')];
    const before = held({ placementType: 'PickN' }, bound('a'));
    expect(run(fleet, pickN(1, required({})), before).picked).toEqual(['a']);
    const betterByWeight = preferred({ weight: 1, preference: { labelSelector: { matchLabels: { tier: 'gold' } } } });
    expect(run([member('a'), member('b', { labels: { tier: 'gold' } })], pickN(1, betterByWeight), before).picked).toEqual(['b']);
  });
});

describe('topology spread', () => {
  const regions = (counts: Readonly<Record<string, number>>): readonly MemberCluster[] =>
    Object.entries(counts).flatMap(([region, count]) =>
      Array.from({ length: count }, (_, index) => member(`${region}${String(index)}`, { labels: { region } })),
    );
  const spread = (number: number, maxSkew: number): object => ({
    ...pickN(number, {}),
    topologySpreadConstraints: [{ topologyKey: 'region', maxSkew }],
  });

  it('lets the single smallest domain grow only while the resulting skew is allowed', () => {
    const fleet = regions({ east: 3, west: 1 });
    const existing = (maxSkew: number): Existing => held(spread(3, maxSkew), bound('east0'), bound('east1'), bound('east2'));
    expect(run(fleet, spread(4, 2), existing(2)).picked).toContain('west0');
    expect(run(fleet, spread(4, 1), existing(1))).toMatchObject({ outcome: 'Unfulfilled', picked: ['east0', 'east1', 'east2'] });
  });

  it('cannot grow if several domains are smallest and the skew is already too large', () => {
    const fleet = regions({ east: 2, west: 2, north: 1, south: 1 });
    const existing = (maxSkew: number): Existing => held(spread(4, maxSkew), ...['east0', 'east1', 'west0', 'west1'].map(bound));
    expect(run(fleet, spread(5, 1), existing(1)).outcome).toBe('Unfulfilled');
    expect(run(fleet, spread(5, 2), existing(2)).outcome).toBe('Fulfilled');
  });

  it('includes domains without eligible clusters, and prefers clusters outside all domains', () => {
    const dead = member('dead', { labels: { region: 'south' }, joined: false });
    expect(run([...regions({ east: 3, west: 3 }), dead], spread(4, 1))).toMatchObject({
      outcome: 'Unfulfilled',
      picked: ['west2', 'east2'],
    });
    expect(run([...regions({ east: 1 }), member('0')], spread(1, 1)).picked).toEqual(['0']);
  });
});

describe('decisions', () => {
  it('name at most 20 clusters that were not picked; the explanation names all', () => {
    const fleet = Array.from({ length: 30 }, (_, index) => member(`c${String(index).padStart(2, '0')}`, { joined: index % 2 === 0 }));
    const { decisions, unpicked } = run(fleet, pickN(1, {}));
    expect([decisions().length, unpicked.length]).toEqual([21, 29]);
    expect(decisions().filter(({ reason }) => reason.startsWith('Cluster "'))).toHaveLength(14);
  });
});

describe('names with a dot', () => {
  it('stop the scheduler if it would have to create a binding', () => {
    const named = (name: string, policy: object): ReturnType<typeof schedule> =>
      schedule({ placement: { ...placement(policy), metadata: { name } }, clusters: [member('a')], now: NOW });
    expect(named('shop.web', pickN(1, {}))).toMatchObject({
      outcome: 'Stuck',
      picked: [],
      message: expect.stringContaining('must not contain dots'),
    });
    expect(named('shop.web', pickN(0, {})).outcome).toBe('Fulfilled');
    expect(named(`${'a'.repeat(26)}.web`, pickN(1, {})).picked).toEqual(['a']);
  });
});

describe('existing bindings', () => {
  const fleet = [member('a'), member('b'), member('c', { taints: [{ key: 'gpu' }] })];

  it('stay on tainted clusters until the policy changes', () => {
    const existing = held(pickN(1, {}), bound('c'));
    expect(run(fleet, pickN(1, {}), existing).picked).toEqual(['c']);
    expect(run(fleet, pickN(2, {}), existing).picked).toEqual(['c', 'b']);
    expect(run(fleet, pickN(1, required({})), existing).picked).toEqual(['b']);
  });

  it('of an earlier policy are removed if none is wanted, or enough exist', () => {
    expect(run(fleet, pickN(0, required({})), held(pickN(1, {}), bound('a'))).picked).toEqual([]);
    const earlier = { ...bound('a'), current: false };
    expect(run(fleet, pickN(1, {}), held(pickN(1, {}), earlier, bound('b'))).picked).toEqual(['b']);
  });

  it('leave a cluster that is leaving', () => {
    const leaving = memberObject('a');
    const clusters = [memberCluster({ ...leaving, metadata: { ...leaving.metadata, deletionTimestamp: NOW.toISOString() } }), member('b')];
    const { picked, bindings } = run(clusters, pickN(1, {}), held(pickN(1, {}), bound('a')));
    expect(picked).toEqual(['b']);
    expect(bindings.find(({ cluster }) => cluster === 'a')).toMatchObject({ state: 'Unscheduled', previousState: 'Bound' });
  });

  it('return in the state that they had', () => {
    const given: Binding = { ...bound('b'), state: 'Unscheduled', previousState: 'Scheduled' };
    expect(run(fleet, pickN(1, {}), held(pickN(1, {}), given)).bindings).toMatchObject([{ cluster: 'b', state: 'Scheduled' }]);
  });

  it('stop the scheduler if they were given up and nothing shows their state', () => {
    const given: Binding = { ...bound('a'), state: 'Unscheduled' };
    for (const policy of [pickN(1, {}), { placementType: 'PickFixed', clusterNames: ['a'] }, { placementType: 'PickAll' }]) {
      expect(run([member('a')], policy, held(policy, given))).toMatchObject({
        outcome: 'Stuck',
        message: 'failed to find the previous state of an unscheduled binding: web-a',
        picked: [],
      });
    }
    const elsewhere = run([member('a'), member('b')], pickN(1, {}), held(pickN(1, {}), given));
    expect(elsewhere).toMatchObject({ outcome: 'Fulfilled', picked: ['b'] });
  });

  it('with a duplicate name are not changed, except for the last one', () => {
    const fixed = (...clusterNames: string[]): object => ({ placementType: 'PickFixed', clusterNames });
    const existing = held(fixed('a', 'a'), { ...bound('a'), name: 'a-1' }, { ...bound('a'), name: 'a-2' });
    const { bindings } = run(fleet, fixed('a', 'b'), existing);
    expect(bindings.map(({ name, current, state }) => `${name} ${String(current)} ${state}`).toSorted()).toEqual([
      'a-1 false Bound',
      'a-2 true Bound',
      'b true Scheduled',
    ]);
  });

  it('with the lowest scores are given up first, scheduled before bound, ties by first name', () => {
    const of = (cluster: string, affinity: number, state: Binding['state'] = 'Bound'): Binding => ({
      ...bound(cluster),
      state,
      score: { affinity, spread: 0 },
    });
    const keep = (number: number, ...bindings: readonly Binding[]): readonly string[] =>
      run([...fleet, member('d')], pickN(number, {}), held(pickN(9, {}), ...bindings)).picked;
    expect(keep(2, of('a', 5), of('b', 1), of('d', 3))).toEqual(['a', 'd']);
    expect(keep(1, of('a', 1), of('b', 1))).toEqual(['b']);
    expect(keep(1, of('a', 9, 'Scheduled'), of('b', 1))).toEqual(['b']);
    expect(keep(0, of('a', 9, 'Scheduled'), of('b', 1))).toEqual([]);
  });

  it('keep the old number if an unchanged policy omits it, and have none in a new one', () => {
    const existing: Existing = { ...held(pickN(2, {}), bound('a')), numberOfClusters: 2 };
    expect(run(fleet, { placementType: 'PickN' }, existing).picked).toEqual(['a', 'b']);
    expect(run(fleet, { placementType: 'PickN', tolerations: [{ key: 'gpu' }] }, existing)).toMatchObject({
      outcome: 'Stuck',
      picked: ['a'],
    });
  });
});

describe('PickFixed', () => {
  it('ignores affinity and taints, and reports what is wrong with each other name', () => {
    const fleet = [member('a', { taints: [{ key: 'gpu' }] }), member('b', { joined: false })];
    expect(run(fleet, { placementType: 'PickFixed', clusterNames: ['x', 'a', 'b'] })).toMatchObject({
      outcome: 'Unfulfilled',
      picked: ['a'],
      unpicked: [
        {
          cluster: 'b',
          plugin: 'PickFixed',
          reason:
            'Cluster "b" is not eligible for resource placement yet: cluster is not connected to the fleet: member agent not joined yet',
        },
        { cluster: 'x', plugin: 'PickFixed', reason: 'Specified cluster "x" is not found' },
      ],
    });
  });
});

function run(clusters: readonly MemberCluster[], policy: object, existing?: Existing): ReturnType<typeof schedule> {
  return schedule({ placement: placement(policy), clusters, now: NOW, existing });
}

function pickN(numberOfClusters: number, more: object): object {
  return { placementType: 'PickN', numberOfClusters, ...more };
}

function preferred(...terms: readonly object[]): object {
  return { affinity: { clusterAffinity: { preferredDuringSchedulingIgnoredDuringExecution: terms } } };
}

function sorted(weight: number, sortOrder: string): object {
  return preferred({ weight, preference: { propertySorter: { name: 'cost', sortOrder } } });
}

function affinityScores(clusters: readonly MemberCluster[], policy: object): Readonly<Record<string, number | undefined>> {
  const { decisions } = run(clusters, pickN(1, policy));
  const scored = decisions()
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (a.cluster < b.cluster ? -1 : 1));
  return Object.fromEntries(scored.map(({ cluster, score }) => [cluster, score?.affinity]));
}

function held(policy: object, ...bindings: readonly Binding[]): Existing {
  return { policy, numberOfClusters: undefined, bindings };
}

function bound(cluster: string): Binding {
  return { name: `web-${cluster}`, cluster, state: 'Bound', current: true, deleting: false, score: { affinity: 0, spread: 0 } };
}
