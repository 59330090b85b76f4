/** `wait --selector` asks the hub which targets there are, and gives up on it as it gives up on a target: after `--timeout`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { adjustableTime } from '../../support/hubs/embedded-hub-time.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

it.each([[['crp/shop']], [['--selector', 'team=shop']]])('%j', async (target) => {
  const cwd = temporaryFolder();
  const time = adjustableTime();
  time.setSpeed(50);
  const hub = await startEmbeddedHub();
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  const io = fakeIo({ cwd, env: process.env, clock: time.gate });
  const argv = ['wait', ...target, '--timeout', '2s', '--kubeconfig', 'kubeconfig', '--server', 'https://127.0.0.1:1'];
  const { exitCode, closed } = await run(argv, io);
  expect([exitCode, io.out().split('\n')[0]]).toEqual([
    4,
    expect.stringMatching(/^HUB UNREACHABLE: the hub did not answer within the timeout of 2 s: nothing listens on /),
  ]);
  await closed;
  await hub.close();
});
