/** The progress of a cluster that a run has started, from its binding, if the binding has the content of the run. */
import { expect, test } from 'vitest';
import type { GatedCluster } from '../../../src/report.ts';
import { clusterStatusText } from '../../../src/report/facts/gate/cluster-status-text.ts';
import { gate } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

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
