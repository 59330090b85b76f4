/** `watch --manifests`: the objects that a change needs on clusters, as `ready` looks for them, again and again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, member, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { type RunningWatch, runningWatch } from '../running-watch.ts';
import { watchedShop, type WatchedShop } from '../watched-shop.ts';

const VALUE = 'aHVudGVyMg==';
const SECRET: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'registry', namespace: 'shop' },
  data: { password: VALUE },
};
const NEEDING = orders('v1', {
  template: {
    metadata: { labels: { app: 'orders' } },
    spec: { imagePullSecrets: [{ name: 'registry' }], containers: [{ name: 'main', image: 'v1' }] },
  },
});
const NAME = 'Secret/shop/registry';
const MEMBERS = ['--manifests', 'deploy', '--member-kubeconfig', 'members'];
const STATE = ['--state', 'watch.json'];

let shop: WatchedShop;
let members: Readonly<Record<'east' | 'west', EmbeddedHub>>;
let running: RunningWatch | undefined;

beforeEach(async () => {
  shop = await watchedShop();
  members = { east: await startEmbeddedHub(), west: await startEmbeddedHub() };
  mkdirSync(join(shop.cwd, 'deploy'));
  mkdirSync(join(shop.cwd, 'members'));
  for (const [name, server] of Object.entries(members)) {
    server.store.put(SECRET);
    writeFileSync(join(shop.cwd, 'members', `${name}.yaml`), server.kubeconfig());
  }
  write(NEEDING);
});

afterEach(async () => {
  await running?.end();
  running = undefined;
  await Promise.all([shop, ...Object.values(members)].map((server) => server.close()));
});

function write(deployment: KubeObject): void {
  const { placement } = greenFleet();
  const { apiVersion, kind, metadata, spec } = placement as KubeObject & { readonly spec: unknown };
  const bare = { apiVersion, kind, metadata: { name: metadata.name }, spec };
  writeFileSync(
    join(shop.cwd, 'deploy', 'shop.json'),
    [bare, namespaceShop(), deployment].map((each) => JSON.stringify(each)).join('\n---\n'),
  );
}

it('reports a needed object that disappears from a member once, and that it is there again', async () => {
  const first = await shop.once([...MEMBERS, ...STATE]);
  expect([first.exitCode, first.changes, first.report?.watch?.counts.good]).toEqual([0, [], 4]);
  members.east.store.remove(SECRET);
  const broken = await shop.once([...MEMBERS, ...STATE]);
  expect([broken.exitCode, broken.changes]).toEqual([1, ['bad']]);
  expect(broken.report?.watch?.bad[0]).toMatchObject({
    object: { kind: 'Secret', namespace: 'shop', name: 'registry' },
    cause: `${NAME} is not on east, and Deployment/shop/orders needs it there`,
    step: `Bring ${NAME} to east, or add it to the manifests.`,
  });
  expect((await shop.once([...MEMBERS, ...STATE])).changes).toEqual([]);
  members.east.store.put(SECRET);
  expect((await shop.once([...MEMBERS, ...STATE])).changes).toEqual(['healed']);
  for (const text of [readFileSync(join(shop.cwd, 'watch.json'), 'utf8'), JSON.stringify(broken.report)]) expect(text).not.toContain(VALUE);
});

it('says that a needed object is not checked without a login of the member', async () => {
  const { exitCode, report } = await shop.once(['--manifests', 'deploy']);
  expect([exitCode, report?.watch?.counts.unknown]).toEqual([0, 1]);
  expect(report?.notes).toEqual([expect.stringContaining(`Whether ${NAME} is on east, west`)]);
});

it('keeps a needed object bad as long as its member does not answer', async () => {
  await shop.once([...MEMBERS, ...STATE]);
  members.east.store.remove(SECRET);
  await shop.once([...MEMBERS, ...STATE]);
  await members.east.close();
  const { exitCode, changes, report } = await shop.once([...MEMBERS, ...STATE]);
  expect([exitCode, changes]).toEqual([1, []]);
  expect(report?.notes).toEqual([expect.stringContaining('is on east')]);
});

it('does not report a good object as gone if the manifests need it no longer', async () => {
  await shop.once([...MEMBERS, ...STATE]);
  write(orders('v1'));
  expect((await shop.once([...MEMBERS, ...STATE])).changes).toEqual([]);
});

it('refuses logins of members without manifests, because nothing would be asked there', async () => {
  await expect(shop.once(['--member-kubeconfig', 'members'])).rejects.toThrow('--member-kubeconfig goes with --manifests PATH');
});

it.each([
  ['are not there', 'nowhere', 2],
  ['are empty', 'empty', 3],
])('does not start if the manifests %s', async (_, path, code) => {
  mkdirSync(join(shop.cwd, 'empty'));
  const { exitCode, err, out } = await shop
    .once(['--manifests', path])
    .catch((error: unknown) => ({ exitCode: 2, err: String(error), out: '' }));
  expect([exitCode, `${err}${out}`]).toEqual([code, expect.stringContaining(path)]);
});

it('sees in a running watch what disappears from a member, and what a new cluster may lack', async () => {
  const watch = await runningWatch(shop, ...MEMBERS);
  running = watch;
  const told = (text: string): Promise<void> =>
    expect
      .poll(async () => {
        watch.look();
        return `${watch.out()}${(await watch.get('/metrics')).text}`;
      })
      .toContain(text);
  await told('fleet_gate_object_bad{kind="Secret",object_namespace="shop",name="registry"} 0');
  members.west.store.remove(SECRET);
  await told(`Bad: ${NAME} since`);
  members.west.store.put(SECRET);
  await told(`Healed: ${NAME}`);
  shop.hub.store.put(member('north', 0));
  for (const object of objectsOf(greenFleet(['east', 'west', 'north']))) shop.hub.store.put(object);
  await told(`Whether ${NAME} is on north`);
});
