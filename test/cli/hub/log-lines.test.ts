import { expect, test } from 'vitest';

import { openMembers } from '../../../src/cli/hub/open-hub.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { ConfigError } from '../../../src/errors.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { fakeIo } from '../../support/process/fake-io.ts';

async function readsLogs(...flags: readonly string[]): Promise<boolean> {
  const invocation = parseArgv(['wait', '--kubeconfig', kubeconfigFile('http://127.0.0.1:1'), '--member', 'west=hub', ...flags]);
  const members = await openMembers(invocation, fakeIo({ cwd: '.' }));
  await members?.close();
  return members?.log !== undefined;
}

test('logs of failing containers are read if members are, unless 0 lines are requested', async () => {
  expect(await readsLogs()).toBe(true);
  expect(await readsLogs('--logs', '200')).toBe(true);
  expect(await readsLogs('--logs', '0')).toBe(false);
});

test.each(['many', '-1', '201', '1e2', ''])('%s is not a number of lines', async (given) => {
  await expect(readsLogs(`--logs=${given}`)).rejects.toThrow(ConfigError);
});
