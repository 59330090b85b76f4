import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { greenFleet } from '../../support/fleets/fleet.ts';
import { type RunningWatch, runningWatch } from '../running-watch.ts';
import { watchedShop, type WatchedShop } from '../watched-shop.ts';

let shop: WatchedShop;
let running: RunningWatch | undefined;
beforeEach(async () => {
  shop = await watchedShop();
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  await shop.close();
});

async function start(...argv: readonly string[]): Promise<RunningWatch> {
  running = await runningWatch(shop, ...argv);
  return running;
}

/** The first line of a metric, after one more look was asked for. */
const metric = async ({ get, look }: RunningWatch, name: string): Promise<string> => {
  look();
  const { text } = await get('/metrics');
  return text.split('\n').find((line) => line.startsWith(`fleet_gate_${name}`)) ?? '';
};

it('serves metrics of the newest look, reports changes as lines, and ends with the signal', async () => {
  const watch = await start('--state', 'watch.json', '--notify-file', 'notify.json');
  await expect
    .poll(() => metric(watch, 'object_bad'))
    .toBe('fleet_gate_object_bad{kind="ClusterResourcePlacement",object_namespace="",name="shop"} 0');
  expect((await watch.get('/readyz')).status).toBe(200);
  expect((await watch.get('/healthz')).status).toBe(200);
  expect((await watch.get('/other')).status).toBe(404);

  shop.breakEast();
  await expect.poll(() => metric(watch, 'object_state')).toContain('state="open"');
  shop.pass(6);
  await expect.poll(() => metric(watch, 'object_bad')).toMatch(/ 1$/);
  await expect.poll(() => watch.out()).toMatch(/Z Bad: ClusterResourcePlacement\/shop since \S+: A quota/);
  await expect.poll(() => readFileSync(join(shop.cwd, 'watch.json'), 'utf8')).toContain('"state":"bad"');
  expect(JSON.parse(readFileSync(join(shop.cwd, 'notify.json'), 'utf8'))).toMatchObject({
    verdict: 'FAILED',
    counts: { bad: 1, changes: 1 },
  });

  shop.heal();
  await expect.poll(() => metric(watch, 'object_bad')).toMatch(/ 0$/);
  await expect.poll(() => watch.out()).toContain('Healed: ClusterResourcePlacement/shop');
  expect(await watch.end()).toBe(130);
});

it('has no series of a placement that was deleted', async () => {
  const watch = await start();
  await expect.poll(() => metric(watch, 'object_bad')).toContain('shop');
  shop.hub.store.remove(greenFleet().placement);
  await expect.poll(() => metric(watch, 'object_bad')).not.toContain('shop');
  await expect.poll(() => watch.out()).toContain('Gone: ClusterResourcePlacement/shop.');
});

it('goes on while the hub refuses, says so once, and reports nothing as gone', async () => {
  const watch = await start();
  await expect.poll(() => metric(watch, 'hub_readable')).toBe('fleet_gate_hub_readable 1');
  shop.hub.faults.denies = () => true;
  shop.hub.dropWatches();
  shop.hub.changeToken('another');
  for (let looks = 0; looks < 3; looks++) {
    const before = await metric(watch, 'looks_total{result="unreadable"}');
    await expect.poll(() => metric(watch, 'looks_total{result="unreadable"}')).not.toBe(before);
  }
  expect(watch.out().match(/The hub cannot be read/g)).toHaveLength(1);
  expect(await metric(watch, 'hub_readable')).toBe('fleet_gate_hub_readable 0');
  expect((await watch.get('/readyz')).status).toBe(200);
  shop.hub.faults.denies = () => false;
  shop.hub.changeToken('embedded-hub-token');
  await expect.poll(() => metric(watch, 'hub_readable')).toBe('fleet_gate_hub_readable 1');
  expect(watch.out()).toContain('The hub can be read again.');
  expect(watch.out()).not.toContain('Gone');
});

it('reads a hub that answers each list and no watch', async () => {
  shop.hub.faults.answers = (path) => (path.includes('watch=1') ? { code: 504, body: '' } : undefined);
  const watch = await start();
  await expect.poll(() => metric(watch, 'object_state')).toContain('state="good"');
  shop.breakEast();
  await expect.poll(() => metric(watch, 'object_state'), { timeout: 30_000 }).toContain('state="open"');
  expect(watch.out()).not.toContain('cannot be read');
});

it('is not ready before it has read a hub, and alive', async () => {
  shop.hub.faults.denies = () => true;
  const watch = await start();
  await expect.poll(() => watch.out()).toContain('The hub cannot be read');
  expect((await watch.get('/readyz')).status).toBe(503);
  expect((await watch.get('/healthz')).status).toBe(200);
  expect(watch.out()).not.toContain('Watching');
  shop.hub.faults.denies = () => false;
  await expect.poll(() => metric(watch, 'hub_readable')).toBe('fleet_gate_hub_readable 1');
  expect(watch.out()).toContain('Watching 3 objects.');
});

it('refuses an address that it cannot serve on, and settings that exclude each other', async () => {
  await expect(run(['watch', '--metrics', '9464', '--kubeconfig', 'kubeconfig'], fakeIo({ cwd: shop.cwd }))).rejects.toThrow(
    'must be [HOST]:PORT',
  );
  await expect(run(['watch', '--once', '--every', '1m'], fakeIo({ cwd: shop.cwd }))).rejects.toThrow(
    '--every and --once exclude each other',
  );
  expect(existsSync(join(shop.cwd, 'watch.json'))).toBe(false);
});
