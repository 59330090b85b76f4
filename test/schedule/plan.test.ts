import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { HubListing } from '../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Planned, PlanInput } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { changeLines } from '../../src/report/facts/plan/plan-lines.ts';
import { removalsOf } from '../../src/report/facts/plan/removals.ts';
import { memberObject, NOW, placement, policies, required } from './fleets.ts';

const EAST = { labelSelector: { matchLabels: { region: 'east' } } };
const WEST = { labelSelector: { matchLabels: { region: 'west' } } };
const MEMBERS = [
  memberObject('e1', { labels: { region: 'east' } }),
  memberObject('e2', { labels: { region: 'east' } }),
  memberObject('e3', { labels: { region: 'east' }, taints: [{ key: 'gpu' }] }),
  memberObject('w1', { labels: { region: 'west' } }),
  memberObject('w2', { labels: { region: 'west' }, joined: false }),
];
const SELECTOR = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const NAMESPACE: Planned = { object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, namespace: undefined };

describe('planPlacements', () => {
  // covers: nothing-propagates-when-unscheduled not-sure-what-labels-pick why-a-cluster-was-left-out scheduler-logs
  it('names the clusters, the reasons for the others, and the resources', () => {
    const report = plan({ objects: [NAMESPACE, crp({ placementType: 'PickN', numberOfClusters: 3, ...required(EAST) })] });
    expect(report).toEqual({
      clusters: 5,
      assumptions: ["Planned from scratch: the hub's current placements are not in the cluster file."],
      placements: [
        {
          object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'web' },
          policy: 'PickN',
          wanted: 3,
          scheduled: 'False',
          reason: 'could not find all clusters needed as specified by the scheduling policy, found 2 cluster(s) instead',
          picked: ['e2', 'e1'],
          unpicked: [
            { cluster: 'e3', plugin: 'TaintToleration', reason: 'taint &{Key:gpu Value: Effect:NoSchedule} cannot be tolerated' },
            { cluster: 'w1', plugin: 'ClusterAffinity', reason: 'cluster does not match with any of the required cluster affinity terms' },
            { cluster: 'w2', plugin: 'ClusterAffinity', reason: 'cluster does not match with any of the required cluster affinity terms' },
          ],
          resources: [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }],
        },
      ],
    });
  });

  it('explains nothing if all clusters are found, unless there are none', () => {
    const [all, none] = plan({
      objects: [crp(undefined), crp(required({ labelSelector: { matchLabels: { region: 'north' } } }))],
    }).placements;
    expect(all).toMatchObject({ policy: 'PickAll', scheduled: 'True', reason: '', picked: ['e1', 'e2', 'w1'] });
    expect(none).toMatchObject({ scheduled: 'True', picked: [], reason: expect.stringContaining('found 0 cluster(s)') as string });
  });

  it('distinguishes a stuck policy from one that was never evaluated', () => {
    const badOperator = { propertySelector: { matchExpressions: [{ name: 'cost', operator: 'Gte', values: ['1'] }] } };
    const members = [memberObject('e1', { cost: '1' })];
    const [stuck, pending, numberless] = plan({
      members,
      objects: [crp(required(badOperator)), crp({ placementType: 'PickFixed', clusterNames: [] }), crp({ placementType: 'PickN' })],
    }).placements;
    expect(stuck).toMatchObject({ scheduled: 'Stuck', reason: expect.stringContaining('invalid operator: Gte') as string });
    expect(pending).toMatchObject({ scheduled: 'Pending', policy: 'PickFixed', wanted: 0 });
    expect(numberless).toMatchObject({ scheduled: 'Stuck', reason: expect.stringContaining('number-of-clusters') as string });
  });

  it('places nothing new if the selectors are invalid', () => {
    const [planned] = plan({ objects: [crp(undefined, [{ ...SELECTOR, name: 'default' }])] }).placements;
    expect(planned).toMatchObject({ scheduled: 'False', picked: [], resources: [] });
    expect(planned?.reason).toContain('namespace default is not allowed to propagate');
  });

  it('does not say that the hub refuses a selector that is not known', () => {
    const refused = crp(undefined, [{ ...SELECTOR, name: 'default' }]);
    const planned = (unresolved: readonly string[]): unknown => plan({ objects: [{ ...refused, unresolved }] }).placements[0];
    for (const pointer of ['/spec/resourceSelectors/0', '/spec/resourceSelectors/0/name'])
      expect(planned([pointer])).toMatchObject({ scheduled: 'Pending', unknown: true, picked: [] });
    expect(planned(['/spec/resourceSelectors/1/name'])).toMatchObject({ scheduled: 'False' });
  });

  it('places nothing new if the hub cannot process the selectors', () => {
    const labelSelector = { matchExpressions: [{ key: 'team', operator: 'Has' }] };
    const [planned] = plan({ objects: [crp(undefined, [{ group: '', version: 'v1', kind: 'Namespace', labelSelector }])] }).placements;
    expect(planned).toMatchObject({ scheduled: 'Stuck', picked: [], resources: [] });
    expect(planned?.reason).toBe(
      'The hub cannot process the resource selectors and keeps trying: cannot convert the label selector to a selector: "Has" is not a valid label selector operator',
    );
  });

  it('does not evaluate a policy with a variable', () => {
    const [planned] = plan({ objects: [{ ...crp(undefined), unresolved: ['/spec/policy/numberOfClusters'] }] }).placements;
    expect(planned).toMatchObject({ scheduled: 'Pending', picked: [], resources: [] });
  });

  it('compares with the base as a hub that has the base would continue', () => {
    const base = [crp({ placementType: 'PickN', numberOfClusters: 1, ...required(EAST, WEST) })];
    const [more] = plan({ base, objects: [crp({ placementType: 'PickN', numberOfClusters: 2, ...required(EAST, WEST) })] }).placements;
    expect(more?.change).toMatchObject({ added: ['e2'], removed: [], kept: 1 });
    const [other] = plan({ base, objects: [crp({ placementType: 'PickN', numberOfClusters: 1, ...required(EAST) })] }).placements;
    expect(other?.change).toMatchObject({ added: ['e2'], removed: ['w1'], kept: 0 });
    const [added] = plan({ base: [], objects: base }).placements;
    expect(added?.change).toMatchObject({ added: ['w1'], removed: [], kept: 0 });
  });

  it('leaves to an update run what the clusters have if the strategy is External', () => {
    const of = (type: string, policy: object): Planned => {
      const { object } = crp(policy);
      return { object: { ...object, spec: { ...(object['spec'] as object), strategy: { type } } }, namespace: undefined };
    };
    const fixed = (type: string, ...clusterNames: string[]): Planned => of(type, { placementType: 'PickFixed', clusterNames });
    const removals = (type: string): unknown =>
      removalsOf(plan({ base: [NAMESPACE, fixed(type, 'e1', 'e2')], objects: [fixed(type, 'e1')] })).map(({ kind, byRun }) => [
        kind,
        byRun,
      ]);
    expect(removals('External')).toEqual([
      ['clusters', true],
      ['resources', true],
    ]);
    expect(removals('RollingUpdate')).toEqual([
      ['clusters', undefined],
      ['resources', undefined],
    ]);
    const evicted = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacementEviction' };
    const eviction = {
      object: { ...evicted, metadata: { name: 'out' }, spec: { placementName: 'web', clusterName: 'e1' } },
      namespace: undefined,
    };
    const all = [NAMESPACE, of('External', { placementType: 'PickAll' })];
    expect(removalsOf(plan({ base: all, objects: [...all, eviction] }))).toMatchObject([{ clusters: ['e1'] }]);
    expect(removalsOf(plan({ base: all, objects: [...all, eviction] }))[0]).not.toHaveProperty('byRun');
  });

  it('removes nothing from a cluster that leaves the fleet', () => {
    const all = [NAMESPACE, crp({ placementType: 'PickAll' })];
    const both = ['e1', 'e2'].map((name) => memberObject(name, {}));
    const report = plan({
      base: all,
      objects: all,
      members: both.slice(0, 1),
      membersBefore: both,
    });
    expect(report.placements[0]?.change).toMatchObject({ removed: ['e2'], leftFleet: ['e2'], kept: 1 });
    expect(removalsOf(report)).toEqual([]);
    expect(changeLines(report.placements[0]?.change).map(({ text }) => text)).toEqual([
      'e2 is no longer a member cluster: KubeFleet leaves on it what it placed',
    ]);
  });

  it('does not take a namespace that was given before for an edit', () => {
    const map = (metadata: object, data: string): Planned => ({
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata }, data: { a: data } },
      namespace: 'shop',
    });
    const of = (item: Planned): readonly Planned[] => [NAMESPACE, crp({ placementType: 'PickAll' }), item];
    const changed = (item: Planned): unknown =>
      plan({ base: of(map({}, 'a')), objects: of(item) }).placements[0]?.change?.resources?.changed;
    expect(changed(map({ namespace: 'shop', annotations: {} }, 'a'))).toBeUndefined();
    expect(changed(map({ namespace: 'shop' }, 'b'))).toMatchObject([{ resource: { name: 'a', namespace: 'shop' }, reason: 'edited' }]);
    expect(changed(map({ labels: { a: 'b' } }, 'a'))).toMatchObject([{ reason: 'edited' }]);
  });

  // covers: label-clusters-when-they-join
  it('explains why clusters are added and removed', () => {
    const two = crp({ placementType: 'PickN', numberOfClusters: 2, ...required(EAST, WEST) });
    const one = crp({ placementType: 'PickN', numberOfClusters: 1, ...required(EAST, WEST) });
    const [fewer] = plan({ base: [two], objects: [one] }).placements;
    expect(fewer?.change).toEqual({
      added: [],
      removed: ['e2'],
      kept: 1,
      reasons: [{ cluster: 'e2', plugin: 'PickN', reason: 'fewer clusters are asked for' }],
    });
    const [moved] = plan({ base: [crp(required(EAST))], objects: [crp(required(WEST))] }).placements;
    const mismatch = { plugin: 'ClusterAffinity', reason: 'cluster does not match with any of the required cluster affinity terms' };
    expect(moved?.change).toEqual({
      added: ['w1'],
      removed: ['e1', 'e2'],
      kept: 0,
      reasons: [
        { cluster: 'w1', ...mismatch },
        { cluster: 'e1', ...mismatch },
        { cluster: 'e2', ...mismatch },
      ],
      reevaluatedFor: ['affinity'],
    });
    const fixed = (...clusterNames: string[]): Planned => crp({ placementType: 'PickFixed', clusterNames });
    const [named] = plan({ base: [fixed('e1')], objects: [fixed('e2')] }).placements;
    expect(named?.change?.reasons).toEqual([
      { cluster: 'e2', plugin: 'PickFixed', reason: 'named now' },
      { cluster: 'e1', plugin: 'PickFixed', reason: 'no longer named' },
    ]);
  });

  it('names resources that are added, removed and changed', () => {
    const settings = (data: object): Planned => ({
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data },
      namespace: 'shop',
    });
    const job: Planned = { object: { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' } }, namespace: 'shop' };
    const [planned] = plan({
      base: [NAMESPACE, settings({ mode: 'slow' }), job, crp(undefined)],
      objects: [NAMESPACE, settings({ mode: 'fast' }), crp(undefined)],
    }).placements;
    expect(planned?.change?.resources).toEqual({
      added: [],
      changed: [{ resource: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' }, reason: 'edited' }],
      removed: [
        {
          resource: { apiVersion: 'batch/v1', kind: 'Job', namespace: 'shop', name: 'migrate' },
          reason: 'no longer in the deployed files',
        },
      ],
    });
    const only = crp(undefined, [{ ...SELECTOR, selectionScope: 'NamespaceOnly' }]);
    const [narrowed] = plan({ base: [NAMESPACE, job, crp(undefined)], objects: [NAMESPACE, job, only] }).placements;
    expect(narrowed?.change?.resources?.removed).toEqual([expect.objectContaining({ reason: 'no longer selected' })]);
  });

  it('splits content that is too big for one resource snapshot', () => {
    const big = (name: string): Planned => ({
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { x: 'x'.repeat(500_000) } },
      namespace: 'shop',
    });
    const [split] = plan({ objects: [NAMESPACE, big('a'), big('b'), crp(undefined)] }).placements;
    expect(split?.snapshots).toEqual([2, 1]);
    expect(plan({ objects: [NAMESPACE, big('a'), crp(undefined)] }).placements[0]).not.toHaveProperty('snapshots');
  });

  it.each(['', 'Shop', 'shop_eu'])(
    'removes nothing from clusters if the base has a placement with the name "%s", which hubs refuse',
    (name) => {
      const refused = crp(required(EAST));
      const before = { ...refused, object: { ...refused.object, metadata: { ...refused.object.metadata, name } } };
      expect(plan({ base: [NAMESPACE, before], objects: [NAMESPACE, refused] }).deleted).toBeUndefined();
    },
  );

  it('lists deleted placements with the objects and clusters that they lose', () => {
    const { placements, deleted } = plan({ base: [NAMESPACE, crp(required(EAST))], objects: [NAMESPACE] });
    expect(placements).toEqual([]);
    expect(deleted).toEqual([
      {
        object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'web' },
        clusters: ['e1', 'e2'],
        resources: [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }],
      },
    ]);
  });

  it('lists a placement once if it is declared again with the same content, in any version', () => {
    const one = crp(required(EAST));
    const copy = { ...one, object: { ...one.object, apiVersion: 'placement.kubernetes-fleet.io/v1beta1' } };
    expect(plan({ objects: [NAMESPACE, one, copy] }).placements).toHaveLength(1);
    expect(plan({ objects: [NAMESPACE, one, crp(required(WEST))] }).placements).toHaveLength(2);
  });

  describe('names the update runs that the deletion of their placement ends', () => {
    const base = [NAMESPACE, crp(required(EAST))];
    const run = (name: string, placementName: string, succeeded = 'Unknown'): KubeObject => ({
      apiVersion: 'placement.kubernetes-fleet.io/v1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name },
      spec: { placementName },
      status: {
        conditions: [
          { type: 'Initialized', status: 'True' },
          { type: 'Succeeded', status: succeeded },
        ],
      },
    });
    const runs = [run('web-1', 'web', 'True'), run('web-2', 'web'), run('other-1', 'other')];

    it('those that have not ended on the hub', () => {
      const hub = { objects: runs, apis: undefined, visibility: () => ({ kind: 'seen' }) } satisfies HubListing;
      const [deleted] = plan({ base, objects: [NAMESPACE], hub }).deleted ?? [];
      expect([deleted?.runs?.map(({ name }) => name), deleted?.runsUnderWay]).toEqual([['web-2'], true]);
    });

    it('those of the tree and its base, if the runs of the hub are not known', () => {
      const written = runs.map((object): Planned => ({ object, namespace: undefined }));
      const [deleted] = plan({ base: [...base, ...written], objects: [NAMESPACE, ...written] }).deleted ?? [];
      expect([deleted?.runs?.map(({ name }) => name), deleted?.runsUnderWay]).toEqual([['web-1', 'web-2'], undefined]);
    });
  });

  it('reports an edit that the hub never accepts', () => {
    const external = crp(undefined);
    const object = { ...external.object, spec: { ...(external.object['spec'] as object), strategy: { type: 'External' } } };
    const [planned] = plan({ base: [crp(undefined)], objects: [{ ...external, object }] }).placements;
    expect(planned?.change?.warnings).toEqual([expect.stringContaining('becomes External') as string]);
  });

  it.each([
    [{ type: 'ReportDiff' }, 'applies no changes'],
    [{ whenToApply: 'IfNotDrifted' }, 'does not update objects'],
  ])('says that a placement applies less with the strategy %j', (applyStrategy, says) => {
    const plain = crp(undefined);
    const object = { ...plain.object, spec: { ...(plain.object['spec'] as object), strategy: { applyStrategy } } };
    const stricter = { ...plain, object };
    const warningsOf = (before: Planned, after: Planned): unknown =>
      plan({ base: [before], objects: [after] }).placements[0]?.change?.warnings;
    expect(warningsOf(plain, stricter)).toEqual([expect.stringContaining(says) as string]);
    expect([warningsOf(stricter, stricter), warningsOf(stricter, plain)]).toEqual([undefined, undefined]);
  });

  it('distinguishes refused edits from the content, and counts new objects separately', () => {
    const settings: Planned = {
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } },
      namespace: 'shop',
    };
    const refusals = [
      { message: 'The data is immutable.', isEdit: true },
      { message: 'It has no name.', isEdit: false },
    ];
    const objects = [NAMESPACE, settings, crp(undefined)];
    const [planned] = plan({ base: objects, objects, refused: (item) => (item === settings ? refusals : []) }).placements;
    expect(planned?.change?.refused).toEqual(['The data is immutable.']);
    expect(planned).not.toHaveProperty('refused');
  });

  it('finds no change between a tree and itself', () => {
    const fixed = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'zz'), { minLength: 1 })
      .map((clusterNames) => ({ placementType: 'PickFixed', clusterNames }));
    const members = fc.array(fc.constantFrom('east', 'west', undefined), { maxLength: 6 });
    fc.assert(
      fc.property(members, fc.oneof(policies, fixed), (regions, policy) => {
        const facts = regions.map((region) => (region === undefined ? { joined: false } : { labels: { region }, cost: '1' }));
        const objects = [crp(policy)];
        const [planned] = plan({
          members: facts.map((fact, index) => memberObject('abcdef'[index] ?? 'x', fact)),
          objects,
          base: objects,
        }).placements;
        expect(planned?.change).toEqual({ added: [], removed: [], kept: planned?.picked.length });
      }),
    );
  });

  it('starts from what a hub already holds: clusters stay until the policy changes', () => {
    const policy = { placementType: 'PickN', numberOfClusters: 1 };
    const existing = [policySnapshot(policy), binding('e3')];
    const [kept] = plan({ existing, objects: [crp(policy)] }).placements;
    expect(kept).toMatchObject({ picked: ['e3'], unpicked: [], change: { added: [], removed: [], kept: 1 } });
    const [judgedAnew] = plan({ existing, objects: [crp({ ...policy, ...required(EAST) })] }).placements;
    expect(judgedAnew).toMatchObject({ picked: ['e2'], change: { added: ['e2'], removed: ['e3'], kept: 0 } });
  });

  it('does not call a placement unchanged that selects nothing here and something on the hub', () => {
    const existing = [policySnapshot({}), binding('e1')];
    const warnings = (spec: object, onHub: readonly KubeObject[], more: Partial<PlanInput> = {}): unknown => {
      const hub = { objects: onHub, apis: undefined, visibility: () => ({ kind: 'seen' as const }) };
      const { object, namespace } = crp({});
      const edited = { object: { ...object, spec: { ...(object as KubeObject & { spec: object }).spec, ...spec } }, namespace };
      return plan({ objects: [edited], existing, hub, ...more }).placements[0]?.change?.warnings;
    };
    const misspelt = { resourceSelectors: [{ ...SELECTOR, name: 'shpo' }] };
    const [live, content] = [crp({}).object, NAMESPACE.object];
    const says = (what: string): readonly string[] => [`It selects nothing here, so ${what}; without a base that was not compared.`];
    expect(warnings(misspelt, [live, content])).toEqual(says('what it holds now may be removed from its clusters'));
    expect(warnings({ ...misspelt, strategy: { type: 'External' } }, [live, content])).toEqual(
      says('the next update run may remove what it holds now'),
    );
    // Content from elsewhere, a placement without content, a new one, one with a variable, and one with a base.
    expect(warnings({}, [live, content])).toBe(undefined);
    expect(warnings({}, [live])).toBe(undefined);
    expect(warnings(misspelt, [content])).toBe(undefined);
    const open = { ...crp({}), unresolved: ['/spec/resourceSelectors/0/name'] };
    expect(warnings({}, [live, content], { objects: [{ ...open, object: { ...open.object, spec: misspelt } }] })).toBe(undefined);
    expect(warnings(misspelt, [live, content], { base: [crp({})] })).toBe(undefined);
  });

  it('states what it assumes about the hub', () => {
    const policy = { placementType: 'PickN', numberOfClusters: 1 };
    const objects = [crp(policy)];
    expect(plan({ objects, base: objects }).assumptions).toEqual([
      "The base is planned from scratch: the hub's current placements are not in the cluster file.",
    ]);
    const fresh = { ...crp(policy), object: { ...crp(policy).object, metadata: { name: 'new' } } };
    const ofOthers = 'the cluster file has decisions of the hub, but none for';
    expect(plan({ objects: [...objects, fresh], existing: [policySnapshot(policy)] }).assumptions).toEqual([
      `Planned from scratch for 1 of 2 placements: ${ofOthers} this placement.`,
    ]);
    expect(plan({ objects: [], base: [fresh], existing: [policySnapshot(policy)] }).assumptions).toEqual([
      `The base is planned from scratch: ${ofOthers} this placement.`,
    ]);
    expect(plan({ objects: [...objects, fresh], base: [] }).assumptions).toBe(undefined);
    const left = { ...binding('x9'), spec: { targetCluster: 'x9', state: 'Unscheduled' } };
    expect(plan({ objects, existing: [policySnapshot(policy), binding('e3'), left] }).assumptions).toBe(undefined);
    const decided = { ...policySnapshot(policy), status: { targetClusters: [{ clusterName: 'x8' }, { clusterName: 'e1' }] } };
    const names = 'decisions of the hub name x7, x8, not in the list';
    expect(plan({ objects, existing: [decided, binding('x7')] }).assumptions).toEqual([expect.stringContaining(names)]);
    const hub = { objects: [], apis: undefined, visibility: () => ({ kind: 'seen' as const }) };
    expect(plan({ objects, hub }).assumptions).toBe(undefined);
  });

  it('uses the namespaces that members report for a ResourcePlacement', () => {
    const members = [memberObject('a', { namespaces: ['shop'] }), memberObject('b', { namespaces: ['other'] }), memberObject('c')];
    const object = placement(undefined, [], 'ResourcePlacement');
    const [planned] = plan({ members, objects: [{ object, namespace: 'shop' }] }).placements;
    expect(planned).toMatchObject({
      object: { kind: 'ResourcePlacement', namespace: 'shop', name: 'web' },
      picked: ['a', 'c'],
      unpicked: [{ cluster: 'b', plugin: 'NamespaceAffinity', reason: 'target namespace does not exist on cluster' }],
    });
  });

  it('accepts objects of the wrong shape', () => {
    const objects = [null, 3, 'x', [], {}].map((policy): Planned => crp(policy));
    const members = MEMBERS.map((member) => ({ ...member, spec: 7, status: 'gone' }));
    expect(plan({ objects, members }).placements.map(({ scheduled }) => scheduled)).toEqual(Array.from({ length: 5 }, () => 'True'));
  });
});

function plan(input: Partial<PlanInput>): ReturnType<typeof planPlacements> {
  return planPlacements({ objects: [], members: MEMBERS, now: NOW, ...input });
}

function crp(policy: unknown, selectors: readonly object[] = [SELECTOR]): Planned {
  return { object: placement(policy, selectors), namespace: undefined };
}

const LABELS = { 'kubernetes-fleet.io/parent-CRP': 'web' };

function policySnapshot(policy: object): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterSchedulingPolicySnapshot',
    metadata: {
      name: 'web-0',
      labels: { ...LABELS, 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
      annotations: { 'kubernetes-fleet.io/number-of-clusters': '1' },
    },
    spec: { policy },
  };
}

function binding(cluster: string): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourceBinding',
    metadata: { name: `web-${cluster}`, labels: LABELS },
    spec: { targetCluster: cluster, state: 'Bound', schedulingPolicySnapshotName: 'web-0' },
  };
}
