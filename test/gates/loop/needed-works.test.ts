import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { Target } from '../../../src/gates/deploy/target.ts';
import { interestsOf } from '../../../src/gates/loop/needed-types.ts';
import { badWork, greenFleet, no, NOW, objectsOf, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';

const SHOP: Target = { kind: 'ClusterResourcePlacement', name: 'shop' };

function narrowedTo(kind: string, expectation: Parameters<typeof expectationOf>[0], ...more: [] | [ReturnType<typeof memoryHub>]): unknown {
  return interestsOf(expectationOf(expectation), ...more).find((interest) => interest.kind === kind)?.of;
}

function ofWorks(targets: readonly Target[], ...more: [] | [ReturnType<typeof memoryHub>]): readonly string[] | undefined {
  return interestsOf(expectationOf({ targets }), ...more).find(({ kind }) => kind === 'Work')?.of;
}

describe('the Works that are read', () => {
  it('are those of the followed placements', () => {
    expect(ofWorks([{ ...SHOP, name: 'web' }, SHOP])).toEqual(['shop', 'web']);
    expect(interestsOf(expectationOf({ targets: [SHOP] })).find(({ kind }) => kind === 'ClusterResourceBinding')?.of).toEqual(['shop']);
  });

  it('are all if a run is followed, if a name is not a label value, or if there are too many names', () => {
    expect(ofWorks([SHOP, { kind: 'ClusterStagedUpdateRun', name: 'run' }])).toBeUndefined();
    expect(ofWorks([{ ...SHOP, name: 'x'.repeat(64) }])).toBeUndefined();
    expect(ofWorks(Array.from({ length: 1000 }, (_, index) => ({ ...SHOP, name: `team-${String(index)}` })))).toBeUndefined();
  });

  it('are all after a message named another owner of an object in the placement', () => {
    const fleet = greenFleet();
    const [content = fleet.placement] = fleet.content;
    expect(ofWorks([SHOP], memoryHub(objectsOf(fleet), NOW))).toEqual(['shop']);
    const owned = badWork('east', 0, fleet.content, content, no('Applied', 'FailedToTakeOver', 1));
    expect(ofWorks([SHOP], memoryHub(objectsOf({ ...fleet, works: [owned] }), NOW))).toBeUndefined();
  });

  it('are all for a reader that keeps them for later', () => {
    const whole = interestsOf(expectationOf({ targets: [SHOP] }), undefined, 'whole');
    expect(whole.some(({ of }) => of !== undefined)).toBe(false);
  });
});

describe('the placements and snapshots that are read', () => {
  it('are those of the followed placement', () => {
    for (const kind of ['ClusterResourcePlacement', 'ClusterResourceSnapshot', 'ClusterSchedulingPolicySnapshot'])
      expect(narrowedTo(kind, { targets: [SHOP] }), kind).toEqual(['shop']);
  });

  it('are all placements if several are followed, because a query cannot name them, or if a deploy must be proven', () => {
    expect(narrowedTo('ClusterResourcePlacement', { targets: [SHOP, { ...SHOP, name: 'web' }] })).toBeUndefined();
    expect(narrowedTo('ClusterResourcePlacement', { targets: [SHOP], manifests: [] })).toBeUndefined();
    expect(narrowedTo('ClusterResourceSnapshot', { targets: [SHOP], manifests: [] })).toEqual(['shop']);
  });

  it('are all snapshots after the placement lost an object, because another placement may have it now', () => {
    const fleet = greenFleet();
    const [removed = fleet.placement, ...kept] = fleet.content;
    const hub = (objects: typeof fleet.content): ReturnType<typeof memoryHub> =>
      memoryHub(objectsOf({ ...fleet, snapshots: [resourceSnapshot(0, objects, false), resourceSnapshot(1, kept, true)] }), NOW);
    expect(narrowedTo('ClusterResourceSnapshot', { targets: [SHOP] }, hub(kept))).toEqual(['shop']);
    expect(narrowedTo('ClusterResourceSnapshot', { targets: [SHOP] }, hub([removed, ...kept]))).toBeUndefined();
  });
});

describe('the content that is read', () => {
  it('is that of the placement, whether it or a run of it is followed', () => {
    const run = (kind: string, namespace?: string): KubeObject => ({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind,
      metadata: { name: 'v2', ...(namespace === undefined ? {} : { namespace }) },
      spec: { placementName: 'shop' },
    });
    const hub = memoryHub([...objectsOf(greenFleet()), run('ClusterStagedUpdateRun')], NOW);
    const read = (target: Target, of = hub): readonly string[] =>
      interestsOf(expectationOf({ targets: [target] }), of).flatMap(({ group, kind }) => (group === 'apps' ? kind : []));
    expect(read(SHOP)).toEqual(['Deployment']);
    expect(read({ kind: 'ClusterStagedUpdateRun', name: 'v2' })).toEqual(['Deployment']);
    expect(read({ kind: 'ClusterStagedUpdateRun', name: 'lost' })).toEqual([]);
    const selector = { group: 'apps', version: 'v1', kind: 'StatefulSet', name: 'db' };
    const placement = {
      ...run('ResourcePlacement', 'team'),
      metadata: { name: 'shop', namespace: 'team' },
      spec: { resourceSelectors: [selector] },
    };
    const namespaced = memoryHub([placement, run('StagedUpdateRun', 'team')], NOW);
    expect(read({ kind: 'StagedUpdateRun', namespace: 'team', name: 'v2' }, namespaced)).toEqual(['StatefulSet']);
  });
});

describe('the objects that are read of a hub for ResourcePlacements', () => {
  const WEB: Target = { kind: 'ResourcePlacement', namespace: 'team', name: 'web' };
  const CONFIG = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'other' } };
  const wide = (...expectation: Parameters<typeof interestsOf>): readonly string[] =>
    interestsOf(...expectation)
      .filter(({ namespace }) => namespace === undefined)
      .map(({ kind }) => kind)
      .toSorted();
  const homesOf = (kind: string, ...expectation: Parameters<typeof interestsOf>): readonly (string | undefined)[] =>
    interestsOf(...expectation)
      .filter((interest) => interest.kind === kind)
      .map(({ namespace }) => namespace);
  const NOT_OF_ONE_NAMESPACE = ['ClusterResourceOverride', 'ClusterResourceOverrideSnapshot', 'MemberCluster', 'Work'];

  it('are of their namespaces only, except cluster-scoped objects and those of a member', () => {
    const expectation = expectationOf({ targets: [WEB, { ...WEB, namespace: 'shop' }] });
    expect(wide(expectation)).toEqual(NOT_OF_ONE_NAMESPACE);
    expect(homesOf('ResourcePlacement', expectation)).toEqual(['team', 'shop']);
    expect(homesOf('ResourceOverrideSnapshot', expectation)).toEqual(['team', 'shop']);
  });

  it('are all placements that may have an object of the deploy: those of its namespaces, and cluster-scoped ones', () => {
    const expectation = expectationOf({ targets: [WEB], manifests: [CONFIG] });
    expect(wide(expectation)).toEqual([...NOT_OF_ONE_NAMESPACE, 'ClusterResourcePlacement'].toSorted());
    expect(homesOf('ResourcePlacement', expectation)).toEqual(['team', 'other']);
    expect(homesOf('ResourceOverrideSnapshot', expectation)).toEqual(['team', 'other']);
    expect(homesOf('ConfigMap', expectation)).toEqual(['other']);
  });

  it('are the placements of the whole hub only after another owner was named, or for a reader that keeps them', () => {
    expect(wide(expectationOf({ targets: [WEB] }), undefined, 'whole')).toContain('ClusterResourcePlacement');
    const owned = { type: 'Applied', status: 'False', reason: 'FailedToTakeOver' };
    const status = {
      placementStatuses: [{ clusterName: 'east', failedPlacements: [{ kind: 'ConfigMap', name: 'settings', condition: owned }] }],
    };
    const placement = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: WEB.kind,
      metadata: { name: 'web', namespace: 'team' },
      status,
    };
    expect(wide(expectationOf({ targets: [WEB] }), memoryHub([placement], NOW))).toContain('ClusterResourcePlacement');
  });

  it('are of the placement of a run as well, in its namespace', () => {
    const expectation = expectationOf({ targets: [{ ...WEB, kind: 'StagedUpdateRun' }] });
    expect(homesOf('ResourcePlacement', expectation)).toEqual(['team']);
    expect(homesOf('StagedUpdateRun', expectation)).toEqual(['team']);
  });

  it('are of the whole hub if another target has no namespace', () => {
    const expectation = expectationOf({ targets: [WEB, SHOP] });
    expect(new Set(homesOf('ResourceOverride', expectation))).toEqual(new Set(['team', undefined]));
    expect(homesOf('ResourceBinding', expectation)).toEqual(['team']);
  });
});
