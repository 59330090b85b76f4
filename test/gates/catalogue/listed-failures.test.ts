import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { clusterConditions, greenFleet, no, NOW, objectsOf, placementConditions, yes } from '../../support/fleets/fleet.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { stagedFleet } from '../../support/fleets/staged-fleet.ts';

type Json = Readonly<Record<string, unknown>>;

const REFUSED = {
  ...no('Applied', 'ManifestApplyFailed', 1),
  message: 'Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable',
};
const FAILED = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders', condition: REFUSED };

/** The placement alone, as a user may have copied it into a ticket. */
function placementWith(conditions: readonly Json[], entries: readonly Json[], base: KubeObject = greenFleet().placement): KubeObject {
  const selectedResources = [{ version: 'v1', kind: 'Namespace', name: 'shop' }];
  return { ...base, status: { ...(base['status'] as object), conditions, selectedResources, placementStatuses: entries } };
}

async function look(objects: readonly KubeObject[], target: string): Promise<GateReport> {
  return diagnose({ reader: filesReader(objects), expectation: expectationOf({ targets: [parseTarget(target)] }) });
}

function reported({ outcome, placements, runs }: GateReport): readonly string[] {
  const causes = [...placements, ...runs].flatMap(({ diagnoses }) =>
    diagnoses.map((entry) => `${entry.id} ${entry.cluster ?? ''} ${entry.outcome}`),
  );
  return [outcome, ...causes];
}

describe('a placement whose only fact is its own condition', () => {
  const notSynced = [
    ...placementConditions(2).slice(0, 3),
    no(
      'ClusterResourcePlacementWorkSynchronized',
      'WorkNeedSyncedOrUpdated',
      1,
      'Failed to synchronize work(s) for 1 clusters, please check the failedPlacements status',
    ),
  ];
  const quiet = clusterConditions(1).slice(0, 3);

  test('names the objects that its status lists as failed', async () => {
    const placement = placementWith(notSynced, [
      { clusterName: 'east', conditions: quiet, failedPlacements: [FAILED] },
      { clusterName: 'west', conditions: clusterConditions(1) },
    ]);
    const report = await look([placement], 'crp/shop');
    expect(reported(report)).toEqual(['waiting', 'apply-immutable-field east suspect']);
    expect(JSON.stringify(report)).toContain('of which content it is cannot be seen');
  });

  test('reports only that Works are not written if its status lists no failed object', async () => {
    const placement = placementWith(notSynced, [{ clusterName: 'east', conditions: quiet }]);
    expect(reported(await look([placement], 'crp/shop'))).toEqual(['waiting', 'work-sync-error  suspect']);
  });

  test('does not report the listed objects in a watch, because the list may be of an earlier deploy', async () => {
    const placement = placementWith(notSynced, [{ clusterName: 'east', conditions: quiet, failedPlacements: [FAILED] }]);
    const clock = new SimClock();
    const denied = { kind: 'denied', message: 'forbidden' } as const;
    const hidden = { ClusterResourceBinding: denied, Work: denied, ClusterResourceSnapshot: denied };
    const reader = new ScriptedHub(clock, NOW, [{ at: 0, objects: [...objectsOf(greenFleet()).slice(1), placement] }], hidden);
    const report = await clock.play(wait({ reader, clock, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }) }));
    expect(reported(report)).toEqual(['failed', 'work-sync-error  terminal']);
  });
});

describe('a run that is stuck, with its placement alone', () => {
  const { run } = stagedFleet();
  const stuck: KubeObject = {
    ...run,
    status: {
      ...(run['status'] as object),
      conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunStuck', 1)],
      stagesStatus: [
        {
          stageName: 'canary',
          clusters: [{ clusterName: 'east', conditions: [yes('Started', 'ClusterUpdatingStarted', 1)] }],
          conditions: [yes('Progressing', 'StageUpdatingStarted', 1)],
        },
      ],
    },
  };
  const entry = {
    clusterName: 'east',
    conditions: [...clusterConditions(1).slice(0, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 1)],
    failedPlacements: [FAILED],
  };

  test('names the objects that delay it', async () => {
    const placement = placementWith(placementConditions(2).slice(0, 1), [entry], stagedFleet().placement);
    expect(reported(await look([stuck, placement], 'csur/v1'))).toEqual([
      'stuck',
      'run-stuck east terminal',
      'apply-immutable-field east suspect',
    ]);
  });

  test('names only those of its current clusters', async () => {
    const placement = placementWith(placementConditions(2).slice(0, 1), [{ ...entry, clusterName: 'west' }], stagedFleet().placement);
    expect(reported(await look([stuck, placement], 'csur/v1'))).toEqual(['stuck', 'run-stuck east terminal']);
  });

  test('is reported without objects if the placement does not exist', async () => {
    expect(reported(await look([stuck], 'csur/v1'))).toEqual(['stuck', 'run-stuck east terminal']);
  });
});
