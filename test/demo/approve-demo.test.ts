/** `fleet-gate demo approve`, as a user runs it. */
import { expect, test } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

test('it refuses while the canary cluster is broken, and approves when it is good again', async () => {
  const io = { ...fakeIo({ cwd: temporaryFolder(), env: process.env }), runs: run };
  const { exitCode } = await run(['demo', 'approve'], io);
  expect(io.out()).not.toContain('did not go as planned');
  expect(exitCode, io.out()).toBe(0);
  expect(io.out().indexOf('NOT APPROVED')).toBeGreaterThan(0);
  expect(io.out().indexOf('APPROVED: ClusterApprovalRequest/')).toBeGreaterThan(io.out().indexOf('NOT APPROVED'));
  expect(io.out()).toContain('On the hub now: Approved True ProvenByFleetGate');
});

test('another word after demo is refused', async () => {
  await expect(run(['demo', 'approval'], fakeIo({ cwd: temporaryFolder() }))).rejects.toThrow(
    'demo takes no argument but "approve", "ready" or "watch"',
  );
});
