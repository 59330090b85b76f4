import { describe, expect, test } from 'vitest';

import { listAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';
import { gate } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const REMOVAL = 'kubernetes-fleet.io/deleteStage';
const { objects, asked } = hubFixture('run-removal-stalled');
const { look, later } = gate(asked);

/** The run with another status, everything else as it was. */
function withRun(change: (status: Readonly<Record<string, unknown>>) => object): readonly KubeObject[] {
  const [, name] = (asked.targets[0] ?? '').split('/');
  return objects.map((object) =>
    object.kind === 'ClusterStagedUpdateRun' && object.metadata.name === name
      ? { ...object, status: change(object['status'] as Readonly<Record<string, unknown>>) }
      : object,
  );
}

const ids = (state: GateState): readonly string[] => state.runs.flatMap((run) => run.diagnoses.map((entry) => entry.id));
const verdicts = (state: GateState): readonly string[] =>
  state.runs.flatMap((run) => run.stages.map((stage) => `${stage.name} ${stage.verdict}`));

describe('the delete stage of a run', () => {
  // covers: delete-stage-of-every-run
  test('is waited for, and is stuck if it does not end', () => {
    const first = look(objects);
    expect(first.outcome).toBe('waiting');
    expect(verdicts(first)).toContain(`${REMOVAL} waiting`);
    const waiting = later(objects, first, 9 * MINUTE);
    expect(waiting.outcome).toBe('waiting');
    expect(ids(waiting)).toEqual(expect.arrayContaining(['run-removal-stalled', 'binding-deleting']));
    const stuck = later(objects, waiting, 10 * MINUTE);
    expect(stuck.outcome).toBe('stuck');
    expect(verdicts(stuck)).toContain(`${REMOVAL} stuck`);
  });

  test('has its own grace', () => {
    const options = { grace: { ...expectationOf({ targets: [parseTarget('crp/x')] }).options.grace, removal: MINUTE } };
    const first = look(objects, { options });
    expect(later(objects, first, MINUTE, { options }).outcome).toBe('stuck');
  });

  test('waits for a person if a person has stopped it', () => {
    const conditions = [{ type: 'Progressing', status: 'Unknown', reason: 'UpdateRunStopping', message: '', observedGeneration: 1 }];
    const stopping = withRun((status) => ({
      ...status,
      conditions: [...listAt(status, 'conditions').filter((entry) => (entry as { type?: string }).type === 'Initialized'), ...conditions],
    })).map((object) =>
      object.kind === 'ClusterStagedUpdateRun' ? { ...object, metadata: { ...object.metadata, generation: 1 } } : object,
    );
    const state = later(stopping, look(stopping), 11 * MINUTE);
    expect(state.outcome).toBe('waitingForPerson');
    expect(ids(state)).not.toContain('run-removal-stalled');
    const [stopped] = state.runs.flatMap(({ diagnoses }) => diagnoses.filter(({ id }) => id === 'run-stopped'));
    expect(stopped?.evidence.join(' ')).toContain('objects are still being removed from m2');
    expect(stopped?.evidence.join(' ')).not.toContain('is still being updated');
  });
});

describe('stages without a cluster', () => {
  const succeeded = { type: 'Succeeded', status: 'True', reason: 'UpdateRunSucceeded', message: 'All stages are completed successfully' };
  const skipped = { ...succeeded, reason: 'StageUpdatingSkippedNoClusters', message: 'Stage skipped because it has no clusters' };
  const empty = { stageName: 'staging', clusters: [], conditions: [skipped] };

  test('are skipped', () => {
    const hub = withRun((status) => ({ ...status, stagesStatus: [empty, ...listAt(status, 'stagesStatus')] }));
    expect(verdicts(look(hub))[0]).toBe('staging passed');
  });

  test('are not reported as reached if the run has not placed anything', () => {
    const hub = withRun((status) => ({ ...status, conditions: [...listAt(status, 'conditions'), succeeded], stagesStatus: [empty] }));
    const first = look(hub);
    expect(first.outcome).toBe('waiting');
    const state = later(hub, first, MINUTE);
    expect(state.outcome).toBe('failed');
    expect(ids(state)).toContain('scheduled-zero-clusters');
    expect(look(hub, { options: { allowEmpty: true } }).outcome).toBe('passed');
  });
});
