/** The awaited step of a run whose status is only that it makes progress. */
import { describe, expect, test } from 'vitest';
import { greenFleet, objectsOf, yes } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

type Row = readonly [cluster: string, started: boolean, succeeded: boolean];

const done = [yes('Succeeded', 'StageUpdatingSucceeded', 1)];

function told(rows: readonly Row[], ended: boolean, removed: readonly Row[] = [], reason = 'UpdateRunProgressing'): string | undefined {
  const clustersOf = (all: readonly Row[]): readonly object[] =>
    all.map(([clusterName, started, succeeded]) => ({
      clusterName,
      conditions: [
        ...(started ? [yes('Started', 'ClusterUpdatingStarted', 1)] : []),
        ...(succeeded ? [yes('Succeeded', 'ClusterUpdatingSucceeded', 1)] : []),
      ],
    }));
  const status = {
    conditions: [
      yes('Initialized', 'UpdateRunInitializedSuccessfully', 1),
      { ...yes('Progressing', reason, 1), message: 'as the run says' },
    ],
    resourceSnapshotIndexUsed: '0',
    stagesStatus: [{ stageName: 'prod', clusters: clustersOf(rows), conditions: ended ? done : [] }],
    deletionStageStatus: { stageName: 'kubernetes-fleet.io/deleteStage', clusters: clustersOf(removed), conditions: [] },
  };
  const run = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'v1', generation: 1, uid: 'u' },
    spec: { placementName: 'shop', state: 'Run' },
    status,
  };
  const fleet = greenFleet(['east', 'west']);
  return gate({ targets: ['csur/v1'] }).once([...objectsOf(fleet), run]).runs[0]?.summary;
}

describe('a run that makes progress', () => {
  test('reports that all clusters of its stage are available and that it has not noticed yet', () => {
    expect(
      told(
        [
          ['east', true, true],
          ['west', true, false],
        ],
        false,
      ),
    ).toMatch(/^every cluster of stage prod is good, but the run has not noticed yet; /);
  });

  test('reports nothing more while a cluster will still be started', () => {
    expect(
      told(
        [
          ['east', true, true],
          ['west', false, false],
        ],
        false,
      ),
    ).toBe('as the run says');
  });

  test('reports nothing more while it waits for a task', () => {
    expect(
      told(
        [
          ['east', true, true],
          ['west', true, true],
        ],
        false,
        [],
        'UpdateRunWaiting',
      ),
    ).toBe('as the run says');
  });

  test('names the clusters that its delete stage has not cleared yet', () => {
    expect(
      told([['east', true, true]], true, [
        ['south', true, false],
        ['north', true, true],
      ]),
    ).toBe('every stage is done; the removal from south is not finished');
  });

  test('reports that only its end is missing', () => {
    expect(told([['east', true, true]], true)).toMatch(/^every stage is done, and the run has not ended; /);
  });
});
