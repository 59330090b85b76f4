import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchedShop, type WatchedShop } from './watched-shop.ts';

let shop: WatchedShop;
beforeEach(async () => {
  shop = await watchedShop();
});
afterEach(() => shop.close());

/** Makes the next check find `shop` bad. */
async function untilBad(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<void> {
  shop.breakEast();
  await shop.once(argv, env);
  shop.pass(6);
}

describe('--webhook', () => {
  let server: Server;
  let url = '';
  let status = 200;
  const received: { readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  beforeEach(async () => {
    received.length = 0;
    status = 200;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ body, headers: request.headers });
        return response.writeHead(status).end('no');
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/T0P-SECRET-PATH`;
    writeFileSync(join(shop.cwd, 'key'), 'the-signing-key\n');
  });
  afterEach(() => void server.close());
  const argv = (): readonly string[] => ['--state', 'watch.json', '--webhook', url, '--webhook-key', '@key', '--title', 'prod'];

  // SECURITY.md: `watch` reports changes to the webhook
  // SECURITY.md: `approve` asks the Prometheus that you name
  it('sends a change once, signed, as notify-v1', async () => {
    await untilBad(argv());
    expect(received).toEqual([]);
    await shop.once(argv());
    await shop.once(argv());
    expect(received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(headers['x-fleet-gate-signature-256']).toBe(`sha256=${createHmac('sha256', 'the-signing-key').update(body).digest('hex')}`);
    expect(JSON.parse(body)).toMatchObject({
      schema: 'notify-v1',
      command: 'watch',
      exitCode: 1,
      counts: { bad: 1, good: 2, changes: 1 },
      changes: [{ change: 'bad', object: 'ClusterResourcePlacement/shop', failure: 'apply-quota-exceeded' }],
      text: expect.stringMatching(/^fleet-gate: prod: Bad: ClusterResourcePlacement\/shop since /),
    });
  });

  it('sends that the hub cannot be read, after its grace and without its words, and that it can again', async () => {
    await shop.once(argv());
    shop.hub.faults.denies = () => true;
    const changes = async (minutes: number): Promise<unknown> => {
      shop.pass(minutes);
      received.length = 0;
      await shop.once(argv());
      return received.map(({ body }) => (JSON.parse(body) as { readonly changes: unknown }).changes);
    };
    expect(await changes(1)).toEqual([]);
    const bad = { change: 'bad', object: 'Hub/hub', cause: 'the hub cannot be read: it refuses access' };
    expect(await changes(6)).toEqual([[expect.objectContaining(bad)]]);
    expect(received[0]?.body).not.toContain('cannot list');
    expect(await changes(6)).toEqual([]);
    shop.hub.faults.denies = () => false;
    expect(await changes(1)).toEqual([[expect.objectContaining({ change: 'healed', object: 'Hub/hub' })]]);
  });

  it('keeps what the webhook does not accept for the next check, and shows neither address nor key', async () => {
    await untilBad(argv());
    status = 400;
    const { err, out, exitCode } = await shop.once(argv());
    expect(exitCode).toBe(1);
    expect(err).toContain('not everything was reported: the webhook answered 400');
    expect(`${out}${err}`).not.toMatch(/T0P-SECRET|signing-key/);
    status = 200;
    shop.pass(1);
    expect((await shop.once(argv())).err).not.toContain('not everything');
    expect(received.map(({ body }) => (JSON.parse(body) as { changes: unknown[] }).changes.length)).toEqual([1, 1]);
    await shop.once(argv());
    expect(received).toHaveLength(2);
  });

  it('repeats a message that a busy server refuses, with the same id', async () => {
    await untilBad(argv());
    status = 503;
    const sent = shop.once(argv());
    await expect.poll(() => received.length).toBe(1);
    status = 200;
    await sent;
    expect(new Set(received.map(({ headers }) => headers['x-fleet-gate-delivery'])).size).toBe(1);
    expect(received).toHaveLength(2);
  });

  it('sends through the proxy of the environment', async () => {
    const { port } = new URL(url);
    const proxied = ['--state', 'watch.json', '--webhook', 'http://hooks.ops.svc/hook'];
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    await untilBad(proxied, env);
    expect((await shop.once(proxied, env)).err).not.toContain('not everything');
    expect(received.map(({ headers }) => headers['host'])).toEqual(['hooks.ops.svc']);
  });

  it('refuses an address with a password', async () => {
    const refused = shop.once(['--webhook', 'https://user:T0P-SECRET@example.net']);
    await expect(refused).rejects.toThrow('--webhook must not have a user name or a password');
  });

  it.each(['ftp://example.net/T0P-SECRET', 'http://example.net/T0P-SECRET', 'T0P-SECRET'])(
    'refuses %s without showing it',
    async (address) => {
      const refused = shop.once(['--webhook', address]);
      await expect(refused).rejects.toThrow('--webhook must be an https address');
      await expect(refused).rejects.not.toThrow('T0P-SECRET');
    },
  );
});
