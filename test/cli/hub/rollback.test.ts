/** A failed update run on a hub of this process: each format says what can bring the former content back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../../src/demo/hub/hub-time.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { namespaceShop, no, NOW, orders, resourceSnapshot, yes } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

test('the run before is named in text, JSON, JUnit, SARIF and annotations, and nothing is written', async () => {
  const fleet = finishedFleet();
  const spec = { ...(fleet.run['spec'] as object), stagedRolloutStrategyName: 'rings' };
  const created = (name: string, minute: number): object => ({ name, generation: 1, creationTimestamp: `2026-03-04T09:0${minute}:00Z` });
  const status = fleet.run['status'] as object;
  const good = { ...fleet.run, spec, metadata: created('v1', 1) } as KubeObject;
  const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Succeeded', 'UpdateRunFailed', 1, 'it failed')];
  const bad = { ...good, metadata: created('v2', 5), status: { ...status, resourceSnapshotIndexUsed: '1', conditions } } as KubeObject;
  const snapshots = [
    resourceSnapshot(0, [namespaceShop(), orders('v1')], false),
    resourceSnapshot(1, [namespaceShop(), orders('v2')], true),
  ];
  const dir = temporaryFolder();
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
  for (const object of stagedObjects({ ...fleet, run: bad, snapshots })) hub.store.put(object);
  hub.store.put(good);
  const files = ['junit=r.xml', 'sarif=r.sarif', 'github=r.txt'].flatMap((each) => ['--format', each]);
  const { exitCode, out, report } = await runCli(dir, ['diagnose', 'csur/v2', '--kubeconfig', 'kubeconfig', '--format', 'text', ...files]);
  await hub.close();
  expect(exitCode, out).toBe(1);
  expect(report?.gate?.rollback).toMatchObject([
    { by: 'run', index: 0, provenBy: { name: 'v1' }, undoes: { from: 1, to: 0, changed: [{ kind: 'Deployment', name: 'orders' }] } },
  ]);
  expect(report?.gate?.rollback?.[0]?.manifest).toContain('state: Initialize');
  expect(out).toContain('How to go back to former content');
  for (const file of ['r.xml', 'r.sarif', 'r.txt'])
    expect(readFileSync(join(dir, file), 'utf8'), file).toContain(
      'to go back to former content of ClusterResourcePlacement/shop: A run with resource snapshot 0',
    );
  expect(hub.requests.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
});
