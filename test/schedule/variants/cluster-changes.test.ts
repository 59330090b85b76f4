/** The changes on clusters are the difference of what `--render` prints for both trees. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { objectKey, refOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { clusterChanges } from '../../../src/schedule/change/cluster-changes.ts';
import type { ObjectChange, PlacementChanges } from '../../../src/schedule/change/collected-changes.ts';
import type { Planned, PlanInput } from '../../../src/schedule/plan-context.ts';
import { planPlacements } from '../../../src/schedule/plan.ts';
import { renderCluster } from '../../../src/schedule/render-cluster.ts';
import { memberObject, NOW } from '../fleets.ts';
import { NAMES, side, treeOf } from '../overridden-trees.ts';

function changesOf(input: PlanInput, only?: string): readonly PlacementChanges[] {
  const { placements, deleted } = clusterChanges(input, planPlacements(input), only);
  return [...placements, ...deleted];
}

function told(input: PlanInput, only?: string): readonly ObjectChange[] {
  return changesOf(input, only).flatMap(({ changes }) => changes);
}

/** The content by cluster and object; `undefined` if a patch fails. */
function rendered(input: PlanInput, cluster: string): ReadonlyMap<string, KubeObject> | undefined {
  const placed = renderCluster(input, planPlacements(input), cluster) ?? [];
  if (placed.some(({ notes }) => notes.some((note) => note.includes(' fails: ') || note.includes('fills in')))) return undefined;
  return new Map(placed.flatMap(({ objects }) => objects.map((object) => [objectKey(refOf(object)), object] as const)));
}

describe('with random trees and clusters', () => {
  it('the changes turn what each cluster had into what it gets', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const input = { objects: treeOf(after), members: after.members, membersBefore: before.members, base: treeOf(before), now: NOW };
        const changes = told(input);
        for (const cluster of NAMES) {
          const had = rendered({ objects: treeOf(before), members: before.members, now: NOW }, cluster);
          const gets = rendered(input, cluster);
          if (had === undefined || gets === undefined) continue;
          const result = new Map(had);
          for (const change of changes.filter(({ clusters }) => clusters.includes(cluster))) {
            const key = objectKey(change.resource);
            expect(change.before).toEqual(had.get(key));
            expect(change.before).not.toEqual(change.after);
            if (change.after === undefined) result.delete(key);
            else result.set(key, change.after);
          }
          expect(result).toEqual(gets);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('no cluster has two changes of one object, and the result for a single cluster is the same', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const input = { objects: treeOf(after), members: after.members, membersBefore: before.members, base: treeOf(before), now: NOW };
        const changes = told(input);
        for (const group of Map.groupBy(changes, ({ resource }) => objectKey(resource)).values()) {
          const names = group.flatMap(({ clusters }) => clusters);
          expect(new Set(names).size).toBe(names.length);
        }
        for (const name of NAMES) {
          const own = changes.filter(({ clusters }) => clusters.includes(name)).map((change) => ({ ...change, clusters: [name] }));
          expect(told(input, name)).toEqual(own);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('a tree compared with itself has no change and nothing open', () => {
    fc.assert(
      fc.property(side, (tree) => {
        const input = { objects: treeOf(tree), members: tree.members, base: structuredClone(treeOf(tree)), now: NOW };
        expect(changesOf(input)).toEqual([{ changes: [], open: [] }]);
      }),
      { numRuns: 150 },
    );
  });

  it('a failing patch is open, and no object of the placement is reported as changed', () => {
    fc.assert(
      fc.property(side, side, (before, after) => {
        const input = { objects: treeOf(after), members: after.members, membersBefore: before.members, base: treeOf(before), now: NOW };
        const plan = planPlacements(input);
        const failing = new Set(
          plan.placements.flatMap(({ overrides = [] }) =>
            overrides.flatMap(({ failures }) => failures.flatMap(({ clusters }) => clusters)),
          ),
        );
        const changed = new Set(told(input).flatMap(({ clusters }) => clusters));
        expect([...failing].filter((name) => changed.has(name))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

const MEMBERS = ['e1', 'e2', 'w1'].map((name) => memberObject(name, { labels: { region: name.startsWith('e') ? 'east' : 'west' } }));
const GROUP = 'placement.kubernetes-fleet.io/v1';

function item(kind: string, name: string, rest: object = {}, apiVersion = 'v1'): Planned {
  return {
    object: { apiVersion, kind, metadata: { name, ...(kind === 'Namespace' ? {} : { namespace: 'shop' }) }, ...rest },
    namespace: kind === 'Namespace' ? undefined : 'shop',
  };
}

/** Places the namespace of its name with what is in it. */
function placing(name: string, clusterNames: readonly string[], spec: object = {}, namespace = 'shop'): Planned {
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: namespace }];
  const policy = { placementType: 'PickFixed', clusterNames };
  return {
    object: { apiVersion: GROUP, kind: 'ClusterResourcePlacement', metadata: { name }, spec: { resourceSelectors, policy, ...spec } },
    namespace: undefined,
  };
}

const SHOP = [item('Namespace', 'shop'), item('ConfigMap', 'settings', { data: { mode: 'fast' } })];

function edit(base: readonly Planned[], objects: readonly Planned[]): PlanInput {
  return { base, objects, members: MEMBERS, now: NOW };
}

const short = ({ resource, clusters, before, after, movedFrom }: ObjectChange): string =>
  `${resource.kind} ${before === undefined ? 'comes' : after === undefined ? 'goes' : 'stays'} ${clusters.join()}${movedFrom === undefined ? '' : ` from ${movedFrom.name}`}`;

describe('whole objects', () => {
  it.each([
    [
      'of a cluster that is picked again',
      [placing('a', ['e1']), ...SHOP],
      [placing('a', ['e1', 'w1']), ...SHOP],
      ['Namespace comes w1', 'ConfigMap comes w1'],
    ],
    [
      'of a cluster that is left',
      [placing('a', ['e1', 'w1']), ...SHOP],
      [placing('a', ['e1']), ...SHOP],
      ['Namespace goes w1', 'ConfigMap goes w1'],
    ],
    ['of a placement that is new', SHOP, [placing('a', ['e1']), ...SHOP], ['Namespace comes e1', 'ConfigMap comes e1']],
    ['of a placement that is deleted', [placing('a', ['e1']), ...SHOP], SHOP, ['Namespace goes e1', 'ConfigMap goes e1']],
    [
      'of a placement that is deleted, also if it is to abandon its objects: KubeFleet does not read that',
      [placing('a', ['e1'], { strategy: { deleteStrategy: { propagationPolicy: 'Abandon' } } }), ...SHOP],
      SHOP,
      ['Namespace goes e1', 'ConfigMap goes e1'],
    ],
    ['that are new in the tree', [placing('a', ['e1']), ...SHOP.slice(0, 1)], [placing('a', ['e1']), ...SHOP], ['ConfigMap comes e1']],
    ['that are gone from the tree', [placing('a', ['e1']), ...SHOP], [placing('a', ['e1']), ...SHOP.slice(0, 1)], ['ConfigMap goes e1']],
    [
      'that another placement brings now move',
      [placing('a', ['e1', 'w1']), ...SHOP],
      [placing('b', ['w1', 'e2']), ...SHOP],
      [
        'Namespace comes e2',
        'Namespace stays w1 from a',
        'ConfigMap comes e2',
        'ConfigMap stays w1 from a',
        'Namespace goes e1',
        'ConfigMap goes e1',
      ],
    ],
    ['that a second placement keeps stay', [placing('a', ['e1']), placing('b', ['e1']), ...SHOP], [placing('b', ['e1']), ...SHOP], []],
    [
      'that a second placement brings as well stay',
      [placing('a', ['e1']), ...SHOP],
      [placing('a', ['e1']), placing('b', ['e1']), ...SHOP],
      [],
    ],
  ])('%s', (_, base, tree, expected) => {
    expect(told(edit(base, tree)).map(short)).toEqual(expected);
  });

  it('are listed in the order in which a placement selects them', () => {
    const more = [
      placing('a', ['e1']),
      ...SHOP.slice(0, 1),
      item('ConfigMap', 'settings', { data: { mode: 'slow' } }),
      item('Secret', 'keys'),
    ];
    expect(told(edit([placing('a', ['e1']), ...SHOP], more)).map(short)).toEqual(['Secret comes e1', 'ConfigMap stays e1']);
  });

  it('in envelopes are listed, not the envelope', () => {
    const box = (mode: string): Planned =>
      item(
        'ResourceEnvelope',
        'box',
        { data: { 'a.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner', namespace: 'shop' }, data: { mode } } } },
        `${GROUP}beta1`,
      );
    const trees = ['fast', 'slow'].map((mode) => [placing('a', ['e1']), item('Namespace', 'shop'), box(mode)]);
    const [found, ...others] = told(edit(trees[0] ?? [], trees[1] ?? []));
    expect(others).toEqual([]);
    expect([found?.resource.name, found?.before?.['data'], found?.after?.['data']]).toEqual(['inner', { mode: 'fast' }, { mode: 'slow' }]);
  });

  it('with keys in another order and empty values are not changed', () => {
    const edited = item('ConfigMap', 'settings', { binaryData: {}, data: { b: '1', a: '2' } });
    const base = item('ConfigMap', 'settings', { data: { a: '2', b: '1' } });
    expect(told(edit([placing('a', ['e1']), SHOP[0] ?? base, base], [placing('a', ['e1']), SHOP[0] ?? base, edited]))).toEqual([]);
  });
});

describe('a change is open for', () => {
  const edited = [item('Namespace', 'shop'), item('ConfigMap', 'settings', { data: { mode: 'slow' } })];
  const open = (base: readonly Planned[], tree: readonly Planned[]): readonly string[] => {
    const all = changesOf(edit(base, tree));
    expect(all.flatMap(({ changes }) => changes.map(short))).toEqual([]);
    return all.flatMap((each) =>
      each.open.map(({ resource, clusters, reason }) => `${resource?.kind ?? 'all'} ${clusters.join()} ${reason}`),
    );
  };

  it.each([
    [
      'it reports differences',
      placing('a', ['e1'], { strategy: { applyStrategy: { type: 'ReportDiff' } } }),
      /^all e1 It only reports differences/,
    ],
    [
      'its policy holds a variable',
      { ...placing('a', ['e1']), unresolved: ['/spec/policy/clusterNames'] },
      /^all {2}Its name or policy is not known/,
    ],
  ])('%s', (_, held, reason) => {
    expect(open([held, ...SHOP], [held, ...edited])).toEqual([expect.stringMatching(reason)]);
  });

  it('a placement whose selectors the hub refuses from now on', () => {
    const refused = placing('a', ['e1'], {}, 'kube-system');
    expect(open([placing('a', ['e1']), ...SHOP], [refused, ...edited])).toEqual([
      expect.stringMatching(/^all e1 The hub refuses its selectors/),
    ]);
  });

  it('an object that another tool fills in, although its text is the same', () => {
    const filled = SHOP.map((each) => ({ ...each, unresolved: each.object.kind === 'ConfigMap' ? ['/data/mode'] : [] }));
    const tree = [placing('a', ['e1']), ...filled];
    expect(open(tree, tree)).toEqual([
      'ConfigMap e1 Another tool completes or patches it before the hub gets it, so its content is not known.',
    ]);
  });

  it('an object that two placements bring in two ways', () => {
    const base = [placing('a', ['e1']), ...SHOP];
    const patch = (name: string): Planned => ({
      object: {
        apiVersion: `${GROUP}beta1`,
        kind: 'ResourceOverride',
        metadata: { name, namespace: 'shop' },
        spec: {
          placement: { name },
          resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
          policy: {
            overrideRules: [
              { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'add', path: '/data/mode', value: name }] },
            ],
          },
        },
      },
      namespace: 'shop',
    });
    expect(open(base, [placing('a', ['e1']), placing('b', ['e1']), patch('b'), ...SHOP])).toEqual([
      'ConfigMap e1 ClusterResourcePlacement/b also places it there (before or after the change), with other content; it is not known which one applies.',
    ]);
  });

  const patching = (kind: string, name: string, patch: object, apiVersion = 'v1'): Planned => {
    const [version = '', group = ''] = apiVersion.split('/').toReversed();
    const rule = { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [patch] };
    const spec = { resourceSelectors: [{ group, version, kind, name }], policy: { overrideRules: [rule] } };
    return item('ResourceOverride', `of-${name}`, { spec }, `${GROUP}beta1`);
  };
  const failing = patching('ConfigMap', 'settings', { op: 'add', path: '/none/x', value: 'y' });

  it('the earlier object of a cluster if a patch failed before', () => {
    expect(open([placing('a', ['e1']), failing, ...SHOP], [placing('a', ['e1']), ...edited])).toEqual([
      expect.stringMatching(/^all e1 Before the change ResourceOverride\/shop\/of-settings fails on ConfigMap\/shop\/settings/),
    ]);
  });

  it('the result of another placement for an object that is not known', () => {
    const found = open([placing('a', ['e1']), failing, ...SHOP], [placing('a', []), placing('b', ['e1']), ...SHOP]);
    expect(found).toContain('ConfigMap e1 ClusterResourcePlacement/a also sends it there, with content that is not known.');
  });

  it('an object on which a patch may fail, depending on what the hub fills in', () => {
    const web = item('Deployment', 'web', { spec: { selector: {} } }, 'apps/v1');
    const patch = patching('Deployment', 'web', { op: 'add', path: '/metadata/labels/app', value: 'x' }, 'apps/v1');
    const base = [placing('a', ['e1']), ...SHOP, web];
    expect(open(base, [...base, patch])).toEqual([
      expect.stringMatching(
        /^Deployment e1 Whether ResourceOverride\/shop\/of-web fails on Deployment\/shop\/web .* depends on fields that tools and the hub fill in\.$/,
      ),
    ]);
  });

  it('an object of an unknown kind', () => {
    const widget = (size: number): Planned => item('Widget', 'w', { spec: { size } }, 'acme.example/v1');
    const base = [placing('a', ['e1']), ...SHOP];
    expect(open([...base, widget(1)], [...base, widget(2)])).toEqual([
      'Widget e1 It is not known whether it is placed, so this change may not reach the clusters.',
    ]);
    expect(open([...base, widget(1)], [...base, widget(1)])).toEqual([]);
  });

  it('an object that is not in the manifests, and whose overrides change', () => {
    const role = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };
    const override = (value: string): Planned => ({
      object: {
        apiVersion: `${GROUP}beta1`,
        kind: 'ClusterResourceOverride',
        metadata: { name: 'o' },
        spec: {
          clusterResourceSelectors: [role],
          policy: {
            overrideRules: [
              {
                clusterSelector: { clusterSelectorTerms: [] },
                jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { a: value } }],
              },
            ],
          },
        },
      },
      namespace: undefined,
    });
    const held = placing('a', ['e1'], { resourceSelectors: [role] });
    expect(open([held, override('x')], [held, override('x')])).toEqual([]);
    expect(open([held, override('x')], [held, override('y')])).toEqual([
      'ClusterRole e1 It is not among the manifests, so the effect of its overrides is not known.',
    ]);
  });

  it('a placement whose change the hub refuses', () => {
    const trees = edit([placing('a', ['e1']), ...SHOP], [placing('a', ['e1']), ...edited]);
    const [found] = changesOf({ ...trees, refused: () => [{ message: 'No.', isEdit: false }] });
    expect(found?.changes.map(short)).toEqual(['ConfigMap stays e1']);
    expect(found?.open).toEqual([
      { clusters: ['e1'], reason: 'The hub refuses the placement in this form; this is the effect if the hub accepted it.' },
    ]);
  });
});
