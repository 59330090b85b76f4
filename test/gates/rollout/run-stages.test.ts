/** The progress of a cluster that a run has started, from its binding, if the binding has the content of the run. */
import { expect, test } from 'vitest';
import type { GatedCluster } from '../../../src/report.ts';
import { clusterStatusText } from '../../../src/report/facts/gate/cluster-status-text.ts';
import { gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const { asked, objects } = hubFixture('run-stuck');

function rowsOf(hub: typeof objects): readonly GatedCluster[] {
  return gate(asked)
    .once(hub)
    .runs.flatMap(({ clusters }) => clusters);
}

test('a stuck cluster is shown at the condition at which it is stuck', () => {
  const [stuck, ...others] = rowsOf(objects).filter(({ verdict }) => verdict === 'stuck');
  expect(others).toEqual([]);
  expect(stuck).toMatchObject({ name: 'm1', stage: 'Available' });
  expect(stuck && clusterStatusText(stuck)).toBe('stuck, not available');
});

test('a stuck cluster is shown as the run reports it if its binding is missing', () => {
  const blind = objects.filter(({ kind }) => kind !== 'ResourceBinding');
  expect(blind.length).toBeLessThan(objects.length);
  expect(rowsOf(blind).find(({ name }) => name === 'm1')?.stage).toBe('RolloutStarted');
});

test.for([
  ['no conditions', []],
  ['a cluster that is not updated', [{ type: 'Succeeded', status: 'False', reason: 'R', message: 'm' }]],
] as const)('a succeeded run whose status has %s does not pass', ([, conditions]) => {
  const { look } = gate({ targets: ['csur/v1'] });
  const fleet = finishedFleet();
  expect(look(stagedObjects(fleet)).outcome).toBe('passed');
  const status = fleet.run['status'] as { readonly stagesStatus: readonly { readonly clusters: readonly object[] }[] };
  const stagesStatus = status.stagesStatus.map((stage) => ({
    ...stage,
    clusters: stage.clusters.map((each) => ({ ...each, conditions })),
  }));
  const damaged = { ...fleet, run: { ...fleet.run, status: { ...status, stagesStatus } } };
  expect(look(stagedObjects(damaged)).outcome).not.toBe('passed');
});
