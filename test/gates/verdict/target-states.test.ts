import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import { parseRequiredClusters } from '../../../src/gates/required-clusters.ts';
import {
  badWork,
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { finishedFleet } from '../../support/fleets/staged-fleet.ts';
import { diagnosesIn, gate, toldBy } from '../../support/gate/gate.ts';

type Json = Readonly<Record<string, unknown>>;

const { look, later } = gate();
const content = [namespaceShop(), orders('v1')];
const [, workload = orders('v1')] = content;

function withStatus(fleet: Fleet, conditions: readonly Json[], ofCluster: readonly Json[], more: Json = {}): Fleet {
  const status = {
    ...(fleet.placement['status'] as object),
    conditions,
    placementStatuses: [{ clusterName: 'east', conditions: ofCluster }],
  };
  return { ...fleet, placement: { ...fleet.placement, ...more, status } };
}

/** The given condition of cluster east is the last one; later conditions are absent. */
function standsAt(at: number, condition: Json, manifest: Json): readonly KubeObject[] {
  const top = [...placementConditions(1).slice(0, at), no(`ClusterResourcePlacement${String(condition['type'])}`, 'NotYet', 1)];
  const fleet = withStatus(greenFleet(['east']), top, [...clusterConditions(1).slice(0, at), { ...condition, observedGeneration: 1 }]);
  return objectsOf({
    ...fleet,
    bindings: [binding('east', 0, [...clusterConditions(3).slice(1, at), condition])],
    works: [badWork('east', 0, content, workload, manifest)],
  });
}

/** A ReportDiff placement whose comparison has ended, with these differences. */
function compared(
  diffedPlacements: readonly Json[],
  reported: Json = yes('DiffReported', 'AllWorkHaveDiffReported', 3),
): readonly KubeObject[] {
  const plain = greenFleet(['east']);
  const spec = { ...(plain.placement['spec'] as object), strategy: { type: 'RollingUpdate', applyStrategy: { type: 'ReportDiff' } } };
  const top = [...placementConditions(1).slice(0, 4), { ...reported, type: 'ClusterResourcePlacementDiffReported', observedGeneration: 1 }];
  const fleet = withStatus(plain, top, [...clusterConditions(1).slice(0, 4), { ...reported, observedGeneration: 1 }], { spec });
  const bound = binding('east', 0, [...clusterConditions(3).slice(1, 4), reported], { applyStrategy: { type: 'ReportDiff' } });
  const status = { conditions: [{ ...reported, observedGeneration: 1 }], manifestConditions: [] };
  return objectsOf({
    ...fleet,
    bindings: [{ ...bound, status: { ...(bound['status'] as object), diffedPlacements } }],
    works: [work('east', 0, content, status)],
  });
}

// covers: wait-for-namespace-placement gate-on-namespace gate-the-pipeline-on-applied
describe('the state that --for names', () => {
  const refused = standsAt(4, no('Applied', 'NotAllWorkHaveBeenApplied', 3), {
    ...no('Applied', 'ManifestApplyFailed', 1),
    message: 'field is immutable',
  });
  const unavailable = standsAt(5, no('Available', 'NotAllWorkAreAvailable', 3), no('Available', 'ManifestNotAvailableYet', 1));
  const entry = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders', observedDiffs: [{ path: '/' }] };

  test.for<readonly [GateOptions['for'], readonly KubeObject[], string]>([
    ['available', unavailable, 'waiting workload-not-available'],
    ['succeeded', unavailable, 'waiting workload-not-available'],
    ['applied', unavailable, 'passed'],
    ['applied', refused, 'failed apply-immutable-field'],
    ['scheduled', refused, 'passed'],
    ['scheduled', unavailable, 'passed'],
    ['available', compared([]), 'passed'],
    ['diff-reported', compared([]), 'passed'],
    ['available', compared([entry]), 'failed diff-found'],
    ['applied', compared([entry]), 'failed diff-found'],
    ['diff-reported', compared([entry]), 'failed diff-found'],
    ['diff-reported', compared([], no('DiffReported', 'DiffReportInProgress', 3)), 'waiting apply-in-progress'],
  ])('%s: %#', ([asked, objects, expected]) => {
    expect(toldBy(look(objects, { options: { for: asked } }))).toBe(expected);
  });

  test.for<readonly [GateOptions['for'], string]>([
    ['available', 'notVerified notVerified'],
    ['applied', 'notVerified notVerified'],
    ['succeeded', 'notVerified notVerified'],
    ['diff-reported', 'passed passed'],
  ])('%s of ReportDiff without a difference is %s, because nothing is applied', ([asked, expected]) => {
    const [placement] = look(compared([]), { options: { for: asked } }).placements;
    expect(`${String(placement?.verdict)} ${String(placement?.clusters[0]?.verdict)}`).toBe(expected);
    expect(placement?.summary.includes('nothing is applied')).toBe(asked !== 'diff-reported');
  });

  test('diff-reported of an applied placement is notVerified, because nothing is compared', () => {
    const [placement] = look(objectsOf(greenFleet(['east'])), { options: { for: 'diff-reported' } }).placements;
    expect([placement?.verdict, placement?.clusters[0]?.verdict]).toEqual(['notVerified', 'notVerified']);
    expect(placement?.summary).toMatch(/; it was applied and not compared, as ReportDiff is not its apply strategy$/);
  });

  describe('diff-reported of a binding that is newer than its Work', () => {
    const reported = yes('DiffReported', 'AllWorkHaveDiffReported', 1);
    const withWorks = (...works: readonly KubeObject[]): readonly KubeObject[] => [
      ...compared([]).filter(({ kind }) => kind !== 'Work'),
      ...works,
    ];
    const status = (condition: Json): Json => ({ conditions: [condition], manifestConditions: [] });

    test.for<readonly [string, readonly KubeObject[], string]>([
      ['there, and answered', withWorks(work('east', 0, content, status(reported))), 'passed'],
      ['missing', withWorks(), 'waiting work-unlike-snapshot'],
      ['of another index', withWorks(work('east', 1, content, status(reported))), 'waiting work-unlike-snapshot'],
      ['of an older generation', withWorks(work('east', 0, content, status({ ...reported, observedGeneration: 0 }))), 'waiting'],
      ['without an answer', withWorks(work('east', 0, content, { conditions: [] })), 'waiting'],
    ])('%s', ([, objects, expected]) => {
      expect(toldBy(look(objects, { options: { for: 'diff-reported' } }))).toBe(expected);
    });
  });

  describe('a comparison of a cluster that no update run of another placement has reached (804)', () => {
    const missing = { ...entry, observedDiffs: [{ path: '/', valueInHub: '(the whole object)' }] };

    /** The placement that brings the object, with the snapshot that a run wrote into its binding; empty before the first run there. */
    const bringing = (snapshot: string): readonly KubeObject[] => {
      const fleet = greenFleet(['east'], content);
      const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
      const bound = fleet.bindings.map((each) => ({ ...each, spec: { ...(each['spec'] as object), resourceSnapshotName: snapshot } }));
      const objects = [{ ...fleet.placement, spec }, ...fleet.snapshots, ...bound];
      const text = JSON.stringify(objects).replaceAll('"shop-', '"app-').replaceAll('parent-CRP":"shop"', 'parent-CRP":"app"');
      return (JSON.parse(text) as readonly KubeObject[]).map((each) =>
        each.kind === 'ClusterResourcePlacement' ? { ...each, metadata: { ...each.metadata, name: 'app', uid: 'uid-app' } } : each,
      );
    };
    const titles = (others: readonly KubeObject[], difference: Json = missing): readonly string[] | undefined =>
      look([...compared([difference]), ...others], { options: { for: 'diff-reported' } }).placements[0]?.diagnoses.map(
        ({ title }) => title,
      );

    test('says that the object is not rolled out there yet', () => {
      expect(titles(bringing(''))).toEqual(['The object is missing, because it is not rolled out there yet']);
    });

    test('does not ask to look at, or to change, an object that is not there', () => {
      for (const others of [[], bringing('')]) {
        const [found] = look([...compared([missing]), ...others], { options: { for: 'diff-reported' } }).placements[0]?.diagnoses ?? [];
        const text = [found?.explain ?? '', ...(found?.remedy ?? [])].join(' ');
        expect(found?.remedy[0]).toMatch(/^Check whether east has it by now: /);
        expect(text).not.toMatch(/ as east has it|-o yaml|Change the object on the member|differs from/);
      }
    });

    test('is a plain difference after a run, without such a placement, or if the object is there', () => {
      expect(titles(bringing('app-0-snapshot'))).toEqual(['Differences were found']);
      expect(titles([])).toEqual(['Differences were found']);
      expect(titles(bringing(''), { ...entry, observedDiffs: [{ path: '/spec/replicas', valueInHub: '2', valueInMember: '5' }] })).toEqual([
        'Differences were found',
      ]);
    });
  });

  test('scheduled needs an answer to the newest generation', () => {
    const fleet = greenFleet(['east']);
    const edited = { ...fleet, placement: { ...fleet.placement, metadata: { ...fleet.placement.metadata, generation: 2 } } };
    expect(toldBy(look(objectsOf(edited), { options: { for: 'scheduled' } }))).toBe('waiting scheduling-pending');
  });

  test('scheduled needs a cluster, and the required ones', () => {
    const none = greenFleet([]);
    const status = { ...(none.placement['status'] as object), conditions: placementConditions(0).slice(0, 1) };
    const fleet = { ...none, placement: { ...none.placement, status } };
    const first = look(objectsOf(fleet), { options: { for: 'scheduled' } });
    expect(toldBy(first)).toBe('waiting scheduled-zero-clusters');
    expect(toldBy(later(objectsOf(fleet), first, 60_000, { options: { for: 'scheduled' } }))).toBe('failed scheduled-zero-clusters');
    expect(toldBy(look(objectsOf(fleet), { options: { for: 'scheduled', allowEmpty: true } }))).toBe('passed scheduled-zero-clusters');
    const requireClusters = { kind: 'named', names: ['north'] } as const;
    const required = look(objectsOf(greenFleet(['east'])), { options: { for: 'scheduled', requireClusters } });
    expect(toldBy(required)).toBe('waiting scheduled-required-cluster-missing');
  });

  test('of labels is not decided at once if the members were not read', () => {
    const requireClusters = parseRequiredClusters('env=prod') ?? { kind: 'named' as const, names: [] };
    const asked = { options: { requireClusters }, hidden: { MemberCluster: { kind: 'unread' } } } as const;
    const members = objectsOf(greenFleet(['east']));
    for (const objects of [members, [...objectsOf(finishedFleet()), finishedFleet().run]]) {
      const targets = objects === members ? ['crp/shop'] : ['csur/v1'];
      const state = gate({ targets, ...asked }).once(objects);
      expect(state.outcome).toBe('waiting');
      expect(diagnosesIn(state).map(({ title }) => title)).toContain('It is not known which clusters are required');
    }
    expect(gate(asked).once(members, { hidden: {} }).outcome).toBe('passed');
  });
});

// covers: look-at-scheduled-first
test('the status of clusters is of the former content if the selection is refused', () => {
  const message = 'The resource selectors are invalid: found duplicate resource';
  const scheduled = no('ClusterResourcePlacementScheduled', 'InvalidResourceSelectors', 1, message);
  const conditions = [scheduled, ...placementConditions(1).slice(1)];
  const fleet = withStatus(greenFleet(['east']), conditions, clusterConditions(1));
  const refused = { ...no('Applied', 'ManifestApplyFailed', 1), message: 'field is immutable' };
  const objects = objectsOf({
    ...fleet,
    bindings: [binding('east', 0, [...clusterConditions(3).slice(1, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 3)])],
    works: [badWork('east', 0, content, workload, refused)],
  });
  expect(toldBy(look(objects))).toBe('failed selectors-invalid');
});

test('newer content gets its own grace', () => {
  const quota = { ...no('Applied', 'ManifestApplyFailed', 1), message: 'exceeded quota: compute' };
  const failing = (index: number): readonly KubeObject[] => {
    const conditions = [...clusterConditions(3).slice(1, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 3)];
    const fleet = greenFleet(['east']);
    const status = { ...(fleet.placement['status'] as object), observedResourceIndex: String(index) };
    return objectsOf({
      ...fleet,
      placement: { ...fleet.placement, status },
      snapshots: [resourceSnapshot(index, content, true)],
      bindings: [binding('east', index, conditions)],
      works: [badWork('east', index, content, workload, quota)],
    });
  };
  const first = look(failing(0));
  const newer = later(failing(1), first, 4 * 60_000);
  expect(toldBy(later(failing(0), first, 5 * 60_000))).toBe('failed apply-quota-exceeded');
  expect(toldBy(later(failing(1), newer, 6 * 60_000))).toBe('waiting apply-quota-exceeded');
  expect(toldBy(later(failing(1), newer, 9 * 60_000))).toBe('failed apply-quota-exceeded');
});
