import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import type { Report } from '../../src/report.ts';
import { fakeIo } from '../support/fake-io.ts';
import { badWork, binding, greenFleet, member, namespaceShop, no, NOW, objectsOf, orders } from '../support/fleet.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let cwd = '';
let hub: EmbeddedHub;
let now = NOW.getTime();
beforeEach(async () => {
  cwd = temporaryFolder();
  now = NOW.getTime();
  hub = await startEmbeddedHub({ time: { now: () => now, sleep: () => new Promise(() => undefined) } });
  for (const object of objectsOf(greenFleet())) hub.store.put(object);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

async function watch(...argv: string[]): Promise<{ exitCode: number; report: Report | undefined; out: string; err: string }> {
  const io = fakeIo({ cwd, env: process.env, hubTiming: { startBudgetMs: 200 } });
  const { exitCode, report, closed } = await run(['watch', '--once', '--kubeconfig', 'kubeconfig', ...argv], io);
  await closed;
  return { exitCode, report, out: io.out(), err: io.err() };
}

/** The members report, whatever the time is. */
function pass(minutes: number): void {
  now += minutes * 60_000;
  for (const name of ['east', 'west'])
    hub.store.put(
      JSON.parse(JSON.stringify(member(name, 0)).replaceAll(NOW.toISOString(), new Date(now).toISOString())) as object as ReturnType<
        typeof member
      >,
    );
}

const CONTENT = [namespaceShop(), orders('v1')];
function breakEast(): void {
  const [, deployment] = CONTENT;
  const refused = no('Applied', 'ManifestApplyFailed', 1, 'deployments.apps "orders" is forbidden: exceeded quota: compute');
  if (deployment !== undefined) hub.store.put(badWork('east', 0, CONTENT, deployment, refused));
  const conditions = ['RolloutStarted', 'Overridden', 'WorkSynchronized'].map((type) => ({ ...no(type, 'Done', 3), status: 'True' }));
  hub.store.put(binding('east', 0, [...conditions, no('Applied', 'NotAllWorkHaveBeenApplied', 3)]));
}

describe('watch --once', () => {
  it('ends with 0 if all is good', async () => {
    const { exitCode, report, out } = await watch();
    expect(report?.watch).toEqual({
      judgedAt: expect.any(String),
      counts: { bad: 0, person: 0, unknown: 0, open: 0, good: 3 },
      bad: [],
      changes: [],
    });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^PASSED: 3 good\n/);
  });

  it('reports a failure once, a reminder after a day, and the recovery', async () => {
    const changes = async (): Promise<readonly string[]> =>
      (await watch('--state', 'watch.json')).report?.watch?.changes.map(({ change }) => change) ?? [];
    expect(await changes()).toEqual([]);
    breakEast();
    expect(await changes()).toEqual([]);
    pass(6);
    expect(await changes()).toEqual(['bad']);
    pass(10);
    expect(await changes()).toEqual([]);
    pass(24 * 60);
    expect(await changes()).toEqual(['stillBad']);
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
    pass(1);
    expect(await changes()).toEqual(['healed']);
  });

  it('ends with 1 as long as something is bad, and keeps messages of the hub out of the state file', async () => {
    breakEast();
    expect((await watch('--state', 'watch.json')).out).toMatch(/^PASSED with 1 in progress: 1 in progress, 2 good\n/);
    pass(6);
    const first = await watch('--state', 'watch.json');
    expect(first.exitCode).toBe(1);
    expect(first.out).toMatch(/^FAILED: 1 bad, 2 good; ClusterResourcePlacement\/shop since 2026-03-04T10:06:00\S*: A quota/);
    expect((await watch('--state', 'watch.json')).exitCode).toBe(1);
    const state = readFileSync(join(cwd, 'watch.json'), 'utf8');
    expect(state).toContain('apply-quota-exceeded');
    expect(state).not.toContain('forbidden');
  });

  it('reports a member that does not answer once, not for each placement', async () => {
    now += 10 * 60_000;
    hub.store.put(
      JSON.parse(JSON.stringify(member('west', 0)).replaceAll(NOW.toISOString(), new Date(now).toISOString())) as ReturnType<typeof member>,
    );
    const { exitCode, report } = await watch();
    expect(exitCode).toBe(1);
    expect(report?.watch?.counts).toMatchObject({ bad: 1, unknown: 1 });
    expect(report?.watch?.changes).toEqual([
      expect.objectContaining({ change: 'bad', object: expect.objectContaining({ name: 'east' }), failure: 'member-silent' }),
    ]);
  });

  it.each([
    ['is not JSON', '{', 'it is not JSON'],
    [
      'is of another hub',
      JSON.stringify({ schema: 'watch-state-v1', hub: 'other', at: NOW.toISOString(), objects: {} }),
      'it is about another hub',
    ],
    ['is of another version', JSON.stringify({ schema: 'watch-state-v9' }), 'its schema is not watch-state-v1'],
  ])('starts without it, and says so, if the state file %s', async (_, text, why) => {
    writeFileSync(join(cwd, 'watch.json'), text);
    const { report } = await watch('--state', 'watch.json');
    expect(report?.notes).toEqual([`The state file watch.json is not used: ${why}. This check starts without it.`]);
    expect((await watch('--state', 'watch.json')).report?.notes).toBeUndefined();
  });

  it('ends with 5 if the hub refuses, with 4 if it does not answer, and keeps what it knew', async () => {
    breakEast();
    await watch('--state', 'watch.json');
    const state = readFileSync(join(cwd, 'watch.json'), 'utf8');
    hub.faults.denies = () => true;
    expect((await watch('--state', 'watch.json')).exitCode).toBe(5);
    await hub.close();
    expect((await watch('--state', 'watch.json')).exitCode).toBe(4);
    expect(readFileSync(join(cwd, 'watch.json'), 'utf8')).toBe(state);
  });
});
