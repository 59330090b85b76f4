/** A succeeded run, and clusters that the placement picked after it was planned. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { binding } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { diagnosesIn, gate, toldBy } from '../../support/gate/gate.ts';

const fleet = finishedFleet();
const NORTH = binding('north', 0, [], { state: 'Scheduled', resourceSnapshotName: '' });

function objectsWith(more: KubeObject, ...others: readonly KubeObject[]): readonly KubeObject[] {
  return [...stagedObjects({ ...fleet, bindings: [...fleet.bindings, more] }), ...others];
}

const deployed = { targets: ['csur/v1'], manifests: fleet.content };

test('a run of a deploy does not pass while a cluster that the placement picked has nothing', () => {
  expect(toldBy(gate(deployed).once(stagedObjects(fleet)))).toBe('passed');
  const state = gate(deployed).once(objectsWith(NORTH));
  expect(toldBy(state)).toBe('waitingForPerson external-run-missing');
  expect(diagnosesIn(state)[0]?.evidence).toContain('north is picked, and is not a cluster of ClusterStagedUpdateRun/v1');
});

test('the gate waits if another run may bring the content, or the rollout has started', () => {
  const { run } = stagedFleet();
  const another = { ...run, metadata: { ...run.metadata, name: 'v2', uid: 'uid-v2' } };
  const state = gate(deployed).once(objectsWith(NORTH, another));
  expect([state.outcome, state.runs[0]?.summary]).toEqual(['waiting', expect.stringMatching(/^north is not a cluster of the run: /)]);
  const started = gate(deployed).once(objectsWith(binding('north', 0, [])));
  expect([started.outcome, started.runs[0]?.summary]).toEqual(['waiting', expect.stringMatching(/^north is not a cluster of the run: /)]);
});

test('a run that was only named passes for its own clusters, and the report names the others', () => {
  const state = gate({ targets: ['csur/v1'] }).once(objectsWith(NORTH));
  expect(state.outcome).toBe('passed');
  expect(state.runs[0]?.summary).toMatch(/^succeeded on its clusters, and north is not one of them; /);
});

test('a cluster that another run brought the content to does not matter', () => {
  const north = JSON.parse(JSON.stringify(fleet.works[0]).replaceAll('east', 'north')) as KubeObject;
  const state = gate(deployed).once(objectsWith(binding('north', 0), north));
  expect([state.outcome, state.runs[0]?.summary]).toEqual(['passed', expect.stringContaining('succeeded on every cluster;')]);
});
