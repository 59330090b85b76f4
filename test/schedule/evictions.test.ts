import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { PlannedPlacement } from '../../src/report.ts';
import { removalsOf, removalText } from '../../src/report/facts/plan/removals.ts';
import type { Planned, PlanInput } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { memberObject, NOW, placement, required } from './fleets.ts';

const GROUP = 'placement.kubernetes-fleet.io/v1beta1';
const MEMBERS = ['a', 'b', 'c'].map((name) => memberObject(name, { labels: { env: 'prod' } }));
const TAINTED = [memberObject('a', { labels: { env: 'prod' }, taints: [{ key: 'drain' }] }), ...MEMBERS.slice(1)];
const ALL = required({ labelSelector: { matchLabels: { env: 'prod' } } });

const item = (object: KubeObject): Planned => ({ object, namespace: undefined });
const crp = (policy: object = ALL): Planned => item(placement(policy, [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }]));
const eviction = (cluster: string, name = 'e1', placementName = 'web'): Planned =>
  item({
    apiVersion: GROUP,
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name },
    spec: { placementName, clusterName: cluster },
  });
const NAMESPACE = item({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
const BUDGET = item({
  apiVersion: GROUP,
  kind: 'ClusterResourcePlacementDisruptionBudget',
  metadata: { name: 'web' },
  spec: { minAvailable: 2 },
});

function planned(base: readonly Planned[], head: readonly Planned[], more: Partial<PlanInput> = {}): PlannedPlacement | undefined {
  return planPlacements({ objects: [NAMESPACE, ...head], base: [NAMESPACE, ...base], members: MEMBERS, now: NOW, ...more }).placements[0];
}

function removed(...args: Parameters<typeof planned>): readonly string[] {
  const found = planned(...args);
  return found === undefined ? [] : removalsOf({ clusters: 3, placements: [found] }).map(removalText);
}

const EVICTS = 'ClusterResourcePlacementEviction/e1 evicts it';

describe('an eviction that a change adds', () => {
  it.each<[string, PlannedPlacement['picked'], string, Planned, Partial<PlanInput>]>([
    ['PickAll picks it again', ['b', 'c', 'a'], 'then the scheduler picks the cluster again', crp(), {}],
    [
      'a taint keeps the scheduler from it',
      ['b', 'c'],
      'then the scheduler does not pick it again',
      crp(),
      { members: TAINTED, membersBefore: MEMBERS },
    ],
    [
      'PickN picks another one',
      ['b', 'c'],
      'then the scheduler picks b',
      crp({ placementType: 'PickN', numberOfClusters: 2, ...ALL }),
      { members: TAINTED, membersBefore: [...MEMBERS.slice(0, 1), memberObject('b'), ...MEMBERS.slice(2)] },
    ],
  ])('removes the placement from the cluster: %s', (_, picked, then, object, more) => {
    const found = planned([object], [object, eviction('a')], more);
    expect(found?.picked.toSorted()).toEqual(picked.toSorted());
    expect(found?.change?.evicted).toEqual([{ cluster: 'a', reason: `${EVICTS}; ${then}` }]);
    expect(removed([object], [object, eviction('a')], more)).toEqual([
      `ClusterResourcePlacement/web leaves a (${EVICTS}; ${then}): Namespace/shop will be removed there.`,
    ]);
  });

  it.each([
    ['picks it again', 'then the scheduler picks the cluster again, but with External only a new update run brings the content there', {}],
    ['does not pick it again', 'then the scheduler does not pick it again', { members: TAINTED, membersBefore: MEMBERS }],
  ])('of strategy External waits for an update run if the scheduler %s', (_, then, more) => {
    const { object } = crp();
    const external = item({ ...object, spec: { ...(object['spec'] as object), strategy: { type: 'External' } } });
    expect(planned([external], [external, eviction('a')], more)?.change?.evicted).toEqual([{ cluster: 'a', reason: `${EVICTS}; ${then}` }]);
  });

  it('may be blocked by a disruption budget', () => {
    const [text] = removed([crp(), BUDGET], [crp(), BUDGET, eviction('a')]);
    expect(text).toContain(`(${EVICTS}, unless ClusterResourcePlacementDisruptionBudget/web blocks it; `);
    const change = { members: TAINTED, membersBefore: MEMBERS };
    expect(planned([crp()], [crp(), BUDGET, eviction('a')], change)?.picked.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('is carried out if the hub refuses the edit of the placement', () => {
    const refused = {
      refused: ({ object }: Planned) => (object.kind === 'ClusterResourcePlacement' ? [{ message: 'no', isEdit: true }] : []),
    };
    expect(removed([crp()], [crp(), eviction('a')], refused)).toHaveLength(1);
  });

  it('also for a cluster that PickN may have picked', () => {
    const pick = crp({ placementType: 'PickN', numberOfClusters: 1, ...ALL });
    const clusters = ['a', 'b', 'c'].map((cluster) => removed([pick], [pick, eviction(cluster)])[0] ?? '');
    expect(clusters.map((text) => text.startsWith('ClusterResourcePlacement/web leaves'))).toEqual([true, true, true]);
  });

  it.each<[string, readonly Planned[], readonly Planned[]]>([
    ['the base has it already', [crp(), eviction('a')], [crp(), eviction('a')]],
    ['the placement is new', [], [crp(), eviction('a')]],
    ['the placement is PickFixed', [fixed()], [fixed(), eviction('a')]],
    ['the cluster is not a member', [crp()], [crp(), eviction('d')]],
    ['the policy cannot pick the cluster', [west()], [west(), eviction('a')]],
    ['it is for another placement', [crp()], [crp(), eviction('a', 'e1', 'other')]],
    ['its cluster is a variable', [crp()], [crp(), { ...eviction('a'), unresolved: ['/spec/clusterName'] }]],
  ])('removes nothing if %s', (_, base, head) => {
    expect(removed(base, head)).toEqual([]);
  });
});

function west(): Planned {
  return crp(required({ labelSelector: { matchLabels: { region: 'west' } } }));
}

function fixed(): Planned {
  return crp({ placementType: 'PickFixed', clusterNames: ['a', 'b'] });
}
