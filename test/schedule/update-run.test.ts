import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PlannedRun } from '../../src/report.ts';
import type { HubListing } from '../../src/fleet/kubefleet/hub-state.ts';
import type { Planned, PlanInput } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { stagesOf } from '../../src/schedule/update-run/stages.ts';
import { member, memberObject, NOW, placement, required } from './fleets.ts';

const MEMBERS = [
  memberObject('e1', { labels: { region: 'east', order: '10' } }),
  memberObject('e2', { labels: { region: 'east', order: '9' } }),
  memberObject('w1', { labels: { region: 'west', order: '-1' } }),
];
const ALL = { name: 'all', labelSelector: {} };
const EAST = { name: 'east', labelSelector: { matchLabels: { region: 'east' } } };
const WEST = { name: 'west', labelSelector: { matchLabels: { region: 'west' } } };

describe('the stages of an update run', () => {
  // covers: stages-in-turn
  it('list the clusters in the order in which they are updated', () => {
    expect(stages({ ...EAST, sortingLabelKey: 'order', maxConcurrency: 2 }, { ...WEST, beforeStageTasks: [{ type: 'Approval' }] })).toEqual(
      {
        object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', name: 'web-run' },
        errors: [],
        stages: [
          { name: 'east', clusters: ['e2', 'e1'], maxConcurrency: 2, before: [], after: [] },
          { name: 'west', clusters: ['w1'], maxConcurrency: 1, before: ['Approval'], after: [] },
        ],
      },
    );
    expect(stages({ ...ALL, afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }] })?.stages).toMatchObject([
      { clusters: ['e1', 'e2', 'w1'], after: ['TimedWait 1h'] },
    ]);
  });

  it.each<[unknown, number]>([
    ['67%', 2],
    ['1%', 1],
    ['100%', 3],
    [5, 5],
    [undefined, 1],
    ['x', 1],
  ])('update %s at a time: %d', (maxConcurrency, expected) => {
    expect(stages({ ...ALL, maxConcurrency })?.stages[0]?.maxConcurrency).toBe(expected);
  });

  it('are refused with a cluster in two stages or in none, or a sorting label that is not an integer', () => {
    expect(stages(EAST, ALL)?.errors).toEqual(['clusters `e1`, `e2` appear in more than one stages: `east` and `all`']);
    expect(stages(WEST, ALL)?.errors).toEqual(['cluster `w1` appears in more than one stages: `west` and `all`']);
    expect(stages(EAST, WEST, ALL)?.errors).toEqual([
      'clusters `e1`, `e2` appear in more than one stages: `east` and `all`',
      'cluster `w1` appears in more than one stages: `west` and `all`',
    ]);
    expect(stages({ ...ALL, sortingLabelKey: 'region' })?.errors).toEqual([
      'the sorting label `region:east` on cluster `e1` is not valid: strconv.Atoi: parsing "east": invalid syntax; nor on `e2` ("east"), `w1` ("west")',
    ]);
    expect(stages(EAST)?.errors).toEqual(['some clusters are not placed in any stage, total 1, showing up to 10: w1']);
    expect(stages({ name: 'none' })?.errors).toEqual(['some clusters are not placed in any stage, total 3, showing up to 10: e1, e2, w1']);
    expect(stages({ ...WEST, sortingLabelKey: 'region' }, EAST)?.errors).toEqual([
      'the sorting label `region:west` on cluster `w1` is not valid: strconv.Atoi: parsing "west": invalid syntax',
    ]);
    expect(stages({ ...WEST, sortingLabelKey: 'nope' }, EAST)?.errors).toEqual([
      'the sorting label `nope:` on cluster `w1` is not valid: strconv.Atoi: parsing "": invalid syntax',
    ]);
    const far = [member('a', { labels: { order: '9223372036854775808' } })];
    const strategy = { ...placement(undefined), spec: { stages: [{ ...ALL, sortingLabelKey: 'order' }] } };
    expect(stagesOf(strategy, ['a'], far).errors).toEqual([expect.stringContaining('value out of range')]);
  });

  it('are not shown if the strategy is not in the tree', () => {
    expect(runsOf([run()])).toMatchObject([
      {
        errors: [],
        notVerified: ['its ClusterStagedUpdateStrategy waves is not in these manifests, so its stages are not known'],
        stages: [],
      },
    ]);
    expect(stages(ALL)).not.toHaveProperty('notVerified');
  });

  it('are refused if the hub was read and has no such strategy', () => {
    const hub = (visibility: HubListing['visibility']): HubListing => ({ objects: [], apis: undefined, visibility });
    expect(runsOf([run()], 'External', undefined, { hub: hub(() => ({ kind: 'seen' })) })).toMatchObject([
      { errors: ['referenced updateStrategy not found: `/waves`'], stages: [] },
    ]);
    expect(runsOf([run()], 'External', undefined, { hub: hub(() => ({ kind: 'denied', message: 'forbidden' })) })).toMatchObject([
      { errors: [], notVerified: [expect.stringContaining('not in these manifests')] },
    ]);
  });

  it('belong to a new run if the base has none with that name', () => {
    const strategy = strategyOf([ALL]);
    expect(runsOf([run(), strategy], 'External', undefined, { base: [strategy] })).toMatchObject([{ added: true }]);
    expect(runsOf([run(), strategy], 'External', undefined, { base: [strategy, run()] })?.[0]).not.toHaveProperty('added');
    expect(stages(ALL)).not.toHaveProperty('added');
  });

  it('need an External strategy and a placement that is scheduled', () => {
    expect(runsOf([run(), strategyOf([ALL])], 'RollingUpdate')?.[0]?.errors).toEqual([
      'parent placement does not have an external rollout strategy, current strategy: RollingUpdate',
    ]);
    expect(runsOf([run(), strategyOf([ALL])], 'External', { placementType: 'PickN', numberOfClusters: 9 })?.[0]?.errors).toEqual([
      expect.stringContaining('not fully scheduled'),
    ]);
  });

  it('need a binding, even one that will be removed', () => {
    const nowhere = required({ labelSelector: { matchLabels: { region: 'north' } } });
    const tree = [run(), strategyOf([EAST])];
    expect(runsOf(tree, 'External', nowhere)?.[0]?.errors).toEqual([expect.stringContaining('no scheduled or to-be-deleted bindings')]);
    const object = placement(required({ labelSelector: { matchLabels: { region: 'east' } } }));
    const base = [{ object, namespace: undefined }, ...tree];
    expect(runsOf(tree, 'External', nowhere, { base })).toMatchObject([{ errors: [], stages: [{ name: 'east', clusters: [] }] }]);
  });

  describe('of a run of the base', () => {
    const external = (policy?: object, type = 'External'): Planned => {
      const object = placement(policy);
      return { object: { ...object, spec: { ...(object['spec'] as object), strategy: { type } } }, namespace: undefined };
    };
    const east = { ...required({ labelSelector: { matchLabels: { region: 'east' } } }) };
    const staged = (runs: readonly PlannedRun[] | undefined): unknown =>
      runs?.map((each) => [each.object.name, ...each.stages.map(({ name, clusters }) => `${name}: ${clusters.join(' ')}`)]);
    const newRun = fleetObject('ClusterStagedUpdateRun', 'web-run-2', { placementName: 'web', stagedRolloutStrategyName: 'waves' });

    it.each<[string, readonly object[], Partial<PlanInput>, readonly object[], string[], string[]]>([
      [
        'has no cluster that joins the fleet',
        [EAST, WEST],
        { membersBefore: MEMBERS.slice(1), base: [external()] },
        [EAST, WEST],
        ['east: e2', 'west: w1'],
        ['east: e1 e2', 'west: w1'],
      ],
      [
        'keeps a cluster that leaves the fleet',
        [EAST, WEST],
        { membersBefore: [...MEMBERS, memberObject('w2', { labels: { region: 'west' } })], base: [external()] },
        [EAST, WEST],
        ['east: e1 e2', 'west: w1 w2'],
        ['east: e1 e2', 'west: w1'],
      ],
      [
        'keeps a cluster in its stage',
        [EAST, WEST],
        { membersBefore: [memberObject('e1', { labels: { region: 'west' } }), ...MEMBERS.slice(1)], base: [external()] },
        [EAST, WEST],
        ['east: e2', 'west: e1 w1'],
        ['east: e1 e2', 'west: w1'],
      ],
      ['has the clusters of the policy before', [ALL], { base: [external(east)] }, [ALL], ['all: e1 e2'], ['all: e1 e2 w1']],
      [
        'has the stages of the strategy before',
        [ALL],
        { base: [external()] },
        [EAST, WEST],
        ['all: e1 e2 w1'],
        ['east: e1 e2', 'west: w1'],
      ],
    ])('%s', (_, before, input, now, earlier, later) => {
      const base = [...(input.base ?? []), strategyOf(before), run()];
      const planned = runsOf([run(), newRun, strategyOf(now)], 'External', undefined, { ...input, base });
      expect(staged(planned)).toEqual([
        ['web-run', ...earlier],
        ['web-run-2', ...later],
      ]);
    });

    it('is not known if the hub refused it', () => {
      const base = [external(), strategyOf([EAST]), run()];
      expect(runsOf([run(), strategyOf([ALL])], 'External', undefined, { base })).toEqual([
        {
          object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', name: 'web-run' },
          errors: [],
          notVerified: [
            'it is from before this change, and the hub refused it: some clusters are not placed in any stage, total 1, showing up to 10: w1',
          ],
          stages: [],
        },
      ]);
    });
  });

  it('contain every picked cluster once, or report what is wrong', () => {
    const selectors = fc.constantFrom(ALL, EAST, WEST, { name: 'none' });
    fc.assert(
      fc.property(fc.array(selectors, { maxLength: 4 }), (list) => {
        const planned = stages(...list);
        const placed = planned?.stages.flatMap(({ clusters }) => clusters).toSorted();
        expect(planned?.errors.length === 0).toBe(JSON.stringify(placed) === JSON.stringify(['e1', 'e2', 'w1']));
      }),
    );
  });
});

function stages(...list: readonly object[]): PlannedRun | undefined {
  return runsOf([run(), strategyOf(list)])?.[0];
}

function runsOf(
  objects: readonly Planned[],
  type = 'External',
  policy?: object,
  more: Partial<PlanInput> = {},
): readonly PlannedRun[] | undefined {
  const object = placement(policy);
  const external = { ...object, spec: { ...(object['spec'] as object), strategy: { type } } };
  return planPlacements({ objects: [{ object: external, namespace: undefined }, ...objects], members: MEMBERS, now: NOW, ...more })
    .placements[0]?.runs;
}

function run(): Planned {
  return fleetObject('ClusterStagedUpdateRun', 'web-run', { placementName: 'web', stagedRolloutStrategyName: 'waves' });
}

function strategyOf(list: readonly object[]): Planned {
  return fleetObject('ClusterStagedUpdateStrategy', 'waves', { stages: list });
}

function fleetObject(kind: string, name: string, spec: object): Planned {
  return { object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind, metadata: { name }, spec }, namespace: undefined };
}
