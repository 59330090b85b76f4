/** `fleet-gate demo ready`, as a user runs it. */
import { expect, test } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

test('it is not ready while an update run is at work, waits for a window, and then is ready', async () => {
  const io = { ...fakeIo({ cwd: temporaryFolder(), env: process.env, now: new Date() }), runs: run };
  const { exitCode } = await run(['demo', 'ready'], io);
  expect(io.out()).not.toContain('did not go as planned');
  expect(exitCode, io.out()).toBe(0);
  const shown = ['NOT READY: ClusterStagedUpdateRun/storefront-7 has not ended', 'WAIT: ', 'the registry is being moved', '\nREADY: '];
  const places = shown.map((text) => io.out().indexOf(text));
  expect(
    places.every((place) => place >= 0),
    io.out(),
  ).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
