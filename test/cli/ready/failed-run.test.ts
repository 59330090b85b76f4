/** `ready` for a placement with strategy External, whose last update run has failed. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { namespaceShop, no, NOW, orders, resourceSnapshot, yes } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { askReady, type ReadyTold } from '../../support/hubs/ready-hub.ts';

function bare({ apiVersion, kind, metadata, ...object }: KubeObject): object {
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: object['spec'] };
}

const created = (name: string, minute: number): KubeObject['metadata'] => ({
  name,
  generation: 1,
  creationTimestamp: `2026-03-04T09:0${String(minute)}:00Z`,
});

/** Run v1 has succeeded, then v2 has failed. */
function ask(image: string, ...more: readonly KubeObject[]): Promise<ReadyTold> {
  const fleet = finishedFleet();
  const good = { ...fleet.run, metadata: created('v1', 1) };
  const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Succeeded', 'UpdateRunFailed', 1, 'it failed')];
  const status = { ...(fleet.run['status'] as object), resourceSnapshotIndexUsed: '1', conditions };
  const bad = { ...good, metadata: created('v2', 5), status };
  const snapshots = [
    resourceSnapshot(0, [namespaceShop(), orders('v1')], false),
    resourceSnapshot(1, [namespaceShop(), orders('v2')], true),
  ];
  const content = [namespaceShop(), orders('v2')];
  const objects = [...stagedObjects({ ...fleet, run: bad, snapshots, content }), good, ...more];
  return askReady({ objects, at: NOW, change: [bare(fleet.placement), namespaceShop(), orders(image)] });
}

const reasons = ({ report }: ReadyTold): readonly string[] => (report.ready?.reasons ?? []).map(({ effect, id }) => `${effect} ${id}`);

test('with the same content it is not ready, and the run is named', async () => {
  const told = await ask('v2');
  expect([told.exitCode, reasons(told)]).toEqual([1, expect.arrayContaining(['blocks former-rollout-failed'])]);
  expect(told.out).toContain('The former rollout of ClusterResourcePlacement/shop failed: ClusterStagedUpdateRun/v2');
});

test('with other content it is ready, with a warning', async () => {
  const told = await ask('v3');
  expect([told.exitCode, reasons(told)]).toEqual([0, expect.arrayContaining(['warns former-rollout-failed'])]);
});

test('a newer run that has succeeded makes it good again', async () => {
  const status = { ...(finishedFleet().run['status'] as object), resourceSnapshotIndexUsed: '1' };
  const told = await ask('v2', { ...finishedFleet().run, metadata: created('v3', 8), status });
  expect(reasons(told)).not.toContain('blocks former-rollout-failed');
});

test('a newer run that is being deleted does not hide it', async () => {
  const run = { ...finishedFleet().run, metadata: { ...created('v3', 8), deletionTimestamp: NOW.toISOString() } };
  expect(reasons(await ask('v2', { ...run, status: {} }))).toContain('blocks former-rollout-failed');
});

test.each([
  ['60s', 'blocks former-rollout-failed'],
  ['30s', 'warns former-rollout-failed'],
])('a run that found a cluster in no stage, and a change with stages that wait %s', async (waitTime, expected) => {
  const fleet = finishedFleet();
  const stages = (time: string): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateStrategy',
    metadata: { name: 'canary-first' },
    spec: { stages: [{ name: 'canary', afterStageTasks: [{ type: 'TimedWait', waitTime: time }] }] },
  });
  const message = 'cannot continue: some clusters are not placed in any stage, total 1, showing up to 10: west';
  const run = {
    ...fleet.run,
    metadata: created('v2', 5),
    spec: { ...(fleet.run['spec'] as object), stagedRolloutStrategyName: 'canary-first' },
    status: { conditions: [no('Initialized', 'UpdateRunInitializedFailed', 1, message)] },
  };
  const told = await askReady({
    objects: [...stagedObjects({ ...fleet, run }), stages('60s')],
    at: NOW,
    change: [bare(fleet.placement), namespaceShop(), orders('v1'), stages(waitTime)],
  });
  expect(reasons(told), told.out).toContain(expected);
});

/** Run v1 has succeeded, and the run is not under way. */
async function askBeside(state: string, changed: string): Promise<ReadyTold> {
  const fleet = finishedFleet();
  const good: KubeObject = { ...fleet.run, metadata: created('v1', 1) };
  const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunStopped', 1)];
  const status = {
    ...(fleet.run['status'] as object),
    conditions: state === 'Stop' ? conditions : conditions.slice(0, 1),
    stagesStatus: [],
  };
  const held = { ...good, metadata: created('v2', 5), spec: { ...(fleet.run['spec'] as object), state }, status };
  const run = { ...bare(held), spec: { ...(fleet.run['spec'] as object), state: changed } };
  const snapshots = [
    resourceSnapshot(0, [namespaceShop(), orders('v1')], false),
    resourceSnapshot(1, [namespaceShop(), orders('v2')], true),
  ];
  const objects = [...stagedObjects({ ...fleet, run: held, snapshots, content: [namespaceShop(), orders('v2')] }), good];
  const change = [bare(fleet.placement), namespaceShop(), orders('v3'), ...(state === changed ? [] : [run])];
  return askReady({ objects, at: NOW, change });
}

test('a run that is prepared and was not started does not hold back other content', async () => {
  const told = await askBeside('Initialize', 'Initialize');
  expect([told.exitCode, reasons(told)]).toEqual([0, expect.arrayContaining(['warns run-at-work'])]);
  expect(told.out).toContain('is prepared and has not been started');
});

test('a stopped run does, unless the change continues it', async () => {
  expect((await askBeside('Stop', 'Stop')).exitCode).toBe(1);
  const told = reasons(await askBeside('Stop', 'Run'));
  expect(told).toContain('warns run-at-work');
  expect(told).not.toContain('waits former-rollout-unfinished');
});
