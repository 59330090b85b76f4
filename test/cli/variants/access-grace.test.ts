import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { adjustableTime } from '../../support/hubs/embedded-hub-time.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let cwd = '';
let hub: EmbeddedHub;
let clock: Clock;
beforeEach(async () => {
  cwd = temporaryFolder();
  const time = adjustableTime();
  time.setSpeed(20);
  clock = time.gate;
  hub = await startEmbeddedHub();
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

async function ended(...argv: readonly string[]): Promise<{ readonly exitCode: number; readonly told: readonly string[] }> {
  const io = fakeIo({ cwd, env: process.env, clock });
  const { exitCode, closed } = await run([...argv, '--kubeconfig', 'kubeconfig'], io);
  await closed;
  return {
    exitCode,
    told: io
      .err()
      .split('\n')
      .filter((line) => line.startsWith('waiting up to')),
  };
}

describe('--access-grace', () => {
  it.each([
    ['a target by name', ['diagnose', 'crp/shop']],
    ['targets by label', ['wait', '--selector', 'team=shop']],
  ])('asks a hub that refuses again, and reports it once: %s', async (_, argv) => {
    let refusals = 0;
    hub.faults.denies = () => ++refusals > 0;
    expect(await ended(...argv)).toEqual({ exitCode: 5, told: [] });
    expect(await ended(...argv, '--access-grace', '60s')).toEqual({
      exitCode: 5,
      told: [expect.stringMatching(/^waiting up to \S+: .*forbidden/)],
    });
    // The role arrives with the first refusal.
    refusals = 0;
    hub.faults.denies = () => ++refusals < 5;
    expect((await ended(...argv, '--access-grace', '60s')).exitCode).not.toBe(5);
  });

  it('can be set in the configuration too, and has no effect for files', async () => {
    writeFileSync(join(cwd, '.fleet-gate.yaml'), 'gate: { accessGrace: 60s }\n');
    hub.faults.denies = () => true;
    expect((await ended('diagnose', 'crp/shop')).told).toHaveLength(1);
    writeFileSync(join(cwd, 'dump.yaml'), '');
    await expect(run(['diagnose', '--from', 'dump.yaml', '--access-grace', '1s'], fakeIo({ cwd }))).rejects.toThrow(
      '--from and --access-grace exclude each other',
    );
  });
});
