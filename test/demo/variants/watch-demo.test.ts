/** `fleet-gate demo watch`, as a user runs it. */
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

test('it reports each failure once and then the recovery, of a placement and of an object that manifests need', async () => {
  const io = { ...fakeIo({ cwd: temporaryFolder(), env: process.env, now: new Date() }), runs: run };
  const { exitCode } = await run(['demo', 'watch'], io);
  expect(io.out()).not.toContain('did not go as planned');
  expect(exitCode, io.out()).toBe(0);
  expect(io.out().match(/Bad: ClusterResourcePlacement\/storefront since /g), io.out()).toHaveLength(1);
  expect(io.out().indexOf('Healed: ClusterResourcePlacement/storefront'), io.out()).toBeGreaterThan(io.out().indexOf('Bad: '));
  expect(io.out().match(/Bad: Secret\/storefront\/registry since .* is not on oslo, /g), io.out()).toHaveLength(1);
  expect(io.out().indexOf('Healed: Secret/storefront/registry'), io.out()).toBeGreaterThan(io.out().indexOf('Bad: Secret'));
});
