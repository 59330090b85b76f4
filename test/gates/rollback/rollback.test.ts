/** The report of a failed gate about the content before: which run or revert brings it back, and what that undoes. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { rollbacksOf } from '../../../src/gates/rollback/rollbacks-of.ts';
import type { GatedPlacement, GateReport, Rollback } from '../../../src/report.ts';
import { greenFleet, namespaceShop, no, NOW, objectsOf, orders, resourceSnapshot, yes } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { stagedFleet } from '../../support/fleets/staged-fleet.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const REACH = { hub: { context: 'prod' } };
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token', namespace: 'shop' },
  data: { value: 'c2VjcmV0' },
};
const OLD = resourceSnapshot(3, [namespaceShop(), orders('v3'), secret], false);
const NEW = resourceSnapshot(4, [namespaceShop(), orders('v4'), { ...secret, metadata: { name: 'other', namespace: 'shop' } }], true);

/** The placement as the gate judged it. */
function gated(
  kind = 'ClusterResourcePlacement',
  name = 'shop',
  verdict: GatedPlacement['verdict'] = 'failed',
): Pick<GateReport, 'placements' | 'runs'> {
  const object = { apiVersion: API, kind, name };
  const common = { object, verdict, summary: '', snapshotIndex: 4, freshness: 'proven', clusters: [], diagnoses: [] } as const;
  return kind === 'ClusterResourcePlacement' ? { placements: [common], runs: [] } : { placements: [], runs: [{ ...common, stages: [] }] };
}

function run(name: string, index: number, succeeded: string | undefined, state = 'Run'): KubeObject {
  const { run: object } = stagedFleet();
  const done = { ...yes('Succeeded', 'UpdateRunSucceeded', 1), lastTransitionTime: succeeded };
  const status = { ...(object['status'] as object), resourceSnapshotIndexUsed: String(index) };
  return {
    ...object,
    metadata: { ...object.metadata, name },
    spec: { placementName: 'shop', stagedRolloutStrategyName: 'rings', state },
    status: succeeded === undefined ? status : { ...status, conditions: [done] },
  };
}

function external(...objects: readonly KubeObject[]): readonly Rollback[] {
  const { placement } = stagedFleet();
  return rollbacksOf(gated(), { hub: memoryHub([placement, ...objects], NOW), reach: REACH, paths: ['deploy/'] });
}

describe('under External', () => {
  const good = run('r3', 3, '2026-03-01T10:00:00Z');

  test('the last run that succeeded with other content names the snapshot, and the new run does not start by itself', () => {
    const older = run('r1', 1, '2026-02-01T10:00:00Z');
    const [found] = external(OLD, NEW, older, good, run('r4', 4, undefined));
    expect(found).toMatchObject({ by: 'run', index: 3, provenBy: { name: 'r3' } });
    expect(found?.manifest?.split('\n')).toEqual([
      `apiVersion: ${API}`,
      'kind: ClusterStagedUpdateRun',
      'metadata:',
      '  name: "shop-back-to-3"',
      'spec:',
      '  placementName: "shop"',
      '  resourceSnapshotIndex: "3"',
      '  stagedRolloutStrategyName: "rings"',
      '  state: Initialize',
    ]);
  });

  test('the steps read first, stop the active run, and name the hub in each command', () => {
    const [found] = external(OLD, NEW, good, run('r4', 4, undefined));
    const words = [
      'get clusterresourcesnapshot/shop-3-snapshot',
      'patch csur.placement.kubernetes-fleet.io/r4',
      'create -f',
      'get csur',
      '"Run"',
      'wait',
    ];
    expect(found?.steps.map((step, index) => step.includes(words[index] ?? '?'))).toEqual(words.map(() => true));
    expect(found?.steps.every((step) => step.includes('--context prod'))).toBe(true);
  });

  test('the undone changes have names, but not the value of a Secret', () => {
    const [found] = external(OLD, NEW, good);
    expect(found?.undoes).toMatchObject({
      from: 4,
      to: 3,
      added: [{ kind: 'Secret', name: 'token' }],
      changed: [{ kind: 'Deployment', name: 'orders' }],
      removed: [{ kind: 'Secret', name: 'other' }],
    });
    expect(JSON.stringify(found)).not.toContain('c2VjcmV0');
  });

  test('the notes say that only objects return, and that the next run rolls forward', () => {
    const notes = external(OLD, NEW, good)[0]?.notes.join(' ');
    expect(notes).toContain('overrides, the policy and the apply strategy are those of now');
    expect(notes).toContain('resourceSnapshotIndex');
  });

  test('the advice is a revert if the snapshot is gone', () => {
    for (const others of [[resourceSnapshot(2, [namespaceShop()], false)], []]) {
      const [found] = external(NEW, ...others, good);
      expect(found).toMatchObject({ by: 'revert', provenBy: { name: 'r3' } });
      expect(found?.message).toContain('is not on the hub any more');
      expect(found?.manifest).toBeUndefined();
    }
  });

  test.for<readonly [string, KubeObject]>([
    ['rolled out the same snapshot', run('r4', 4, '2026-03-01T10:00:00Z')],
    ['has not succeeded', run('r3', 3, undefined)],
    ['had no cluster', { ...good, status: { ...(good['status'] as object), stagesStatus: [{ stageName: 'canary', clusters: [] }] } }],
  ])('a run that %s is not evidence of older content', ([, object]) => {
    expect(external(OLD, NEW, object)).toMatchObject([{ by: 'unknown', steps: [] }]);
  });

  test('an existing name is not used again', () => {
    const [found] = external(OLD, NEW, good, run('shop-back-to-3', 4, undefined));
    expect(found?.manifest).toContain('name: "shop-back-to-3-2"');
  });

  test('a failed run has the rollback of its placement, once', () => {
    const { placement } = stagedFleet();
    const hub = memoryHub([placement, OLD, NEW, good, run('r4', 4, undefined)], NOW);
    const both = { placements: gated().placements, runs: gated('ClusterStagedUpdateRun', 'r4').runs };
    expect(rollbacksOf(both, { hub, reach: REACH, paths: [] }).map(({ placement: { kind } }) => kind)).toEqual([
      'ClusterResourcePlacement',
    ]);
  });

  test('kinds that cannot be read are reported as unknown', () => {
    const { placement } = stagedFleet();
    const unknownOf = (kind: string): readonly Rollback[] => {
      const hub = memoryHub([placement, OLD, NEW, good], NOW, { [kind]: { kind: 'denied', message: 'no' } });
      return rollbacksOf(gated(), { hub, reach: REACH, paths: [] });
    };
    expect(unknownOf('ClusterResourceSnapshot')).toMatchObject([
      { by: 'unknown', message: expect.stringContaining('cannot be read') as string },
    ]);
    expect(unknownOf('ClusterStagedUpdateRun')).toMatchObject([
      { by: 'unknown', message: expect.stringContaining('were not read') as string },
    ]);
    const files = memoryHub([placement, OLD, NEW], NOW, { ClusterStagedUpdateRun: { kind: 'unread' } });
    expect(rollbacksOf(gated(), { hub: files, reach: REACH, paths: [] })).toMatchObject([{ by: 'unknown' }]);
    const bare = memoryHub([placement], NOW, { ClusterResourceSnapshot: { kind: 'unread' } });
    expect(rollbacksOf(gated(), { hub: bare, reach: REACH, paths: [] })).toEqual([]);
  });
});

describe('under RollingUpdate', () => {
  const rolling = (...objects: readonly KubeObject[]): readonly Rollback[] => {
    const hub = memoryHub([greenFleet().placement, ...objects], NOW);
    return rollbacksOf(gated(), { hub, reach: REACH, paths: ['deploy/', 'a b'] });
  };

  test('only a revert restores the content, with the paths of the manifests', () => {
    const [found] = rolling(OLD, NEW);
    expect(found).toMatchObject({ by: 'revert', index: 3, undoes: { from: 4, to: 3 } });
    expect(found?.provenBy).toBeUndefined();
    expect(found?.notes.join(' ')).toContain('Nothing on the hub shows that it was good');
    expect(found?.steps[1]).toBe("Find the commit that brought the change: `git log --oneline -n 10 -- deploy/ 'a b'`");
  });

  test('the first content has no rollback', () => {
    expect(rolling(resourceSnapshot(0, [namespaceShop()], true))).toEqual([]);
  });

  test('former content whose snapshots are all deleted still comes back by a revert', () => {
    const [found] = rolling(NEW);
    expect([found?.by, found?.index, found?.undoes]).toEqual(['revert', undefined, undefined]);
  });
});

test('a target that passed or waits has no rollback', () => {
  const hub = memoryHub([greenFleet().placement, OLD, NEW], NOW);
  for (const verdict of ['passed', 'waiting'] as const)
    expect(rollbacksOf(gated('ClusterResourcePlacement', 'shop', verdict), { hub, reach: REACH, paths: [] })).toEqual([]);
});

test('a failed gate reports it, with the paths of its manifests', async () => {
  const { run: failed, request: _, ...fleet } = stagedFleet();
  const status = { ...(failed['status'] as object), conditions: [no('Succeeded', 'UpdateRunFailed', 1)] };
  const objects = [
    ...objectsOf(fleet),
    resourceSnapshot(1, [namespaceShop()], false),
    { ...failed, status },
    run('r1', 1, '2026-03-01T10:00:00Z'),
  ];
  const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects }]);
  const report = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('csur/v1')] }) });
  expect([report.outcome, report.rollback?.map(({ by, index }) => [by, index])]).toEqual(['failed', [['run', 1]]]);
});
